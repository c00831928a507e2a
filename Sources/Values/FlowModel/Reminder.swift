public import Expressions

/// A message of later: when it comes, where it leads, and what makes it needless.
public struct Reminder: Sendable {
    public enum When: Sendable, Hashable {
        /// So long after the step was passed.
        case after(TimeLength)
        /// So long before the time that a name holds.
        case before(TimeLength, Name)
    }

    public var when: When
    /// Where the conversation goes on when it is due.
    public var go: Destination
    /// Tested when it is due; it is not sent when this is true.
    public var unless: Condition?
    /// Where the conversation goes on at once.
    public var then: Destination

    public init(when: When, go: Destination, unless: Condition?, then: Destination) {
        self.when = when
        self.go = go
        self.unless = unless
        self.then = then
    }
}

/// What is called when the customer closes the conversation, without a word to them.
public struct ClosingCall: Sendable {
    /// The place of the action in the bot.
    public var action: Int
    public var inputs: [Call.Input]

    public init(action: Int, inputs: [Call.Input]) {
        self.action = action
        self.inputs = inputs
    }
}
