/// Reads and writes the content of one type.
public protocol ContentSerializer<Content>: Sendable {
    /// The type of content that is read and written.
    associatedtype Content: MessageContent

    /// Reads the content of a part.
    ///
    /// - Throws: `PartsProblem`, only when the message is unreadable without the faulty content; everything else is
    ///   left out.
    func content(from reader: inout PartReader) throws(PartsProblem) -> Content
    /// Writes the content to the body of a part and the parts below it.
    func write(_ content: Content, to writer: inout PartWriter)
}

/// The frame around the content of a message.
public enum MessageContainer: String, Sendable {
    /// Title, description and footer below the content.
    case standard
    /// The content only.
    case none
}

/// The known types of messages: the MIME types, serializer, presenter and container of each.
public struct TypeRegistry: Sendable {
    private var registrations: [Registration] = []
    private var byMIMEType: [String: Int] = [:]
    private var byContent: [ObjectIdentifier: Int] = [:]

    /// An empty registry.
    public init() {}

    /// Registers a type; a MIME type that is already registered moves to the new type.
    public mutating func register<Content: MessageContent>(
        _ content: Content.Type, serializer: some ContentSerializer<Content>,
        presenter: some ContentPresenter<Content>, container: MessageContainer = .standard
    ) {
        registrations.append(Registration(content, serializer, presenter, container))
        let index = registrations.count - 1
        byContent[ObjectIdentifier(content)] = index
        for type in content.mimeTypes { byMIMEType[type.lowercased()] = index }
    }

    /// The names of the types, in order of registration.
    public var types: [String] { registrations.map(\.type) }

    func registration(of mimeType: MIMEType) -> Registration? { byMIMEType[mimeType.type].map { registrations[$0] } }

    func registration(of content: some MessageContent) -> Registration? {
        byContent[ObjectIdentifier(Swift.type(of: content))].map { registrations[$0] }
    }
}

/// A registered type, with its Swift type erased.
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
