public import Expressions
public import JSON
public import MessageModel

/// A form whose pages are asked one after another, because the device does not support forms or sent an invalid answer.
public struct FormProgress: Sendable, Hashable {
    /// The form as it was asked; its pages do not change any more.
    public var asked: AskedQuestion
    /// The answers, by page.
    public var answers: Fields
    /// Optional pages that the customer has skipped.
    public var skipped: Set<String>
    /// The open page; `nil` for the summary.
    public var page: String?
    /// Whether the customer has already sent the form, so that no summary is needed.
    public var isSent: Bool
}

extension FormProgress {
    var form: AskedForm? {
        if case .form(let form) = asked.kind { form } else { nil }
    }

    /// The pages on the path of the answers so far, and the next one to be answered; `nil` when the path is complete.
    var way: (passed: [AskedForm.Page], next: AskedForm.Page?) {
        guard let form, var page = form.pages.first else { return ([], nil) }
        var passed: [AskedForm.Page] = []
        // Transitions lead to later pages, so the path cannot be longer than this.
        for _ in form.pages {
            let target: AskedForm.Page.Target
            if let answer = answers[page.name] {
                target = page.target(of: answer)
            } else if skipped.contains(page.name) {
                target = page.next
            } else {
                return (passed, page)
            }
            passed.append(page)
            guard case .page(let name) = target, let next = form.page(named: name) else { break }
            page = next
        }
        return (passed, nil)
    }

    /// The answer of the whole form: the answers on its path.
    var record: Value {
        .record(Fields(way.passed.compactMap { page in answers[page.name].map { (page.name, $0) } }))
    }

    mutating func forget(_ page: String) {
        answers[page] = nil
        skipped.remove(page)
    }
}

extension FormProgress: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["form": asked.json, "answers": answers.json]
        if !skipped.isEmpty { object["skipped"] = .array(skipped.sorted().map { .string($0) }) }
        object.set("page", page.map { .string($0) })
        if isSent { object["sent"] = true }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            asked: try AskedQuestion(json: try json.required("form")),
            answers: try Fields(json: try json.required("answers")),
            skipped: Set(json["skipped"]?.array?.compactMap(\.string) ?? []), page: json["page"]?.string,
            isSent: json["sent"]?.bool ?? false)
    }
}
