/// Why an event could not be answered at all.
public enum EngineError: Error, Equatable, CustomStringConvertible {
    /// So many steps were passed without a question.
    case neverWaits(flow: String, steps: Int)
    /// The event belongs to a conversation that does not exist.
    case noConversation

    public var description: String {
        switch self {
        case .neverWaits(let flow, let steps):
            "flow `\(flow)` passed \(steps) steps without asking anything; does a `then` lead back to itself?"
        case .noConversation: "there is no conversation that this could belong to"
        }
    }
}

/// How much one event may set going.
public struct Limits: Sendable {
    /// Steps between two questions.
    public var steps = 100
    /// Flows that are open at a time, each but the first run by another.
    public var flows = 12
    /// Characters in one value.
    public var characters = 10_000
    /// Items in one list.
    public var items = 100
    /// Bytes in one file of a customer.
    public var fileSize = 25_000_000

    public init() {}
}
