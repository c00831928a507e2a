import JSON
import MessageModel

extension FormReply {
    /// The answers of a form (Interactive Message Types, Form Message, Response Payload). Pages that branching skipped
    /// are absent, and so are empty answers.
    init(form: JSONValue) {
        var left = Budget()
        let pages = (form["selections"]?.array ?? []).prefix(ReplyLimits.pages).compactMap { page in
            page["pageIdentifier"]?.id.map { name in
                let items = (page["items"]?.array ?? []).compactMap { Item($0, on: name, &left) }
                return Page(name: name, items: items)
            }
        }
        self.init(question: nil, pages: pages)
    }

    /// The remaining allowance of items and characters that are kept.
    fileprivate struct Budget {
        var items = ReplyLimits.ids
        var characters = ReplyLimits.form

        /// Returns the text, cut to what is kept.
        mutating func take(_ text: String?) -> String {
            let kept = String((text ?? "").prefix(min(ReplyLimits.answer, characters)))
            characters -= kept.count
            return kept
        }
    }
}

extension FormReply.Item {
    /// - Parameter page: the page's name, which devices send as the identifier of typed answers.
    fileprivate init?(_ item: JSONValue, on page: String, _ left: inout FormReply.Budget) {
        guard item.object != nil, left.items > 0 else { return nil }
        left.items -= 1
        let value = left.take(item["value"]?.string ?? item["value"]?.number?.literal)
        let title = left.take(item["title"]?.string)
        let id = item["identifier"]?.id ?? page
        let isTyped = ["input", "datePicker"].contains(item["type"]?.string) || id == page
        if isTyped, (value + title).allSatisfy(\.isWhitespace) { return nil }
        self.init(id: id, value: value, title: title)
    }
}
