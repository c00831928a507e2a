public import Expressions
public import FlowEngine
public import MessageModel

/// Something that appears on the phone while a conversation is played.
public enum PlayEvent: Sendable, Hashable {
    /// The customer does something: the verb of the line, and its text.
    case customer(verb: String, text: String)
    /// The bot sends a message.
    case bot(PlayedMessage)
    /// An agent writes.
    case person(String)
    /// A sign between the messages.
    case note(Note, String)

    /// A sign between the messages.
    public enum Note: String, Sendable {
        /// The conversation goes to the people of a queue, which is named.
        case handOver = "hand-over"
        /// An agent gives the conversation back to the bot.
        case giveBack = "give-back"
        /// The customer closes the conversation.
        case close
        /// Time passes.
        case wait
        /// A message could not be delivered.
        case undelivered
        /// Something has happened outside; the event is named, with its values.
        case event
    }
}

/// A message of the bot, as the device gets it.
public struct PlayedMessage: Sendable, Hashable {
    /// The same whenever the same lines are played on the same flows.
    public var id: String
    /// The message with its private data, in the form that the device can show.
    public var message: Message
    /// The message with names in place of private data.
    public var shown: Message
    /// The question that it asks.
    public var question: AskedQuestion?
    /// The step that sent it.
    public var step: PlayStep
    /// The customer's language and region, for the formats of values.
    public var language: String
    /// The region of the customer; `nil` when it is not known.
    public var region: RegionCode?

    /// The form in which a question stands on the device, in the words of transcripts; `nil` for other messages.
    public var form: String? { question.map(message.shown) }
}

/// A call that a conversation has made.
public struct PlayedCall: Sendable, Hashable {
    /// The name of the action.
    public var action: String
    /// Without private data.
    public var inputs: Fields
    /// The answer; `nil` for a call that the conversation does not wait for.
    public var outcome: ActionOutcome?
    /// The name of the example that answered.
    public var example: String?
    let id: String
}
