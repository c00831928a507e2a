public import Expressions
public import MessageModel

/// An inbound item from a channel.
public struct Arrival: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case heard(Heard)
        /// Text in the form a device sends when the customer reacts to a message, with the text it quotes. It is a
        /// reaction if we sent the quoted text; otherwise the customer typed it.
        case reaction(words: String, quoting: String)
        /// The device reports that a pay sheet was closed.
        case sheetClosed(ClosedSheet)
        /// The customer has opened the web chat, and has written nothing yet.
        case opened
        /// The customer has deleted the conversation.
        case closed
        /// An item that does not advance a conversation, such as a typing indicator; the word is for logs.
        case passing(String)
    }

    public var conversation: ConversationKey
    /// The channel's message id; a redelivered message has the same id.
    public var id: String
    /// When it was received.
    public var at: Moment
    public var content: Content
    /// What the device can display; `nil` when the message does not include it, in which case the last known
    /// capabilities still apply.
    public var capabilities: Capabilities?
    /// Language and region, such as `de_DE`.
    public var locale: String?
    /// The intent from the entry link.
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

/// The outcome of an arrival, in the only terms a channel responds with.
public enum Receipt: Sendable, Hashable {
    /// It was handled, and its effects are durable.
    case accepted
    /// A duplicate of an earlier arrival; nothing changes.
    case repeated
    /// Nothing changes; the reason is for logs.
    case ignored(String)
}
