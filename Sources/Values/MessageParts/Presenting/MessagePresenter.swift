public import Expressions

/// Presents rich messages of all types of a registry.
public struct MessagePresenter: Sendable {
    private let registry: TypeRegistry
    let wording: Wording
    let viewer: String?

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - registry: the known types of messages.
    ///   - wording: the language and formats of values.
    ///   - viewer: the identity for whom messages are presented: viewers see their own choices, and may choose where it
    ///     is enabled for them; `nil` presents messages as a participant who may choose sees them.
    public init(_ registry: TypeRegistry = .standard, _ wording: Wording = .standard, viewer: String? = nil) {
        self.registry = registry
        self.wording = wording
        self.viewer = viewer
    }

    /// The message as plain text, one line for each of its parts.
    public func text(of message: RichMessage, _ size: MessageSize = .large) -> String {
        lines(of: message, size).joined(separator: "\n")
    }

    func lines(
        of message: RichMessage, _ size: MessageSize, inheriting inherited: MessageAction = MessageAction()
    ) -> [String] {
        let registration = registration(of: message)
        var message = message
        message.responses = message.shownResponses
        let showing = Showing(message, size, message.effectiveAction(inheriting: inherited), self)
        var lines = registration.lines(message.content, showing)
        if registration.container == .standard {
            let metadata = message.content.metadata
            // The title comes first, unless the content contains it.
            if let title = metadata.title, !lines.contains(title) { lines.insert(title, at: 0) }
            for line in [metadata.description, metadata.footer].compactMap({ $0 }) where !lines.contains(line) {
                lines.append(line)
            }
        }
        // Addresses come last.
        if registration.container == .standard { lines = lines.filter { !HTML.isSafe($0) } + lines.filter(HTML.isSafe) }
        if let address = showing.address, !lines.contains(where: { $0.contains(address) }) { lines.append(address) }
        return lines.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// The message as HTML.
    public func html(of message: RichMessage, _ size: MessageSize = .large) -> HTML {
        html(of: message, size, inheriting: MessageAction())
    }

    func html(of message: RichMessage, _ size: MessageSize, inheriting inherited: MessageAction) -> HTML {
        let registration = registration(of: message)
        var message = message
        if !message.isQuestion { message.responses = message.shownResponses }
        let showing = Showing(message, size, message.effectiveAction(inheriting: inherited), self)
        var content = registration.html(message.content, showing)
        if registration.container == .standard { content = contained(content, showing) }
        if let address = showing.address, HTML.isSafe(address), !content.links.contains(address) {
            content.append(.element("p", ["class": "open"], .link(address, HTML(address))))
        }
        if showing.isTapped, !content.hasTapButton {
            let summary = message.summary(in: MessageWords(wording))
            content.append(.element("p", ["class": "open"], showing.button(HTML(summary))))
        }
        let classes = ["message", registration.type, size.rawValue].joined(separator: " ")
        return .element(
            "article",
            [
                "class": classes, "aria-label": message.summary(in: MessageWords(wording)), "data-node": message.id,
                "data-background": registration.background(message.content), "data-event": showing.action.event,
                "data-values": showing.values,
            ], content)
    }

    /// The standard container: the content, with title, description and footer below it.
    private func contained(_ content: HTML, _ showing: Showing) -> HTML {
        let metadata = showing.message.content.metadata
        let details: [HTML] = [
            metadata.title.map { title in
                .element("h3", ["class": "title"], showing.tappable(HTML(title)))
            } ?? HTML(),
            .paragraph(metadata.description, class: "description"),
            metadata.footer.map { .element("footer", ["class": "footer"], HTML($0)) } ?? HTML(),
        ]
        guard details.contains(where: { !$0.isEmpty }) else { return content }
        let body: HTML = content.isEmpty ? HTML() : .element("div", ["class": "content"], content)
        return body + .element("div", ["class": "details"], details)
    }

    private func registration(of message: RichMessage) -> Registration {
        registry.registration(of: message.content) ?? TypeRegistry.unknown
    }
}

extension Wording {
    /// English, times in UTC.
    public static let standard = Wording(language: "en", zone: .utc)
}
