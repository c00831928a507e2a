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
        /// Where a file may be uploaded.
        case preUpload = "pre-upload"
        /// The bytes of a file from the business.
        case upload
        /// Where a file can be fetched.
        case preDownload = "pre-download"
        /// The bytes of a file to the business.
        case download
        /// The decoding of a large reply.
        case decodePayload = "decode-payload"
        /// Where a business asks for a merchant session.
        case merchantSession = "merchant-session"
        /// The calls that Apple Pay makes to the endpoints of a business.
        case payment
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
        /// It happens at once, and is answered this much later, on the simulator's clock.
        case lateAnswer(TimeLength)
        /// The clock on Apple's side is this far ahead; behind when it is negative. Gateway: tokens are judged by it.
        /// Webhook: the token was made by it.
        case clockSkew(TimeLength)
        /// Webhook only: the message is overtaken by the next one of its customer, or posted this much later when none
        /// comes.
        case outOfOrder(atMost: TimeLength)
        /// Webhook only: a tap is posted twice, under two ids with one session, the second this much after the first.
        case doubleTap(after: TimeLength)
        /// Payment only: a call is made twice alike; both at once, or the second this much after the first is answered.
        case doubleCall(after: TimeLength)
        /// Webhook only: another device of the customer answers the same bubble alike this much later, under an id and a
        /// session of its own.
        case secondDevice(after: TimeLength)
        /// Webhook only: this much after a tap the customer scrolls up and repeats the tap before it, under a new id.
        case oldTap(after: TimeLength)
        /// Webhook only: the message names a key that does not open the file it brings.
        case wrongKey
        /// Webhook only: the message names a signature that is not that of the file it brings.
        case wrongSignature
        /// Download only: half of the bytes come, as if they were all.
        case truncated
        /// Download only: more bytes come than the file has.
        case oversized
        /// Download only: the first byte comes changed.
        case garbled
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
        case .clockSkew: break
        default:
            if let length = kind.length, length < .zero { throw .invalid("seconds: not negative") }
        }
        guard kind.canHappen(on: side) else {
            let sides = Side.allCases.filter(kind.canHappen).map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw .invalid("kind: `\(kind.word)` happens on \(sides) only")
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
        case .lateAnswer: "late-answer"
        case .clockSkew: "clock-skew"
        case .outOfOrder: "out-of-order"
        case .doubleTap: "double-tap"
        case .doubleCall: "double-call"
        case .secondDevice: "second-device"
        case .oldTap: "old-tap"
        case .wrongKey: "wrong-key"
        case .wrongSignature: "wrong-signature"
        case .truncated: "truncated"
        case .oversized: "oversized"
        case .garbled: "garbled"
        }
    }

    /// How much later or how far off, where that is part of it.
    var length: TimeLength? {
        switch self {
        case .status, .dropBefore, .dropAfter, .wrongKey, .wrongSignature, .truncated, .oversized,
            .garbled:
            nil
        case .delay(let length), .lateAnswer(let length), .clockSkew(let length), .outOfOrder(let length),
            .doubleTap(let length), .doubleCall(let length), .secondDevice(let length), .oldTap(let length):
            length
        }
    }

    /// Whether it is something that a customer does with a bubble.
    var isOfTaps: Bool {
        switch self {
        case .doubleTap, .secondDevice, .oldTap: true
        default: false
        }
    }

    /// Whether it is something that a message says of the file it brings.
    var isOfFiles: Bool { self == .wrongKey || self == .wrongSignature }

    fileprivate func canHappen(on side: FaultRule.Side) -> Bool {
        switch self {
        case .status, .dropBefore, .delay, .lateAnswer, .dropAfter: true
        case .clockSkew: side == .gateway || side == .webhook
        case .outOfOrder, .doubleTap, .secondDevice, .oldTap, .wrongKey, .wrongSignature: side == .webhook
        case .truncated, .oversized, .garbled: side == .download
        case .doubleCall: side == .payment
        }
    }
}
