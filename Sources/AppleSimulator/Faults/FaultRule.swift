public import Expressions

/// Something that goes wrong on the wire, and how often.
public struct FaultRule: Sendable, Hashable {
    public let side: Side
    public let kind: Kind
    /// How many times it strikes, then it is used up; `nil` for ever.
    public let count: Int?
    /// The chance that it strikes, above 0 and at most 1; `nil` for always.
    public let probability: Double?
    /// Whom it strikes; `nil` for everybody.
    public let customer: CustomerID?

    /// Which half of the wire.
    public enum Side: String, Sendable, CaseIterable {
        /// Messages from the business to Apple.
        case gateway
        /// Messages from Apple to the business. Typing signals are spared, so that the count is one of messages.
        case webhook
    }

    public enum Kind: Sendable, Hashable {
        /// Gateway: this status is answered, and nothing is taken. Webhook: the business is asked, and its answer
        /// counts as this status.
        case status(Int)
        /// Gateway: the connection is closed, and nothing is taken. Webhook: it is never posted.
        case dropBefore
        /// Gateway: the message is taken and the connection closed, so that the sender cannot know. Webhook: it is
        /// posted, and the answer is lost.
        case dropAfter
        /// It happens this much later, on the simulator's clock.
        case delay(TimeLength)
        /// Webhook only: a tap is posted twice, under two ids with one session, the second this much after the first.
        case doubleTap(after: TimeLength)
    }

    /// Throws `SimulatorRefusal` with the part that makes no sense.
    public init(
        on side: Side, _ kind: Kind, count: Int? = nil, probability: Double? = nil, customer: CustomerID? = nil
    ) throws(SimulatorRefusal) {
        if let count, count < 1 { throw .invalid("count: at least 1") }
        if let probability, !(probability > 0 && probability <= 1) {
            throw .invalid("probability: above 0 and at most 1")
        }
        switch kind {
        case .status(let status) where !(400...599).contains(status): throw .invalid("status: from 400 to 599")
        case .doubleTap where side == .gateway: throw .invalid("kind: `double-tap` happens to webhooks only")
        case .delay(let length) where length < .zero: throw .invalid("seconds: not negative")
        case .doubleTap(let length) where length < .zero: throw .invalid("seconds: not negative")
        default: break
        }
        self.side = side
        self.kind = kind
        self.count = count
        self.probability = probability
        self.customer = customer
    }
}

extension FaultRule.Kind {
    /// The word for it in the control API.
    public var word: String {
        switch self {
        case .status: "status"
        case .dropBefore: "drop-before"
        case .dropAfter: "drop-after"
        case .delay: "delay"
        case .doubleTap: "double-tap"
        }
    }
}
