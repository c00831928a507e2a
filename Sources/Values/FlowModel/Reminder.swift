public import Expressions

/// A message in the future: when it is due, where it leads, and the condition that cancels it.
public struct Reminder: Sendable {
    public enum When: Sendable, Hashable {
        /// This long after the step was passed.
        case after(TimeLength)
        /// This long before the time in a name.
        case before(TimeLength, Name)
    }

    public var when: When
    /// Where the conversation continues when it is due.
    public var go: Destination
    /// Evaluated when it is due; the reminder is not sent when this is true.
    public var unless: Condition?
    /// Where the conversation continues immediately.
    public var then: Destination
    /// The name under which it is moved and removed.
    public var name: Phrase?
    /// Whether the step has an exit for a reminder that is not set because too many wait.
    public var hasExit = false

    public init(when: When, go: Destination, unless: Condition?, then: Destination) {
        self.when = when
        self.go = go
        self.unless = unless
        self.then = then
    }
}

/// The call that is made when the customer closes the conversation; the customer gets no message.
public struct ClosingCall: Sendable {
    /// The index of the action in the bot.
    public var action: Int
    public var inputs: [Call.Input]

    public init(action: Int, inputs: [Call.Input]) {
        self.action = action
        self.inputs = inputs
    }
}
