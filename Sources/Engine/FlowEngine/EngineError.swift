/// The reason why an event cannot be processed at all.
public enum EngineError: Error, Equatable, CustomStringConvertible {
    /// This many steps were passed without a question.
    case neverWaits(flow: String, steps: Int)
    /// The event belongs to a conversation that does not exist.
    case noConversation

    public var description: String {
        switch self {
        case .neverWaits(let flow, let steps):
            "flow `\(flow)` passed \(steps) steps without asking anything; does a `then` lead back to itself?"
        case .noConversation: "there is no conversation for this event"
        }
    }
}

/// The limits of processing one event.
public struct Limits: Sendable {
    /// The largest number of steps between two questions.
    public var steps = 100
    /// The largest number of flows that are open at a time: the first one and those nested in it.
    public var flows = 12
    /// The largest number of characters in one value.
    public var characters = 10_000
    /// The largest number of items in one list.
    public var items = 100
    /// The largest number of bytes in one file from a customer.
    public var fileSize = 25_000_000
    /// The largest number of reminders that wait for one customer.
    public var reminders = 10

    public init() {}
}
