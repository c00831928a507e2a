public import Channels
public import Expressions
public import JSON

/// A conversation of the web chat, with all of its present and former participants.
public struct ChatConversation: Sendable, Hashable {
    public var id: String
    /// The flow session that it belongs to.
    public var key: ConversationKey
    /// Whether the same participants always get this conversation.
    public var isDistinct: Bool
    /// Text values set by its creator.
    public var metadata: JSONObject
    public var createdAt: Moment
    /// Includes those who have left.
    public var participants: [ChatParticipant]
    /// The sequence number of its newest message; 0 when there is none.
    public var lastSequence: Int
    public var revision: Int

    public init(
        id: String, key: ConversationKey, isDistinct: Bool, metadata: JSONObject, createdAt: Moment,
        participants: [ChatParticipant], lastSequence: Int = 0, revision: Int = 0
    ) {
        self.id = id
        self.key = key
        self.isDistinct = isDistinct
        self.metadata = metadata
        self.createdAt = createdAt
        self.participants = participants
        self.lastSequence = lastSequence
        self.revision = revision
    }

    /// The participants who have not left.
    public var present: [ChatParticipant] { participants.filter { !$0.hasLeft } }

    public func participant(_ id: String) -> ChatParticipant? { participants.first { $0.id == id } }

    /// A current participant.
    public func member(_ id: String) -> ChatParticipant? { present.first { $0.id == id } }
}

/// One participant's membership of a conversation.
public struct ChatParticipant: Sendable, Hashable {
    public var id: String
    public var name: String?
    public var language: String?
    public var role: ChatCustomer.Role
    public var hasLeft: Bool
    /// The participant sees only messages after this sequence number: one who leaves and returns starts over.
    public var since: Int
    /// The sequence numbers of the newest message delivered to the participant, and of the newest one read.
    public var deliveredUpTo: Int
    public var readUpTo: Int
    /// The revisions at which the participant joined, and at which any of this last changed.
    public var joinedRevision: Int
    public var revision: Int

    public init(
        id: String, name: String? = nil, language: String? = nil, role: ChatCustomer.Role = .customer,
        hasLeft: Bool = false, since: Int = 0, deliveredUpTo: Int = 0, readUpTo: Int = 0, joinedRevision: Int = 0,
        revision: Int = 0
    ) {
        self.id = id
        self.name = name
        self.language = language
        self.role = role
        self.hasLeft = hasLeft
        self.since = since
        self.deliveredUpTo = deliveredUpTo
        self.readUpTo = readUpTo
        self.joinedRevision = joinedRevision
        self.revision = revision
    }

    public var isBot: Bool { id == ChatCustomer.bot }
}

/// A conversation to be created.
public struct NewChatConversation: Sendable, Hashable {
    public var id: String
    public var key: ConversationKey
    /// The ids of its participants, its creator first.
    public var participants: [String]
    public var isDistinct: Bool
    public var metadata: JSONObject
    public var at: Moment

    public init(
        id: String, key: ConversationKey, participants: [String], isDistinct: Bool, metadata: JSONObject, at: Moment
    ) {
        self.id = id
        self.key = key
        self.participants = participants
        self.isDistinct = isDistinct
        self.metadata = metadata
        self.at = at
    }
}
