/// A way into the bot: what a conversation begins with, and where that leads.
public struct BotEntry: Sendable {
    public enum Condition: Sendable, Hashable {
        /// What the entry link carries; `nil` is whatever it is.
        case link(intent: String?, group: String?)
        /// The customer's whole first message is one of these.
        case words([String])
    }

    public var condition: Condition
    public var destination: StepReference

    public init(_ condition: Condition, destination: StepReference) {
        self.condition = condition
        self.destination = destination
    }
}
