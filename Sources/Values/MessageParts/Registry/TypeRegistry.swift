/// Reads and writes the content of one type.
public protocol ContentSerializer<Content>: Sendable {
    associatedtype Content: MessageContent

    /// - Throws: only what makes the message unreadable; what a type can do without, it does without.
    func content(from reader: inout PartReader) throws(PartsProblem) -> Content
    func write(_ content: Content, to writer: inout PartWriter)
}

/// What stands around the content of a message.
public enum MessageContainer: String, Sendable {
    /// Title, description and footer below it.
    case standard
    case none
}

/// All types of messages that are known: for each its MIME types, its serializer, its presenter and its container.
public struct TypeRegistry: Sendable {
    private var registrations: [Registration] = []
    private var byMIMEType: [String: Int] = [:]
    private var byContent: [ObjectIdentifier: Int] = [:]

    public init() {}

    /// Adds a type; one that takes over a MIME type replaces who had it.
    public mutating func register<Content: MessageContent>(
        _ content: Content.Type, serializer: some ContentSerializer<Content>,
        presenter: some ContentPresenter<Content>, container: MessageContainer = .standard
    ) {
        registrations.append(Registration(content, serializer, presenter, container))
        let index = registrations.count - 1
        byContent[ObjectIdentifier(content)] = index
        for type in content.mimeTypes { byMIMEType[type.lowercased()] = index }
    }

    /// The names of the types, in the order in which they were registered.
    public var types: [String] { registrations.map(\.type) }

    func registration(of mimeType: MIMEType) -> Registration? { byMIMEType[mimeType.type].map { registrations[$0] } }

    func registration(of content: some MessageContent) -> Registration? {
        byContent[ObjectIdentifier(Swift.type(of: content))].map { registrations[$0] }
    }
}

/// One type, its own Swift type forgotten.
struct Registration: Sendable {
    let type: String
    let mimeType: String
    let container: MessageContainer
    let read: @Sendable (inout PartReader) throws(PartsProblem) -> any MessageContent
    let write: @Sendable (any MessageContent, inout PartWriter) -> Void
    let lines: @Sendable (any MessageContent, Showing) -> [String]
    let html: @Sendable (any MessageContent, Showing) -> HTML
    let background: @Sendable (any MessageContent) -> String?

    init<Content: MessageContent>(
        _ content: Content.Type, _ serializer: some ContentSerializer<Content>,
        _ presenter: some ContentPresenter<Content>, _ container: MessageContainer
    ) {
        type = content.type
        mimeType = content.mimeTypes.first ?? ""
        self.container = container
        read = { (reader) throws(PartsProblem) in try serializer.content(from: &reader) }
        write = { content, writer in
            if let content = content as? Content { serializer.write(content, to: &writer) }
        }
        lines = { content, showing in (content as? Content).map { presenter.lines(of: $0, showing) } ?? [] }
        html = { content, showing in (content as? Content).map { presenter.html(of: $0, showing) } ?? HTML() }
        background = { content in (content as? Content).flatMap { presenter.background(of: $0) } }
    }
}
