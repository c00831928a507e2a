public import JSON

/// A question whose answer is typed or sent, with what a browser has for it besides: a calendar, a button that skips it.
public struct PromptMessage: Sendable, Hashable {
    /// The id by which an answer skips the question. No day is called so.
    public static let skipID = "skip"

    public var question: String
    public var words: String
    /// The days of the calendar; `nil` where something else than a day is asked for.
    public var days: AskedForm.Days?
    /// What stands on the button that skips it, and may be typed instead; `nil` when it has to be answered.
    public var skipWord: String?

    public init(question: String, words: String, days: AskedForm.Days?, skipWord: String?) {
        self.question = question
        self.words = words
        self.days = days
        self.skipWord = skipWord
    }
}

extension PromptMessage: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["question": .string(question), "words": .string(words)]
        object.set("days", days?.json)
        object.set("skip_word", skipWord.map { .string($0) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), words: try json.string("words"), days: try json.optional("days"),
            skipWord: json["skip_word"]?.string)
    }
}
