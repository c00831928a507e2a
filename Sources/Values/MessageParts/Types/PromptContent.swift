public import Expressions
import JSON
public import MessageModel

/// A question to be answered in words, with a calendar or with a button that skips it: a type of our own, since other messages
/// of parts have none.
public struct PromptContent: MessageContent {
    public static let type = "prompt"
    public static let mimeTypes = ["application/vnd.usher.prompt+json"]
    /// The state under which the chosen day is kept, or that the question was skipped.
    public static let responseName = "selection"

    public var text: String
    /// The days of the calendar; `nil` shows none.
    public var days: AskedForm.Days?
    /// What stands on the button that skips it; `nil` shows none.
    public var skipWord: String?

    public init(_ text: String, days: AskedForm.Days? = nil, skipWord: String? = nil) {
        self.text = text
        self.days = days
        self.skipWord = skipWord
    }

    public var holdsControls: Bool { true }
    public var summary: String { text }
    public func notice(from sender: String, in words: MessageWords) -> String? { words.asking(sender, text) }

    /// Whether it can be answered so without words.
    func offers(_ id: String) -> Bool { day(id) != nil || skipWord != nil && id == PromptMessage.skipID }

    /// A day of the calendar.
    public func day(_ id: String) -> CalendarDate? {
        guard let days, let day = CalendarDate(iso: id), days.first ?? .first <= day, day <= days.last ?? .last
        else { return nil }
        return day
    }

    /// What was answered, as people read it.
    public func words(for id: String, _ wording: Wording) -> String? {
        day(id).map { wording.text(.date($0)) } ?? (id == PromptMessage.skipID ? skipWord : nil)
    }
}

struct PromptSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> PromptContent {
        PromptContent(
            reader.text("text") ?? "", days: reader.any("days").flatMap { try? AskedForm.Days(json: $0) },
            skipWord: reader.text("skip_word").nonEmpty)
    }

    func write(_ content: PromptContent, to writer: inout PartWriter) {
        writer.set("text", content.text)
        if let days = content.days { writer.set("days", any: days.json) }
        writer.set("skip_word", content.skipWord)
    }
}

struct PromptPresenter: ContentPresenter {
    func lines(of content: PromptContent, _ showing: Showing) -> [String] {
        content.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Words alone once it was answered: the answer stands below, as what somebody has said.
    func html(of content: PromptContent, _ showing: Showing) -> HTML {
        let words = HTML.prose(content.text)
        let isOver = !showing.message.responses.identities(with: PromptContent.responseName).isEmpty
        guard !isOver else { return .element("p", ["class": "text"], words) }
        let skip = content.skipWord.map { word in
            HTML.element(
                "button", ["type": "button", "class": "choice skip", "data-choice": PromptMessage.skipID],
                HTML(word))
        }
        let answers = [content.days.map { calendar($0, called: content.text) }, skip].compactMap { $0 }
        let group = HTML.element(
            "div",
            [
                "class": "choices", "data-name": PromptContent.responseName,
                "data-state": StateType.firstWins.rawValue,
            ], answers)
        return .element("fieldset", [:], .element("legend", ["class": "text"], words), group)
    }

    /// A field for a day, from which the page makes a calendar.
    private func calendar(_ days: AskedForm.Days, called name: String) -> HTML {
        .element(
            "div", ["class": "calendar"],
            .void(
                "input",
                [
                    "type": "date", "aria-label": name, "value": days.preset?.iso, "min": days.first?.iso,
                    "max": days.last?.iso,
                ]))
    }
}
