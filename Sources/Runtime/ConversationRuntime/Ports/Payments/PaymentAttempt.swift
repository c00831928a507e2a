public import Expressions
public import JSON
public import MessageModel

/// A customer has authorised a payment: what has to be known to take the money, however often the server is killed meanwhile.
public struct PaymentAttempt: Sendable, Hashable {
    /// What became of it.
    public enum Outcome: Sendable, Hashable {
        /// With the reference of whoever took the money.
        case paid(reference: String?)
        /// Refused, with the name of the problem.
        case declined(problem: String)
        /// Nobody could be reached, or the answer was no answer, with the name of the problem.
        case failed(problem: String)
    }

    public var payment: PaymentID
    /// The idempotency key: the same for the same token, however often it is brought.
    public var key: String
    public var amount: Money
    /// The id of the way of shipping; `nil` when there is none to choose.
    public var shipping: String?
    /// The lines that make up the amount, as they stood on the sheet; empty leaves those that were asked for.
    public var items: [Payment.Item]
    /// Private; forgotten when the conversation knows how it ended.
    public var contact: PayContact
    /// Private; forgotten likewise.
    public var token: JSONValue
    public var at: Moment
    /// The id of the request that it goes back to, for logs.
    public var cause: String?

    public init(
        payment: PaymentID, key: String, amount: Money, shipping: String?, items: [Payment.Item] = [],
        contact: PayContact, token: JSONValue, at: Moment, cause: String? = nil
    ) {
        self.payment = payment
        self.key = key
        self.amount = amount
        self.shipping = shipping
        self.items = items
        self.contact = contact
        self.token = token
        self.at = at
        self.cause = cause
    }
}

/// What a store says to an attempt.
public enum BegunAttempt: Sendable, Hashable {
    /// It is in the books, and the money may be taken.
    case begun
    /// The same has come before, and nobody knows yet how it ends.
    case underWay
    /// The same has come before, and this is how it ended.
    case ended(PaymentAttempt.Outcome)
    /// The payment has been paid, or is over.
    case over
    /// Another attempt in this conversation has not come to its end.
    case busy
}

/// A payment that has not come to its end for the conversation, with the last attempt.
public struct UnsettledPayment: Sendable, Hashable {
    public var payment: Payment
    public var attempt: PaymentAttempt
    /// `nil` while nobody knows.
    public var outcome: PaymentAttempt.Outcome?

    public init(_ payment: Payment, _ attempt: PaymentAttempt, _ outcome: PaymentAttempt.Outcome?) {
        self.payment = payment
        self.attempt = attempt
        self.outcome = outcome
    }
}

extension PaymentAttempt {
    /// What is private of it.
    public var request: JSONValue {
        var object: JSONObject = ["token": token, "contact": contact.json]
        object.set("cause", cause.map { .string($0) })
        return .object(object)
    }

    public init(
        request: JSONValue, payment: PaymentID, key: String, amount: Money, shipping: String?, at: Moment
    ) throws(JSONError) {
        self.init(
            payment: payment, key: key, amount: amount, shipping: shipping,
            contact: try request.optional("contact") ?? PayContact(), token: request["token"] ?? .null, at: at,
            cause: request["cause"]?.string)
    }
}

extension PaymentAttempt.Outcome {
    /// How the payment stands after it.
    public var state: Payment.State {
        switch self {
        case .paid: .paid
        case .declined: .declined
        case .failed: .failed
        }
    }

    public var reference: String? {
        if case .paid(let reference) = self { reference } else { nil }
    }

    public var problem: String? {
        switch self {
        case .paid: nil
        case .declined(let problem), .failed(let problem): problem
        }
    }

    /// From what a store keeps; `nil` while there is no outcome.
    public init?(_ state: String?, reference: String?, problem: String?) {
        switch state.flatMap(Payment.State.init) {
        case .paid: self = .paid(reference: reference)
        case .declined: self = .declined(problem: problem ?? "declined")
        case .failed: self = .failed(problem: problem ?? "unreachable")
        default: return nil
        }
    }
}
