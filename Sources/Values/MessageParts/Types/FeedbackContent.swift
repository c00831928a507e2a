public import JSON

/// A request for a rating in stars and a comment. The answers are state of the message.
public struct FeedbackContent: MessageContent {
    /// The name of the type: `feedback`.
    public static let type = "feedback"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.feedback+json"]
    /// The title when the message has none.
    public static let usualTitle = "Experience Rating"
    /// The state name of the rating; each state can be given once.
    public static let rating = "rating"
    /// The state name of the comment.
    public static let comment = "comment"
    /// The state name of the time of sending.
    public static let sentAt = "sent_at"
    /// The largest number of stars.
    public static let mostStars = 5

    /// The title.
    public var title: String?
    /// The question.
    public var prompt: String?
    /// The text for other participants while the question is not answered.
    public var promptWait: String?
    /// The one-line summary of an answer, with the placeholders `${rating}` and `${customer}`.
    public var summaryPattern: String?
    /// The sentence of the response, with the same placeholders.
    public var responsePattern: String?
    /// The placeholder of the comment field.
    public var placeholder: String?
    /// The identities that may answer.
    public var enabledFor: [String]
    /// Data for servers that accompanies the answer.
    public var responseData: JSONObject

    /// A request for a rating.
    public init(_ prompt: String? = nil, title: String? = usualTitle, enabledFor: [String] = []) {
        self.prompt = prompt
        self.title = title
        self.enabledFor = enabledFor
        responseData = [:]
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The title, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String { shownTitle(words) }
    /// The sentence of the notification, in the reader's language.
    public func notice(from sender: String, in words: MessageWords) -> String? { words.sentence(.feedback, by: sender) }
    /// The title, in English.
    public var metadata: MessageMetadata { MessageMetadata(title: shownTitle(.english)) }
    /// The default event of a tap: `layer-open-expanded-view`.
    public var event: String? { "layer-open-expanded-view" }

    private func shownTitle(_ words: MessageWords) -> String {
        guard let title, title != Self.usualTitle else { return words.name(.feedback) }
        return title
    }

    /// The rating by a participant, from 1 to 5; `nil` without one.
    public func stars(in responses: ResponseSummary, by identity: String) -> Int? {
        responses.values(of: Self.rating, by: identity).last.flatMap(Self.stars)
    }

    /// The number of stars that a value stands for; `nil` when it is not a rating.
    static func stars(_ value: JSONValue) -> Int? {
        let stars = value.int ?? value.string.flatMap { Int($0) }
        return stars.flatMap { (1...mostStars).contains($0) ? $0 : nil }
    }

    /// The stars as text: `★★★☆☆`.
    public static func words(for stars: Int) -> String {
        String(repeating: "★", count: stars) + String(repeating: "☆", count: max(0, mostStars - stars))
    }

    /// The comment by a participant; `nil` without one.
    public func comment(in responses: ResponseSummary, by identity: String) -> String? {
        responses.values(of: Self.comment, by: identity).last?.string.nonEmpty
    }

    /// The one-line summary of an answer.
    public func summary(of stars: Int, by name: String) -> String? {
        summaryPattern?.replacing("${rating}", with: String(stars)).replacing("${customer}", with: name)
    }

    /// The sentence of the response for an answer.
    public func response(of stars: Int, by name: String) -> String? {
        responsePattern?.replacing("${rating}", with: String(stars)).replacing("${customer}", with: name)
    }
}

struct FeedbackSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> FeedbackContent {
        var feedback = FeedbackContent(
            reader.text("prompt").nonEmpty, title: reader.text("title").nonEmpty ?? FeedbackContent.usualTitle)
        feedback.promptWait = reader.text("prompt_wait").nonEmpty
        feedback.summaryPattern = reader.text("summary").nonEmpty
        feedback.responsePattern = reader.text("response_message").nonEmpty
        feedback.placeholder = reader.text("placeholder").nonEmpty
        // A single identity need not be in a list.
        let identities = reader.any("enabled_for")
        feedback.enabledFor = identities?.array?.compactMap(\.string) ?? identities?.string.map { [$0] } ?? []
        feedback.responseData = reader.object("custom_response_data") ?? [:]
        return feedback
    }

