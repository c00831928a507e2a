public import Channels
public import Expressions

/// The payment store: every requested payment, every attempt to pay, and their outcomes.
///
/// The store contains only hashes of sheet addresses, so that reading the database does not make it possible to call a
/// customer's sheet.
public protocol PaymentStore: Sendable {
    /// Records that a message is about to request a payment: creates the payment, or adds a sheet to an existing one.
    ///
    /// - Parameters:
    ///   - key: the hash of the unguessable part of the sheet's address.
    ///   - entry: the audit log entry for it.
    func open(_ payment: NewPayment, under key: String, _ entry: PaymentEntry) async throws

    /// The payment of a sheet address, whatever its state; `nil` when there is none.
    func sheet(under key: String) async throws -> KnownSheet?

    /// Records that a device was sent a new total, after a change on its sheet.
    func tell(_ total: Money, under key: String) async throws

    /// The payment of a message; `nil` when there is none.
    func payment(of question: String, in conversation: ConversationKey) async throws -> Payment?

    /// Adds an entry to the audit log of a payment.
    func note(_ entry: PaymentEntry, of payment: PaymentID) async throws

    /// Records that a payment is about to be charged.
    ///
    /// No other attempt gets `begun` for this payment, or for any other in the conversation, before the attempt has
    /// ended and the conversation has been notified of what was paid.
    func begin(_ attempt: PaymentAttempt) async throws -> BegunAttempt

    /// Records the outcome of an attempt. Only the first report counts.
    func end(_ key: String, _ outcome: PaymentAttempt.Outcome, at moment: Moment) async throws

    /// The outcome of an attempt; `nil` while unknown, or when there is no such attempt.
    func outcome(of key: String) async throws -> PaymentAttempt.Outcome?

    /// Marks that the conversation knows the outcome of a payment, and deletes the payment's private data. A store that
    /// also stores the turns of conversations does this with the turn that reports the outcome; this call then changes
    /// nothing more.
    ///
    /// - Parameters:
    ///   - state: the final state; `nil` leaves it unchanged.
    ///   - isUnclaimed: whether the conversation had moved on.
    func settle(
        _ payment: PaymentID, as state: Payment.State?, isUnclaimed: Bool, at moment: Moment
    ) async throws

    /// Marks a payment as unclaimed that has ended, and was paid nevertheless. The state stays.
    ///
    /// - Parameters:
    ///   - reference: the processor's identifier of what was paid; it is kept where there is none.
    ///   - detail: what was paid. The audit log has an entry for it once.
    /// - Returns: whether that is new.
    func markUnclaimed(
        _ payment: PaymentID, reference: String?, _ detail: String, at moment: Moment
    ) async throws -> Bool

    /// Payments with an attempt whose outcome the conversation does not know, oldest first.
    func unsettledPayments(after payment: PaymentID?, limit: Int) async throws -> [UnsettledPayment]

    /// Marks payments as expired that were never attempted and can no longer be paid. Returns the number.
    func expirePayments(before moment: Moment, at now: Moment, limit: Int) async throws -> Int

    // For operators.

    /// The payments that match, newest first.
    func payments(_ filter: PaymentFilter, skipping: Int, limit: Int) async throws -> [Payment]

    func payment(_ id: PaymentID) async throws -> Payment?

    /// The audit log of a payment, from its beginning.
    func trail(of payment: PaymentID) async throws -> [PaymentEntry]
}

/// A filter for lists of payments.
public struct PaymentFilter: Sendable, Hashable {
    public var state: Payment.State?
    /// A part of the customer's id.
    public var customer: String?
    public var reference: String?
    /// The request identifier of its message.
    public var question: String?
    /// Only payments made after their conversation had moved on.
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
