public import JSON

/// Buttons, alone or below another message: some trigger an action, others are choices.
public struct ButtonsContent: MessageContent {
    /// The name of the type: `buttons`.
    public static let type = "buttons"
    /// The MIME type of the type.
    public static let mimeTypes = ["application/vnd.layer.buttons+json"]
    static let contentRole = "content"

    /// A button, or a set of them.
    public enum Button: Sendable, Hashable {
        /// A button that triggers an action.
        case action(ActionButton)
        /// A set of buttons with single or multiple choice.
        case choice(Choices)
        /// A button of an unknown kind, unchanged.
        case other(JSONValue)
    }

    /// A button that triggers an action.
    public struct ActionButton: Sendable, Hashable {
        /// The label of the button.
        public var text: String
        /// The effect of pressing the button.
        public var action: MessageAction
        /// The tooltip.
        public var tooltip: String?
        /// The address of the icon.
        public var icon: String?

        /// A button with its label and action.
        public init(_ text: String, _ action: MessageAction) {
            self.text = text
            self.action = action
        }
    }

    /// The buttons, in order.
    public var buttons: [Button]
    /// The message above the buttons.
    public var content: RichMessage?

    /// Buttons, optionally below a message.
    public init(_ buttons: [Button], below content: RichMessage? = nil) {
        self.buttons = buttons
        self.content = content
    }

    /// Always `true`: the message is used through the controls in it.
    public var holdsControls: Bool { true }
    /// The summary in English.
    public var summary: String { summary(in: .english) }
    /// The summary of the content; without content, the name for one or several buttons.
    public func summary(in words: MessageWords) -> String {
        if let content { return content.summary(in: words) }
        let count = buttons.reduce(0) { count, button in
            if case .choice(let choices) = button { count + choices.items.count } else { count + 1 }
        }
        return words.name(count == 1 ? .button : .buttons)
    }

    /// The metadata of the content; only the content is inside the container.
    public var metadata: MessageMetadata { content?.content.metadata ?? MessageMetadata() }
    /// The content above the buttons.
    public var children: [MessageChild] { content.map { [MessageChild(Self.contentRole, $0)] } ?? [] }
    /// The notification of the content.
    public func notice(from sender: String, in words: MessageWords) -> String? {
        content?.content.notice(from: sender, in: words)
    }

    /// The effect of pressing a button; the content provides the data that the button lacks, such as an address.
    public func action(of button: ActionButton) -> MessageAction {
        guard let content, let event = button.action.event else { return button.action }
        var action = button.action
        for (key, value) in content.content.data(for: event) where action.data[key] == nil { action.data[key] = value }
        return action
    }
}

struct ButtonsSerializer: ContentSerializer {
    func content(from reader: inout PartReader) throws(PartsProblem) -> ButtonsContent {
        let list = reader.list("buttons")
        let buttons = list.map(ButtonsContent.Button.init)
        for (index, button) in buttons.enumerated() {
            for problem in button.problems(in: list[index]) { reader.remark("`buttons[\(index)]`: \(problem)") }
        }
        return ButtonsContent(buttons, below: try reader.message(ButtonsContent.contentRole))
    }

    func write(_ content: ButtonsContent, to writer: inout PartWriter) {
        writer.set("buttons", any: .array(content.buttons.map(\.json)))
        writer.add(ButtonsContent.contentRole, content.content)
    }
}

extension ButtonsContent.Button {
    fileprivate func problems(in json: JSONValue) -> [String] {
        switch self {
        case .action(let button): button.text.isEmpty ? ["there is no `text`"] : []
        case .choice:
            Choices.problems(items: json["choices"]?.array ?? [], settings: json["data"]?.object ?? [:])
        case .other: ["its `type` is neither `action` nor `choice`"]
        }
    }

    fileprivate init(json: JSONValue) {
        switch json["type"]?.string {
        case "action":
            let action = MessageAction(json: json)
            var button = ButtonsContent.ActionButton(json["text"]?.string ?? json["title"]?.string ?? "", action)
            button.tooltip = json["tooltip"]?.string.nonEmpty
            button.icon = json["icon"]?.string.nonEmpty
            self = .action(button)
        case "choice",
            nil where json["choices"]?.array != nil:
            self = .choice(Choices(items: json["choices"]?.array ?? [], settings: json["data"]?.object ?? [:]))
        default: self = .other(json)
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .action(let button):
            var object: JSONObject = ["type": "action", "text": .string(button.text)]
            object = object.overlaid(with: button.action.json.object ?? [:])
            object.set("tooltip", button.tooltip.map { .string($0) })
            object.set("icon", button.icon.map { .string($0) })
            return .object(object)
        case .choice(let choices):
            var object: JSONObject = ["type": "choice", "choices": .array(choices.items.map(\.json))]
            if !choices.settings.isEmpty { object["data"] = .object(choices.settings) }
            return .object(object)
        case .other(let json): return json
        }
    }
}

struct ButtonsPresenter: ContentPresenter {
    func lines(of content: ButtonsContent, _ showing: Showing) -> [String] {
        let above = content.content.map { showing.lines(of: $0, as: ButtonsContent.contentRole) } ?? []
        return above
            + content.buttons.flatMap { button -> [String] in
                switch button {
                case .action(let button):
                    let address = content.action(of: button).address
                    return [["[\(button.text)]", address].known(" ") ?? ""]
                case .choice(let choices): return choices.lines(choices.answer(in: showing.message.responses))
                case .other: return []
                }
            }
    }

    func html(of content: ButtonsContent, _ showing: Showing) -> HTML {
        let above = content.content.map { showing.html(of: $0, as: ButtonsContent.contentRole) } ?? HTML()
        let buttons = content.buttons.map { button -> HTML in
            switch button {
            case .action(let button): html(of: button, content.action(of: button))
            case .choice(let choices): choices.html(showing)
            case .other: HTML()
            }
        }
        let question = showing.message.customData["summary"]?.string
        return above + .element("div", ["class": "buttons", "role": "group", "aria-label": question], buttons)
    }

    private func html(of button: ButtonsContent.ActionButton, _ action: MessageAction) -> HTML {
        let icon = button.icon.flatMap { HTML.isPicture($0) ? HTML.image($0, alt: "") : nil } ?? HTML()
        if let address = action.address, HTML.isSafe(address) {
            return .link(address, class: "button", icon + HTML(button.text))
        }
        let values = action.data.isEmpty ? nil : JSONValue.object(action.data).text
        return .element(
            "button",
            ["type": "button", "data-event": action.event, "data-values": values, "title": button.tooltip],
            icon + HTML(button.text))
    }
}
