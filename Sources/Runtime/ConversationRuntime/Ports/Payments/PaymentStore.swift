public import Channels
public import Expressions

/// The books: every payment that was asked for, every attempt to pay, and what became of them.
///
/// Addresses are known to the store by their hashes only: whoever reads the database cannot call anybody's sheet.
public protocol PaymentStore: Sendable {
    /// A message is about to ask for a payment: begins it, or gives the one that is known another sheet.
    ///
    /// - Parameters:
    ///   - key: the hash of what makes the address of the sheet unguessable.
    ///   - entry: what the trail says of it.
    func open(_ payment: NewPayment, under key: String, _ entry: PaymentEntry) async throws

    /// The payment of an address, whatever has become of it; `nil` when there is none.
    func sheet(under key: String) async throws -> KnownSheet?

    /// A device was told another total: that of a sheet of which it has changed something.
    func tell(_ total: Money, under key: String) async throws

    /// The payment of a message; `nil` when there is none.
    func payment(of question: String, in conversation: ConversationKey) async throws -> Payment?

    /// Adds a line to the trail of a payment.
    func note(_ entry: PaymentEntry, of payment: PaymentID) async throws

    /// Writes down that money is about to be taken.
    ///
    /// Nobody else gets `begun` for this payment, nor for any other of the conversation, before the attempt has ended and
    /// the conversation knows of what was paid.
    func begin(_ attempt: PaymentAttempt) async throws -> BegunAttempt

    /// An attempt has come to its end. Only the first word counts.
    func end(_ key: String, _ outcome: PaymentAttempt.Outcome, at moment: Moment) async throws

    /// How an attempt ended; `nil` while nobody knows, or when there is none.
    func outcome(of key: String) async throws -> PaymentAttempt.Outcome?

    /// The conversation knows how a payment ended, and what is private of it is forgotten. A store that keeps the turns of
    /// conversations as well does so with the turn that tells it, and nothing more when it is asked.
    ///
    /// - Parameters:
    ///   - state: `nil` leaves it as it is.
    ///   - isUnclaimed: whether the conversation had gone on.
    func settle(
        _ payment: PaymentID, as state: Payment.State?, isUnclaimed: Bool, at moment: Moment
    ) async throws

    /// Payments with an attempt of which the conversation does not know how it ended, the oldest first.
    func unsettledPayments(after payment: PaymentID?, limit: Int) async throws -> [UnsettledPayment]

    /// Payments that nobody has tried to pay and nobody can pay any more are over. Returns how many.
    func expirePayments(before moment: Moment, at now: Moment, limit: Int) async throws -> Int

    // For operators.

    /// The payments that fit, the newest first.
    func payments(_ filter: PaymentFilter, skipping: Int, limit: Int) async throws -> [Payment]

    func payment(_ id: PaymentID) async throws -> Payment?

    /// The trail of a payment, from its beginning.
    func trail(of payment: PaymentID) async throws -> [PaymentEntry]
}

/// Which payments an operator wants to see.
public struct PaymentFilter: Sendable, Hashable {
    public var state: Payment.State?
    /// A part of the customer's id.
    public var customer: String?
    public var reference: String?
    /// The request identifier of its message.
    public var question: String?
    /// Only what was paid without the conversation knowing what for.
    public var isUnclaimed: Bool

    public init(
        state: Payment.State? = nil, customer: String? = nil, reference: String? = nil, question: String? = nil,
        isUnclaimed: Bool = false
    ) {
        self.state = state
        self.customer = customer
        self.reference = reference
        self.question = question
        self.isUnclaimed = isUnclaimed
    }
}
