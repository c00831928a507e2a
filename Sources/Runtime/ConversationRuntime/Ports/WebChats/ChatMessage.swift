public import Expressions
public import JSON
public import MessageModel

/// The current state of a message of the web chat.
public struct ChatMessage: Sendable, Hashable {
    /// What the bot has to do with the message.
    public enum Hearing: Sendable, Hashable {
        case notForIt
        /// The bot has yet to process this.
        case waiting(Heard)
        case done
    }

    public var conversation: String
    /// Counts from 1.
    public var sequence: Int
    /// Chosen by its sender; unique in its conversation.
    public var id: String
    /// The id of a customer or the bot.
    public var sender: String
    public var sentAt: Moment
    /// The parts of the rich message, a list.
    public var parts: JSONValue
    /// The state type of each name in each part, as set by its first operation.
    public var stateTypes: JSONObject
    public var hearing: Hearing
    /// The revisions at which it was added, and at which it last changed.
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

/// A message to be stored.
public struct NewChatMessage: Sendable, Hashable {
    public var conversation: String
    public var id: String
    public var sender: String
    public var sentAt: Moment
    public var parts: JSONValue
    /// The part that the bot processes; `nil` when the message is not for the bot.
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

/// The result of storing a message.
public enum ChatAddition: Sendable, Hashable {
    case added(ChatMessage)
    /// It was already stored.
    case known(ChatMessage)
    /// Another sender's message has its id.
    case taken
    /// The conversation does not exist, its sender is not in it, or the message it answers does not exist.
    case notFound
}

/// The effect of a response on the message that it answers.
public struct ChatAnswer: Sendable, Hashable {
    /// The new state of the message; `nil` when nothing in it has changed.
    public var changed: Changed?
    /// The response itself, and the part of it that the bot processes.
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
