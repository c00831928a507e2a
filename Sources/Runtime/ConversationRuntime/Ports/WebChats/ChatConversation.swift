public import Channels
public import Expressions
public import JSON

/// A conversation of the web chat, with everybody who takes part or has taken part in it.
public struct ChatConversation: Sendable, Hashable {
    public var id: String
    /// The session of the flow that it belongs to.
    public var key: ConversationKey
    /// Whether the same participants always get this one.
    public var isDistinct: Bool
    /// Texts of whoever has begun it.
    public var metadata: JSONObject
    public var createdAt: Moment
    /// Those who have left among them.
    public var participants: [ChatParticipant]
    /// The sequence of its newest message; 0 when there is none.
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

    /// Those who have not left.
    public var present: [ChatParticipant] { participants.filter { !$0.hasLeft } }

    public func participant(_ id: String) -> ChatParticipant? { participants.first { $0.id == id } }

    /// Somebody who is in it now.
    public func member(_ id: String) -> ChatParticipant? { present.first { $0.id == id } }
}

/// Somebody's part in a conversation.
public struct ChatParticipant: Sendable, Hashable {
    public var id: String
    public var name: String?
    public var language: String?
    public var role: ChatCustomer.Role
    public var hasLeft: Bool
    /// They see the messages after this sequence: whoever has left and comes back begins anew.
    public var since: Int
    /// The sequence of the newest message that has reached them, and of the newest that they have read.
    public var deliveredUpTo: Int
    public var readUpTo: Int
    /// When they came, and when anything of this has changed.
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

/// A conversation that is to begin.
public struct NewChatConversation: Sendable, Hashable {
    public var id: String
    public var key: ConversationKey
    /// The ids of its participants, the one who begins it first.
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
