public import JSON

/// An answer to a bubble that came and cannot be read, because the channel keeps it elsewhere and does not give it.
public struct UnreadableReply: Sendable, Hashable {
    /// The request identifier of the question; `nil` when that cannot be read either.
    public var question: String?
    /// The title of the answer's bubble, which devices rewrite to the choice, where at least that could be read.
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
