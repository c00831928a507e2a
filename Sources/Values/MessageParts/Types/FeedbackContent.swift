public import JSON

/// Asks somebody for stars and a few words on what they have experienced. What they give is state of the message.
public struct FeedbackContent: MessageContent {
    public static let type = "feedback"
    public static let mimeTypes = ["application/vnd.layer.feedback+json"]
    public static let usualTitle = "Experience Rating"
    /// The states of it; each is given once.
    public static let rating = "rating"
    public static let comment = "comment"
    public static let sentAt = "sent_at"
    public static let mostStars = 5

    public var title: String?
    /// The question.
    public var prompt: String?
    /// What others see while it is not answered.
    public var promptWait: String?
    /// One line once it is answered, with `${rating}` and `${customer}`.
    public var summaryPattern: String?
    /// The sentence of the response, with the same.
    public var responsePattern: String?
    /// Stands in the field for words while that is empty.
    public var placeholder: String?
    /// The identities that may answer.
    public var enabledFor: [String]
    /// Goes along with the answer, for servers.
    public var responseData: JSONObject

    public init(_ prompt: String? = nil, title: String? = usualTitle, enabledFor: [String] = []) {
        self.prompt = prompt
        self.title = title
        self.enabledFor = enabledFor
        responseData = [:]
    }

    public var holdsControls: Bool { true }
    public var summary: String { summary(in: .english) }
    public func summary(in words: MessageWords) -> String { shownTitle(words) }
    public func notice(from sender: String, in words: MessageWords) -> String? { words.sentence(.feedback, by: sender) }
    public var metadata: MessageMetadata { MessageMetadata(title: shownTitle(.english)) }
    public var event: String? { "layer-open-expanded-view" }

    private func shownTitle(_ words: MessageWords) -> String {
        guard let title, title != Self.usualTitle else { return words.name(.feedback) }
        return title
    }

    /// What somebody has given, from one star to five.
    public func stars(in responses: ResponseSummary, by identity: String) -> Int? {
        responses.values(of: Self.rating, by: identity).last.flatMap(Self.stars)
    }

    /// How many stars a value stands for; `nil` where it is none of them.
    static func stars(_ value: JSONValue) -> Int? {
        let stars = value.int ?? value.string.flatMap { Int($0) }
        return stars.flatMap { (1...mostStars).contains($0) ? $0 : nil }
    }

    /// As they are drawn.
    public static func words(for stars: Int) -> String {
        String(repeating: "★", count: stars) + String(repeating: "☆", count: max(0, mostStars - stars))
    }

    public func comment(in responses: ResponseSummary, by identity: String) -> String? {
        responses.values(of: Self.comment, by: identity).last?.string.nonEmpty
    }

    /// One line about an answer.
    public func summary(of stars: Int, by name: String) -> String? {
        summaryPattern?.replacing("${rating}", with: String(stars)).replacing("${customer}", with: name)
    }

    /// The sentence that goes with an answer.
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
        // One identity may stand alone.
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

    /// A star for each number of them, of which one is chosen; words that stand in the field go along.
    private func asking(_ content: FeedbackContent, _ showing: Showing) -> HTML {
        // The same message may be shown twice; its stars belong together all the same.
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
