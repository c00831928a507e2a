public import JSON

/// Pages to fill in.
public struct FormMessage: Sendable, Hashable {
    public var question: String
    public var bubble: MessageBubble
    public var form: AskedForm

    public init(question: String, bubble: MessageBubble, form: AskedForm) {
        self.question = question
        self.bubble = bubble
        self.form = form
    }
}

extension FormMessage: JSONRepresentable {
    public var json: JSONValue { ["question": .string(question), "bubble": bubble.json, "form": form.json] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), bubble: try MessageBubble(json: try json.required("bubble")),
            form: try AskedForm(json: try json.required("form")))
    }
}
