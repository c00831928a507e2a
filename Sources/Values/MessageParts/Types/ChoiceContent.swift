import JSON

/// A question with answers to choose from.
public struct ChoiceContent: MessageContent {
    /// The name of the type: `choice`.
    public static let type = "choice"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.choice+json"]
    /// The title when the message has none.
    public static let usualTitle = "Choose One"

    /// The question.
    public var label: String?
    /// The title above the question; `nil` shows none.
    public var title: String?
    /// The answers and their rules.
    public var choices: Choices
    /// Whether only the chosen answer is shown, as the option of a product.
    public var isLabel = false
    /// The presentation of the other answers; with `standard` they can be unfolded.
    public var expandedType: String?
    /// The text below the question and the picture above it: extensions of Usher, which other readers ignore.
    public var note: String?
    /// The address of the picture above the question.
    public var imageURL: String?
    /// Whether the answers are shown side by side, as cards.
    public var areCards = false

    /// A question with its answers.
    public init(_ choices: Choices, label: String? = nil, title: String? = usualTitle) {
        self.choices = choices
        self.label = label
        self.title = title
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The question, otherwise the title unless it is the default, otherwise the name of the type.
    public func summary(in words: MessageWords) -> String {
        label ?? title.flatMap { $0 == Self.usualTitle ? nil : $0 } ?? words.name(.choice)
    }
    /// The title, unless only the chosen answer is shown, and the note.
    public var metadata: MessageMetadata { MessageMetadata(title: isLabel ? nil : title, description: note) }
    /// The sentence that the sender asks the question.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        words.asking(sender, summary(in: words))
    }
}

struct ChoiceSerializer: ContentSerializer {
    func content(from reader: inout PartReader) -> ChoiceContent {
        var settings = JSONObject()
        for name in Choices.settingNames { settings.set(name, reader.any(name)) }
        let items = reader.list("choices")
        for problem in Choices.problems(items: items, settings: settings) { reader.remark(problem) }
        let choices = Choices(items: items, settings: settings)
        let title = reader.any("title")
        if let title, title.string == nil { reader.remark("`title` is not a text") }
        var choice = ChoiceContent(
            choices, label: reader.text("label").nonEmpty ?? reader.text("question").nonEmpty,
            title: title == nil ? ChoiceContent.usualTitle : title?.string.nonEmpty)
        choice.isLabel = reader.text("type")?.lowercased() == "label"
        choice.expandedType = reader.text("expanded_type").nonEmpty
        choice.note = reader.text("note").nonEmpty
        choice.imageURL = reader.text("image_url").nonEmpty
        choice.areCards = reader.text("as") == "cards"
        return choice
    }

    func write(_ content: ChoiceContent, to writer: inout PartWriter) {
        writer.set("label", content.label)
        if content.title != ChoiceContent.usualTitle { writer.set("title", any: .string(content.title ?? "")) }
        if content.isLabel { writer.set("type", "label") }
        writer.set("expanded_type", content.expandedType)
        writer.set("note", content.note)
        writer.set("image_url", content.imageURL)
        if content.areCards { writer.set("as", "cards") }
        for (name, value) in content.choices.settings { writer.set(name, any: value) }
        writer.set("choices", content.choices.items.map(\.json))
    }
}

struct ChoicePresenter: ContentPresenter {
    func lines(of content: ChoiceContent, _ showing: Showing) -> [String] {
        let answer = content.choices.answer(in: showing.message.responses)
        if content.isLabel {
            // With only one answer, it is that one.
            let items = content.choices.items
            let chosen = items.filter { answer.contains($0.id) || items.count == 1 }.map {
                $0.shownText(isChosen: true)
            }
            return [[content.label, chosen.joined(separator: ", ")].known(": ")].compactMap { $0 }
        }
        return [content.label].compactMap { $0 } + content.choices.lines(answer)
    }

    func html(of content: ChoiceContent, _ showing: Showing) -> HTML {
        guard content.isLabel else { return question(content, showing) }
        let shown = lines(of: content, showing).first
        // The other answers can be unfolded when the message allows it.
        guard content.expandedType?.lowercased() == "standard",
            showing.size == .large || content.choices.items.count > 1
        else { return .paragraph(shown) }
        return .element(
            "details", [:], .element("summary", [:], HTML(shown ?? content.summary)), question(content, showing))
    }

    private func question(_ content: ChoiceContent, _ showing: Showing) -> HTML {
        let picture = content.imageURL.map { HTML.image($0, alt: "") } ?? HTML()
        let legend = content.label.map { HTML.element("legend", [:], .lines($0)) } ?? HTML()
        let answers = content.areCards ? content.choices.cards(showing) : content.choices.html(showing)
        return picture + .element("fieldset", [:], legend + answers)
    }
}

extension Choices {
    /// One line for each answer, with headings; a mark before the chosen ones.
    func lines(_ answer: [String]) -> [String] {
        var heading: String?
        return items.flatMap { item -> [String] in
            let isChosen = answer.contains(item.id)
            let line = [item.shownText(isChosen: isChosen), item.note].known(", ") ?? item.id
            let above = item.section == heading ? nil : item.section
            heading = item.section
            return [above, "\(isChosen ? "✓" : "•") \(line)"].compactMap { $0 }
        }
    }
}
