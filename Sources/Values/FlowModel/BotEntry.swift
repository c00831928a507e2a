public import Expressions

/// An entry point of the bot: the first message or link of a conversation, and where it leads.
public struct BotEntry: Sendable {
    public enum Condition: Sendable, Hashable {
        /// The data in the entry link; `nil` matches any.
        case link(intent: String?, group: String?)
        /// The customer's whole first message is one of these.
        case words([String])
        /// One of these stands in the customer's first message, by language.
        case contains([String: [SoughtWords]])
        /// An event from outside with this name, for a customer whose conversation is over.
        case event(String)
    }

    public var condition: Condition
    public var destination: StepReference

    public init(_ condition: Condition, destination: StepReference) {
        self.condition = condition
        self.destination = destination
    }
}
