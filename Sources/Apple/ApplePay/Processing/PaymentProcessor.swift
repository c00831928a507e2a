public import Channels
public import Expressions
public import MessageModel

/// Takes the money of a payment that the customer has authorised.
public protocol PaymentProcessor: Sendable {
    /// Takes it, or says why not.
    ///
    /// The same order may come again, also after a crash; under the same key money is taken once.
    func take(_ order: PaymentOrder) async -> ProcessingOutcome
}

/// A payment to be taken.
public struct PaymentOrder: Sendable {
    /// The request identifier of the question.
    public var question: String
    public var conversation: ConversationKey
    /// The name of the merchant in `Config/services.yaml`.
    public var merchant: String
    /// By our own reckoning.
    public var amount: Money
    public var token: PaymentToken
    public var contact: PayContact
    /// The id of the call that it goes back to, for logs.
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

    /// One for each card that is tried on a sheet, the same on every attempt with it.
    public var key: String { Self.key(question: question, token.fingerprint) }
}

/// What came of taking a payment.
public enum ProcessingOutcome: Sendable, Hashable {
    /// The money is there; `reference` is how the payment is known to whoever took it.
    case paid(reference: String)
    /// No money was taken, for a reason that the processor names.
    case declined(problem: String)
    /// Nobody knows whether money was taken. Asking again under the same key tells.
    case unknown(problem: String)
}
