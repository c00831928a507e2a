public import JSON

/// What one type of rich message says. A type of one's own is a value that conforms to it, with a serializer and a
/// presenter, registered together in a `TypeRegistry`.
public protocol MessageContent: Sendable, Hashable {
    /// The name of the type, such as `text`.
    static var type: String { get }
    /// The MIME types under which it is read; it is written under the first.
    static var mimeTypes: [String] { get }

    /// What it is about in one line, for lists of conversations.
    var summary: String { get }
    /// The same in a reader's language; a type that knows only one says `summary`.
    func summary(in words: MessageWords) -> String
    /// What the standard container says below it.
    var metadata: MessageMetadata { get }
    /// What a tap does when the message says nothing else, such as `open-url`.
    var event: String? { get }
    /// What belongs to an event and can be had from the content, such as its `url`.
    func data(for event: String) -> JSONObject
    /// Messages inside, with what they are to this one.
    var children: [MessageChild] { get }
    /// What the sender did, behind their name: `sent you a photo.`; `nil` says the summary instead.
    var notice: String? { get }
    /// The same as a sentence in a reader's language; a type that knows only one says `notice`.
    func notice(from sender: String, in words: MessageWords) -> String?
    /// Whether nobody is told of it and nothing but its words is shown: neither sender nor time.
    var isQuiet: Bool { get }
    /// Whether it is used by the controls in it, so that the message as a whole cannot be tapped.
    var holdsControls: Bool { get }
}

extension MessageContent {
    public var metadata: MessageMetadata { MessageMetadata() }
    public var event: String? { nil }
    public func data(for event: String) -> JSONObject { JSONObject() }
    public var children: [MessageChild] { [] }
    public var notice: String? { nil }
    public func summary(in words: MessageWords) -> String { summary }
    public func notice(from sender: String, in words: MessageWords) -> String? { notice.map { "\(sender) \($0)" } }
    public var isQuiet: Bool { false }
    public var holdsControls: Bool { false }

    func equals(_ other: any MessageContent) -> Bool { (other as? Self) == self }
}

/// What a container shows beside the content itself.
public struct MessageMetadata: Sendable, Hashable {
    public var title: String?
    public var description: String?
    public var footer: String?

    public init(title: String? = nil, description: String? = nil, footer: String? = nil) {
        self.title = title.nonEmpty
        self.description = description.nonEmpty
        self.footer = footer.nonEmpty
    }
}

/// A message inside another.
public struct MessageChild: Sendable, Hashable {
    /// What it is to the one above, such as `carousel-item`.
    public var role: String
    public var message: RichMessage

    public init(_ role: String, _ message: RichMessage) {
        self.role = role
        self.message = message
    }
}

extension String? {
    /// Without a text that says nothing.
    var nonEmpty: String? { flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
}
