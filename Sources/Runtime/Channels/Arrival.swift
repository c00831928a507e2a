public import Expressions
public import MessageModel

/// Something that came in from a channel.
public struct Arrival: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case heard(Heard)
        /// Words as a device writes them when a message is reacted to, with what they quote. They are a reaction when we
        /// have sent that, and else the customer's own.
        case reaction(words: String, quoting: String)
        /// A pay sheet was closed, as the device tells it.
        case sheetClosed(ClosedSheet)
        /// The customer has deleted the conversation.
        case closed
        /// Nothing that a conversation goes on with, such as a typing sign; the word is for logs.
        case passing(String)
    }

    public var conversation: ConversationKey
    /// The channel's id of the message: the same when it comes again.
    public var id: String
    /// When it was received.
    public var at: Moment
    public var content: Content
    /// What the device can show; `nil` when the message does not say, and what was known before still holds.
    public var capabilities: Capabilities?
    /// Language and region, such as `de_DE`.
    public var locale: String?
    /// From the entry link.
    public var intent: String?
    public var group: String?

    public init(
        conversation: ConversationKey, id: String, at: Moment, content: Content, capabilities: Capabilities?,
        locale: String? = nil, intent: String? = nil, group: String? = nil
    ) {
        self.conversation = conversation
        self.id = id
        self.at = at
        self.content = content
        self.capabilities = capabilities
        self.locale = locale
        self.intent = intent
        self.group = group
    }
}

/// What became of an arrival, in the only terms that a channel answers with.
public enum Receipt: Sendable, Hashable {
    /// It has been handled, and what follows from it is safe.
    case accepted
    /// It had come before and changes nothing.
    case repeated
    /// It changes nothing; the reason is for logs.
    case ignored(String)
}
