public import JSON

/// A rich message or a nested one: its content, and the properties of all types.
public struct RichMessage: Sendable, Hashable {
    /// The id of its part; `nil` until it is written.
    public var id: String?
    /// The content, of any type.
    public var content: any MessageContent
    /// The effect of a tap, as far as the message itself defines it.
    public var action: MessageAction
    /// Data for servers; never shown.
    public var customData: JSONObject
    /// The choices that participants have made in it.
    public var responses: ResponseSummary
    /// The choices that are preset in it.
    public var initialState: [InitialOperation]
    /// Members of the body that its type does not know; kept unchanged.
    public var unknown: JSONObject
    /// Nested messages under roles that its type does not know; kept unchanged.
    public var others: [MessageChild]

    /// A message with content and an action.
    public init(_ content: any MessageContent, id: String? = nil, action: MessageAction = MessageAction()) {
        self.id = id
        self.content = content
        self.action = action
        customData = [:]
        responses = ResponseSummary()
        initialState = []
        unknown = [:]
        others = []
    }

    /// The nested messages.
    public var children: [MessageChild] { content.children + others }

    /// A one-line summary.
    public var summary: String { content.summary }

    /// The summary in a reader's language.
    public func summary(in words: MessageWords) -> String { content.summary(in: words) }

    /// The text of the notification; `nil` for messages that cause none.
    ///
    /// - Parameter sender: the name of the sender; `nil` when it is not known.
    public func notification(from sender: String?, in words: MessageWords = .english) -> String? {
        guard !content.isQuiet else { return nil }
        guard let sender else { return summary(in: words) }
        return content.notice(from: sender, in: words) ?? words.saying(sender, summary(in: words))
    }

    /// Whether both messages have equal content and properties.
    public static func == (one: RichMessage, other: RichMessage) -> Bool {
        one.id == other.id && one.action == other.action && one.customData == other.customData
            && one.responses == other.responses && one.initialState == other.initialState
            && one.unknown == other.unknown && one.others == other.others && one.content.equals(other.content)
    }

    /// Hashes the content and the properties of the message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(content)
    }
}
