public import Channels
public import Expressions
public import MessageModel

/// A payment processor: takes the money of a payment that the customer has authorised.
public protocol PaymentProcessor: Sendable {
    /// Takes the money, or returns why it could not.
    ///
    /// The same order may be submitted again, also after a crash; under the same key money is taken once.
    func take(_ order: PaymentOrder) async -> ProcessingOutcome
}

/// A payment to be taken.
public struct PaymentOrder: Sendable {
    /// The request identifier of the question.
    public var question: String
    public var conversation: ConversationKey
    /// The name of the merchant in `Config/services.yaml`.
    public var merchant: String
    /// The amount as calculated by this server.
    public var amount: Money
    public var token: PaymentToken
    public var contact: PayContact
    /// The id of the call that caused the order, for logs.
    public var cause: String?

    public init(
        question: String, conversation: ConversationKey, merchant: String, amount: Money, token: PaymentToken,
        contact: PayContact, cause: String? = nil
    ) {
        self.question = question
        self.conversation = conversation
        self.merchant = merchant
        self.amount = amount
        self.token = token
        self.contact = contact
        self.cause = cause
    }

    /// The idempotency key: one for each card that is tried on a sheet, the same on every attempt with that card.
    public var key: String { Self.key(question: question, token.fingerprint) }
}

/// The outcome of taking a payment.
public enum ProcessingOutcome: Sendable, Hashable {
    /// The money was taken; `reference` is the payment processor's identifier of the payment.
    case paid(reference: String)
    /// No money was taken, for a reason that the processor names.
    case declined(problem: String)
    /// It is unknown whether money was taken. A retry under the same key finds out.
    case unknown(problem: String)
}
