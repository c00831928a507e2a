public import JSON

/// The content of one type of rich message. A custom type is a value that conforms to this protocol, with a serializer
/// and a presenter, registered together in a `TypeRegistry`.
public protocol MessageContent: Sendable, Hashable {
    /// The name of the type, such as `text`.
    static var type: String { get }
    /// The MIME types of the type: all of them are read, the first one is written.
    static var mimeTypes: [String] { get }

    /// A one-line summary, for lists of conversations.
    var summary: String { get }
    /// The summary in a reader's language; by default the same as `summary`.
    func summary(in words: MessageWords) -> String
    /// The texts that the standard container shows below the content.
    var metadata: MessageMetadata { get }
    /// The default event of a tap, such as `open-url`.
    var event: String? { get }
    /// The data of an event, as far as the content contains it, such as its `url`.
    func data(for event: String) -> JSONObject
    /// The nested messages, with their roles.
    var children: [MessageChild] { get }
    /// The action of the sender, to follow their name: `sent you a photo.`; `nil` uses the summary instead.
    var notice: String? { get }
    /// The notification as a sentence in a reader's language; by default the sender's name and `notice`.
    func notice(from sender: String, in words: MessageWords) -> String?
    /// Whether the message causes no notification and is shown without sender and time.
    var isQuiet: Bool { get }
    /// Whether the message is used through the controls in it, so that the message as a whole does not react to taps.
    var holdsControls: Bool { get }
}

extension MessageContent {
    /// No metadata, unless the type defines it.
    public var metadata: MessageMetadata { MessageMetadata() }
    /// No default event, unless the type defines one.
    public var event: String? { nil }
    /// No data, unless the type defines it.
    public func data(for event: String) -> JSONObject { JSONObject() }
    /// No nested messages, unless the type defines them.
    public var children: [MessageChild] { [] }
    /// No notice, unless the type defines one: notifications use the summary.
    public var notice: String? { nil }
    /// The same as `summary`, unless the type defines summaries in several languages.
    public func summary(in words: MessageWords) -> String { summary }
    /// The sender's name and `notice`, unless the type defines notices in several languages.
    public func notice(from sender: String, in words: MessageWords) -> String? { notice.map { "\(sender) \($0)" } }
    /// `false`, unless the type defines it.
    public var isQuiet: Bool { false }
    /// `false`, unless the type defines it.
    public var holdsControls: Bool { false }

    func equals(_ other: any MessageContent) -> Bool { (other as? Self) == self }
}

/// The texts that a container shows in addition to the content.
public struct MessageMetadata: Sendable, Hashable {
    /// The title of the message.
    public var title: String?
    /// The text below the title.
    public var description: String?
    /// The last line, such as an author or a size.
    public var footer: String?

    /// Metadata with the given texts.
    public init(title: String? = nil, description: String? = nil, footer: String? = nil) {
        self.title = title.nonEmpty
        self.description = description.nonEmpty
        self.footer = footer.nonEmpty
    }
}

/// A nested message with its role.
public struct MessageChild: Sendable, Hashable {
    /// The role below the parent, such as `carousel-item`.
    public var role: String
    /// The nested message.
    public var message: RichMessage

    /// A nested message with its role.
    public init(_ role: String, _ message: RichMessage) {
        self.role = role
        self.message = message
    }
}

extension String? {
    /// The text; `nil` when it is blank.
    var nonEmpty: String? { flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}
