public import JSON

/// A reply to a bubble that has arrived and cannot be read, because the channel stores its content elsewhere and does
/// not return it.
public struct UnreadableReply: Sendable, Hashable {
    /// The request identifier of the question; `nil` when it cannot be read either.
    public var question: String?
    /// The title of the reply's bubble, which devices set to the choice, if at least the title could be read.
    public var title: String?

    public init(question: String? = nil, title: String? = nil) {
        self.question = question
        self.title = title
    }
}

extension UnreadableReply: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("question", question.map { .string($0) })
        object.set("title", title.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(question: json["question"]?.string, title: json["title"]?.string)
    }
}
