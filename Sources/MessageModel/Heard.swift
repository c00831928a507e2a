public import Expressions
public import JSON

/// What a customer said: words they typed, or a choice they made in a bubble.
public enum Heard: Sendable, Hashable {
    case text(String)
    case choice(Selection)
}

/// A choice made in the bubble of a question.
public struct Selection: Sendable, Hashable {
    /// The request identifier of the question; `nil` when the device did not send it back.
    public var question: String?
    /// What was chosen, by the ids that were sent.
    public var ids: [String]
    /// For a time whose id did not come back: when it starts.
    public var start: Moment?

    public init(question: String?, ids: [String], start: Moment? = nil) {
        self.question = question
        self.ids = ids
        self.start = start
    }

    /// Equal for equal choices, so that a repeated tap is recognised.
    public var fingerprint: String {
        ids.isEmpty ? start.map { "at \($0.seconds)" } ?? "" : ids.sorted().joined(separator: "\u{1F}")
    }
}

extension Heard: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .text(let text): ["text": .string(text)]
        case .choice(let selection): ["choice": selection.json]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let text = json["text"]?.string {
            self = .text(text)
        } else {
            self = .choice(try Selection(json: try json.required("choice")))
        }
    }
}

extension Selection: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("question", question.map { .string($0) })
        object["ids"] = .array(ids.map { .string($0) })
        object.set("start", start.map { .int($0.seconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: json["question"]?.string, ids: try json.array("ids").compactMap(\.string),
            start: json["start"]?.int.map { Moment(seconds: $0) })
    }
}
