/// A change in a customer's conversations, with the current state.
public enum ChatChange: Sendable, Hashable {
    /// The customer is in a conversation that is new to them or has changed.
    case conversation(ChatConversation, isNew: Bool)
    /// The customer is no longer in a conversation.
    case left(conversation: String, revision: Int)
    case message(ChatMessage, in: ChatConversation, isNew: Bool)
    case receipt(ChatParticipant, in: String)

    /// The revision of the change; revisions increase across all conversations.
    public var revision: Int {
        switch self {
        case .conversation(let conversation, _): conversation.revision
        case .left(_, let revision): revision
        case .message(let message, _, _): message.revision
        case .receipt(let participant, _): participant.revision
        }
    }
}

/// The changes since a revision, in order.
public struct ChatChanges: Sendable, Hashable {
    public var changes: [ChatChange]
    /// The revision up to which they are complete.
    public var revision: Int
    /// There are more changes than requested; `changes` is empty then.
    public var isTooMuch: Bool

    public init(changes: [ChatChange], revision: Int, isTooMuch: Bool = false) {
        self.changes = changes
        self.revision = revision
        self.isTooMuch = isTooMuch
    }
}
