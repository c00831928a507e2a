public import Expressions
public import JSON
public import MessageModel

/// A payment that a customer has authorised: everything needed to charge it, however often the server is killed
/// meanwhile.
public struct PaymentAttempt: Sendable, Hashable {
    /// The outcome of an attempt.
    public enum Outcome: Sendable, Hashable {
        /// Paid, with the payment processor's reference.
        case paid(reference: String?)
        /// Declined, with the name of the problem.
        case declined(problem: String)
        /// The processor could not be reached or its response was invalid, with the name of the problem.
        case failed(problem: String)
    }

    public var payment: PaymentID
    /// The idempotency key: the same for the same token, however often it is submitted.
    public var key: String
    public var amount: Money
    /// The id of the shipping method; `nil` when there is no choice.
    public var shipping: String?
    /// The line items of the amount as displayed on the sheet; if empty, those of the request are kept.
    public var items: [Payment.Item]
    /// Private; deleted when the conversation knows the outcome.
    public var contact: PayContact
    /// Private; deleted at the same time.
    public var token: JSONValue
    public var at: Moment
    /// The id of the request that caused it, for logs.
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

/// A store's response to an attempt.
public enum BegunAttempt: Sendable, Hashable {
    /// It is recorded, and the payment may be charged.
    case begun
    /// A duplicate of an attempt whose outcome is not known yet.
    case underWay
    /// A duplicate of an attempt with this outcome.
    case ended(PaymentAttempt.Outcome)
    /// The payment has been paid, or is closed.
    case over
    /// Another attempt in this conversation has not finished.
    case busy
}

/// A payment whose outcome the conversation does not know yet, with its last attempt.
public struct UnsettledPayment: Sendable, Hashable {
    public var payment: Payment
    public var attempt: PaymentAttempt
    /// `nil` while unknown.
    public var outcome: PaymentAttempt.Outcome?

    public init(_ payment: Payment, _ attempt: PaymentAttempt, _ outcome: PaymentAttempt.Outcome?) {
        self.payment = payment
        self.attempt = attempt
        self.outcome = outcome
    }
}

extension PaymentAttempt {
    /// The private part of the attempt.
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
    /// The payment's state after this outcome.
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

    /// Creates an outcome from stored values; `nil` while there is none.
    public init?(_ state: String?, reference: String?, problem: String?) {
        switch state.flatMap(Payment.State.init) {
        case .paid: self = .paid(reference: reference)
        case .declined: self = .declined(problem: problem ?? "declined")
        case .failed: self = .failed(problem: problem ?? "unreachable")
        default: return nil
        }
    }
}