    func write(_ content: FeedbackContent, to writer: inout PartWriter) {
        if content.title != FeedbackContent.usualTitle { writer.set("title", content.title) }
        writer.set("prompt", content.prompt)
        writer.set("prompt_wait", content.promptWait)
        writer.set("summary", content.summaryPattern)
        writer.set("response_message", content.responsePattern)
        writer.set("placeholder", content.placeholder)
        writer.set("enabled_for", content.enabledFor.map { .string($0) })
        writer.set("custom_response_data", content.responseData)
    }
}

struct FeedbackPresenter: ContentPresenter {
    func lines(of content: FeedbackContent, _ showing: Showing) -> [String] {
        let given = answers(content, showing)
        guard given.isEmpty else {
            return given.flatMap { [FeedbackContent.words(for: $0.stars), $0.comment].compactMap { $0 } }
        }
        return [content.prompt].compactMap { $0 } + ["1–\(FeedbackContent.mostStars) ★"]
    }

    func html(of content: FeedbackContent, _ showing: Showing) -> HTML {
        let given = answers(content, showing)
        let shown = given.reduce(into: HTML()) { html, answer in
            html.append(
                .element(
                    "p",
                    ["class": "stars", "role": "img", "aria-label": "\(answer.stars)/\(FeedbackContent.mostStars)"],
                    HTML(FeedbackContent.words(for: answer.stars))))
            html.append(.paragraph(answer.comment, class: "comment"))
        }
        let isAnswered = showing.viewer.map { content.stars(in: showing.message.responses, by: $0) != nil }
        if mayAnswer(content, showing), !(isAnswered ?? !given.isEmpty) { return shown + asking(content, showing) }
        guard given.isEmpty else { return .paragraph(content.prompt, class: "prompt") + shown }
        return .paragraph(content.promptWait ?? content.prompt)
    }

    /// One radio button for each rating; the comment is sent along.
    private func asking(_ content: FeedbackContent, _ showing: Showing) -> HTML {
        // The same message may be shown twice; each copy needs its own group of radio buttons.
        let name = "\(showing.message.id ?? "feedback")-\(showing.size.rawValue)"
        let stars = (1...FeedbackContent.mostStars).map { star($0, name) }
        let group = HTML.element(
            "div",
            [
                "class": "choices rating", "data-name": FeedbackContent.rating,
                "data-state": StateType.firstWins.rawValue, "data-gather": "yes",
                "data-sent": FeedbackContent.sentAt,
                "data-response": content.responseData.isEmpty ? nil : JSONValue.object(content.responseData).text,
            ], stars)
        let title = content.summary(in: MessageWords(showing.wording))
        let words = HTML.element(
            "textarea",
            [
                "class": "comment", "data-name": FeedbackContent.comment, "data-state": StateType.firstWins.rawValue,
                "placeholder": content.placeholder, "aria-label": content.placeholder ?? title, "rows": "2",
            ])
        return .element(
            "fieldset", [:], .element("legend", [:], .lines(content.prompt ?? title)), group, words)
    }

    private func star(_ number: Int, _ name: String) -> HTML {
        let input = HTML.void(
            "input",
            [
                "type": "radio", "name": name, "data-choice": String(number),
                "aria-label": "\(number)/\(FeedbackContent.mostStars)",
            ])
        return .element("label", ["class": "star"], input, .element("span", ["aria-hidden": "true"], HTML("★")))
    }

    private func mayAnswer(_ content: FeedbackContent, _ showing: Showing) -> Bool {
        showing.viewer.map { content.enabledFor.isEmpty || content.enabledFor.contains($0) } ?? true
    }

    private func answers(
        _ content: FeedbackContent, _ showing: Showing
    ) -> [(stars: Int, comment: String?)] {
        let responses = showing.message.responses
        return responses.identities(with: FeedbackContent.rating).compactMap { identity in
            content.stars(in: responses, by: identity).map { ($0, content.comment(in: responses, by: identity)) }
        }
    }
}
