public import Expressions

/// A fault on the wire, and its frequency.
public struct FaultRule: Sendable, Hashable {
    public let side: Side
    public let kind: Kind
    /// The number of times it occurs, after which it is removed; `nil` for no limit.
    public let count: Int?
    /// The probability of each occurrence, above 0 and at most 1; `nil` for always.
    public let probability: Double?
    /// The affected customer; `nil` for all.
    public let customer: CustomerID?

    /// The affected part of the wire.
    public enum Side: String, Sendable, CaseIterable {
        /// Messages from the business to Apple.
        case gateway
        /// Messages from Apple to the business. Typing signals are exempt, so that the count is one of messages.
        case webhook
        /// The request for an upload address.
        case preUpload = "pre-upload"
        /// The bytes of a file from the business.
        case upload
        /// The request for a download address.
        case preDownload = "pre-download"
        /// The bytes of a file to the business.
        case download
        /// The decoding of a large reply.
        case decodePayload = "decode-payload"
        /// The request for a merchant session.
        case merchantSession = "merchant-session"
        /// The calls that Apple Pay makes to the endpoints of a business.
        case payment
    }

    public enum Kind: Sendable, Hashable {
        /// Gateway: the response has this status, and nothing is accepted. Webhook: the business receives the message,
        /// and its response counts as this status.
        case status(Int)
        /// Gateway: the connection is closed, and nothing is accepted. Webhook: the message is never posted.
        case dropBefore
        /// Gateway: the message is accepted and the connection closed, so that the sender cannot know. Webhook: the
        /// message is posted, and the response is lost.
        case dropAfter
        /// Processing is delayed by this time, on the simulator's clock.
        case delay(TimeLength)
        /// Processing is immediate, but the response is delayed by this time, on the simulator's clock.
        case lateAnswer(TimeLength)
        /// The clock on Apple's side is ahead by this time, or behind when it is negative. Gateway: tokens are checked
        /// against it. Webhook: the token is created by it.
        case clockSkew(TimeLength)
        /// Webhook only: the message is overtaken by the customer's next one, or posted after this time if none
        /// follows.
        case outOfOrder(atMost: TimeLength)
        /// Webhook only: a tap is posted twice, under two ids with one session, the second time after this delay.
        case doubleTap(after: TimeLength)
        /// Payment only: a call is made twice with the same content; both at once, or the second one this long after
        /// the response to the first.
        case doubleCall(after: TimeLength)
        /// Webhook only: after this delay another device of the customer gives the same answer to the same bubble,
        /// under an id and a session of its own.
        case secondDevice(after: TimeLength)
        /// Webhook only: this long after a tap the customer scrolls up and repeats the tap before it, under a new id.
        case oldTap(after: TimeLength)
        /// Webhook only: the message contains a key that does not decrypt its file.
        case wrongKey
        /// Webhook only: the message contains a signature that does not match its file.
        case wrongSignature
        /// Download only: half of the bytes are sent, as if they were all.
        case truncated
        /// Download only: more bytes are sent than the file has.
        case oversized
        /// Download only: the first byte is changed.
        case garbled
    }

    /// Throws `SimulatorRefusal` with the invalid part.
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

    /// The delay or the clock skew, if it has one.
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

    /// Whether it concerns a customer's action on a bubble.
    var isOfTaps: Bool {
        switch self {
        case .doubleTap, .secondDevice, .oldTap: true
        default: false
        }
    }

    /// Whether it concerns a message's description of its file.
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
