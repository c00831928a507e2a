public import JSON

/// A rich message, or one inside another: its content, and what messages of all types have.
public struct RichMessage: Sendable, Hashable {
    /// The name of its part; `nil` until it is written.
    public var id: String?
    public var content: any MessageContent
    /// What a tap does, as far as the message itself says it.
    public var action: MessageAction
    /// For servers; never shown.
    public var customData: JSONObject
    /// What people have chosen in it.
    public var responses: ResponseSummary
    /// What is chosen from the beginning.
    public var initialState: [InitialOperation]
    /// Members of the body that its type does not know; they are kept as they are.
    public var unknown: JSONObject
    /// Messages inside it under roles that its type does not know; kept as they are.
    public var others: [MessageChild]

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

    /// The messages inside it.
    public var children: [MessageChild] { content.children + others }

    /// What it is about in one line.
    public var summary: String { content.summary }

    /// The same in a reader's language.
    public func summary(in words: MessageWords) -> String { content.summary(in: words) }

    /// What people who are not looking are told; `nil` when they are not.
    ///
    /// - Parameter sender: the name of who has sent it; `nil` when nobody knows.
    public func notification(from sender: String?, in words: MessageWords = .english) -> String? {
        guard !content.isQuiet else { return nil }
        guard let sender else { return summary(in: words) }
        return content.notice(from: sender, in: words) ?? words.saying(sender, summary(in: words))
    }

    public static func == (one: RichMessage, other: RichMessage) -> Bool {
        one.id == other.id && one.action == other.action && one.customData == other.customData
            && one.responses == other.responses && one.initialState == other.initialState
            && one.unknown == other.unknown && one.others == other.others && one.content.equals(other.content)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(content)
    }
}
