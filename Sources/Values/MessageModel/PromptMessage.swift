public import JSON

/// A question whose answer is typed or sent, with the controls that a browser adds: a calendar, a skip button.
public struct PromptMessage: Sendable, Hashable {
    /// The id of the answer that skips the question. No day has this id.
    public static let skipID = "skip"

    public var question: String
    public var words: String
    /// The days of the calendar; `nil` when the question does not ask for a day.
    public var days: AskedForm.Days?
    /// The label of the skip button, which may also be typed; `nil` when the question cannot be skipped.
    public var skipWord: String?

    public init(question: String, words: String, days: AskedForm.Days?, skipWord: String?) {
        self.question = question
        self.words = words
        self.days = days
        self.skipWord = skipWord
    }
}

extension PromptMessage: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("question", question)
            json.set("words", words)
            json.set("days", days)
            json.set("skip_word", skipWord)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            question: try json.string("question"), words: try json.string("words"), days: try json.optional("days"),
            skipWord: json["skip_word"]?.string)
    }
}
