/// Something of a customer's conversations that has changed, as it stands now.
public enum ChatChange: Sendable, Hashable {
    /// They are in a conversation that is new to them, or that is not what it was.
    case conversation(ChatConversation, isNew: Bool)
    /// They are not in a conversation any more.
    case left(conversation: String, revision: Int)
    case message(ChatMessage, in: ChatConversation, isNew: Bool)
    case receipt(ChatParticipant, in: String)

    /// When it happened: revisions grow over all conversations.
    public var revision: Int {
        switch self {
        case .conversation(let conversation, _): conversation.revision
        case .left(_, let revision): revision
        case .message(let message, _, _): message.revision
        case .receipt(let participant, _): participant.revision
        }
    }
}

/// What has changed since a revision, in the order in which it has.
public struct ChatChanges: Sendable, Hashable {
    public var changes: [ChatChange]
    /// The revision up to which they tell everything.
    public var revision: Int
    /// There is more than was asked for; then `changes` is empty.
    public var isTooMuch: Bool

    public init(changes: [ChatChange], revision: Int, isTooMuch: Bool = false) {
        self.changes = changes
        self.revision = revision
        self.isTooMuch = isTooMuch
    }
}
