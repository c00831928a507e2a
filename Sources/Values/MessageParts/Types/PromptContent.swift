public import Expressions
import JSON
public import MessageModel

/// A question with a typed answer, optionally with a calendar or a skip button: a type of Usher's own, since the
/// standard types have none.
public struct PromptContent: MessageContent {
    /// The name of the type: `prompt`.
    public static let type = "prompt"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.usher.prompt+json"]
    /// The state name under which the chosen day, or the skip, is stored.
    public static let responseName = "selection"

    /// The question.
    public var text: String
    /// The days of the calendar; `nil` shows none.
    public var days: AskedForm.Days?
    /// The label of the skip button; `nil` shows none.
    public var skipWord: String?

    /// A question with its controls.
    public init(_ text: String, days: AskedForm.Days? = nil, skipWord: String? = nil) {
        self.text = text
        self.days = days
        self.skipWord = skipWord
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The text.
    public var summary: String { text }
    /// The sentence that the sender asks the question.
    public func notice(from sender: String, in words: MessageWords) -> String? { words.asking(sender, text) }

    /// Whether the controls offer this answer.
    func offers(_ id: String) -> Bool { day(id) != nil || skipWord != nil && id == PromptMessage.skipID }

    /// The day with this id in the calendar; `nil` when the calendar does not offer it.
    public func day(_ id: String) -> CalendarDate? {
        guard let days, let day = CalendarDate(iso: id), days.first ?? .first <= day, day <= days.last ?? .last
        else { return nil }
        return day
    }

    /// The human-readable text of an answer.
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

    /// After the answer, only the text: the answer appears below as a message of the participant.
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

    /// A date field, from which the page creates a calendar.
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
