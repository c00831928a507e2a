public import Expressions
public import JSON
public import MessageModel

/// A message of the web chat, as it stands.
public struct ChatMessage: Sendable, Hashable {
    /// What the bot has to do with it.
    public enum Hearing: Sendable, Hashable {
        case notForIt
        /// It is still to hear this.
        case waiting(Heard)
        case done
    }

    public var conversation: String
    /// Counts from 1.
    public var sequence: Int
    /// Chosen by whoever sent it; one of a kind in its conversation.
    public var id: String
    /// A customer's id, or the bot's.
    public var sender: String
    public var sentAt: Moment
    /// The parts of the rich message, a list.
    public var parts: JSONValue
    /// What kind of state each name of each part has, as its first operation has settled it.
    public var stateTypes: JSONObject
    public var hearing: Hearing
    /// When it came, and when it has changed last.
    public var firstRevision: Int
    public var revision: Int

    public init(
        conversation: String, sequence: Int, id: String, sender: String, sentAt: Moment, parts: JSONValue,
        stateTypes: JSONObject = [:], hearing: Hearing = .notForIt, firstRevision: Int, revision: Int
    ) {
        self.conversation = conversation
        self.sequence = sequence
        self.id = id
        self.sender = sender
        self.sentAt = sentAt
        self.parts = parts
        self.stateTypes = stateTypes
        self.hearing = hearing
        self.firstRevision = firstRevision
        self.revision = revision
    }
}

/// A message that is to be kept.
public struct NewChatMessage: Sendable, Hashable {
    public var conversation: String
    public var id: String
    public var sender: String
    public var sentAt: Moment
    public var parts: JSONValue
    /// What the bot hears of it; `nil` when it is not for the bot.
    public var heard: Heard?

    public init(
        conversation: String, id: String, sender: String, sentAt: Moment, parts: JSONValue, heard: Heard? = nil
    ) {
        self.conversation = conversation
        self.id = id
        self.sender = sender
        self.sentAt = sentAt
        self.parts = parts
        self.heard = heard
    }
}

/// What became of a message that was to be kept.
public enum ChatAddition: Sendable, Hashable {
    case added(ChatMessage)
    /// It was here already.
    case known(ChatMessage)
    /// Somebody else's message has its id.
    case taken
    /// There is no such conversation, its sender is not in it, or what it answers is not there.
    case notFound
}

/// What a response makes of the message that it answers.
public struct ChatAnswer: Sendable, Hashable {
    /// The message as it stands then; `nil` when nothing in it has changed.
    public var changed: Changed?
    /// The response itself, and what the bot hears of it.
    public var parts: JSONValue
    public var heard: Heard?

    public struct Changed: Sendable, Hashable {
        public var parts: JSONValue
        public var stateTypes: JSONObject

        public init(parts: JSONValue, stateTypes: JSONObject) {
            self.parts = parts
            self.stateTypes = stateTypes
        }
    }

    public init(changed: Changed?, parts: JSONValue, heard: Heard?) {
        self.changed = changed
        self.parts = parts
        self.heard = heard
    }
}
