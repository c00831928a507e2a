public import ChannelRules
public import Channels
import Concurrency
public import ConversationRuntime
import Expressions
import JSON
public import Logging
import MessageModel
public import ServerMetrics

/// Handles Apple's calls while a customer pays: changes of the sheet, the payment itself, and the report at its end.
public struct PaySheets: Sendable {
    let store: any PaymentStore
    let desk: any PaymentConversations
    let till: PaymentWorker
    /// The clock for its times.
    public let clock: any WallClock
    let logger: Logger
    /// Serialises the changes to a conversation's payment.
    let turns: KeyedLock<ConversationKey>
    /// The queue of customers' messages that wait for their payment.
    private let waiting = KeyedLock<ConversationKey>()
    let limits: AppleLimits
    let measured: Counters<MeasuredPayment>
    /// Opens pages of the business, for devices without Apple Pay; `nil` where there are none.
    public var pages: BusinessPages?
    /// Computes the fingerprint that distinguishes tokens. Its cost grows with the length of the token, so tests count
    /// the calls.
    var fingerprint: @Sendable (PaymentToken) -> String = { $0.fingerprint }

    /// The time limit for a response to Apple, which gives up after 30 seconds (Interactive Message Types, Updating
    /// Shipping Contacts).
    static let longestAnswer = TimeLength.seconds(25)
    /// How long a sheet may stay open beyond the end of its session: it cannot be opened any more, but the customer may
    /// still be looking at it.
    static let grace = TimeLength.minutes(5)
    /// How long another card can be tried after a declined one.
    static let anotherCard = TimeLength.minutes(2)

    /// - Parameters:
    ///   - desk: the conversations.
    ///   - processor: the payment processor.
    public init(
        store: any PaymentStore, desk: any PaymentConversations, processor: any PaymentProcessor,
        limits: AppleLimits, measuredIn registry: MetricsRegistry, clock: any WallClock, logger: Logger
    ) {
        self.store = store
        self.desk = desk
        self.clock = clock
        self.logger = logger
        self.limits = limits
        turns = KeyedLock<ConversationKey>()
        till = PaymentWorker(processor: processor, store: store, clock: clock, logger: logger)
        measured = registry.counters(
            "usher_payments_total", "Ended payments, by outcome.", by: "outcome")
    }

    /// Returns the payment at an address, if it is the one that a call refers to.
    func known(_ id: String, _ question: String?) async throws(SheetRefusal) -> KnownSheet {
        guard let name = SheetName(id) else { throw .unknown }
        let found: KnownSheet?
        do {
            found = try await store.sheet(under: name.key)
        } catch {
            throw .unavailable("\(error)")
        }
        guard let found, question == nil || question == found.payment.question else { throw .unknown }
        return found
    }

    /// Appends an entry to the audit log; a failure to write it does not stop the payment.
    func note(_ kind: PaymentEntry.Kind, _ payment: Payment, _ detail: String? = nil) async {
        do {
            try await store.note(PaymentEntry(kind, at: clock.now, detail), of: payment.id)
        } catch {
            logger.warning("could not append to the payment audit log", metadata: payment.metadata("\(error)"))
        }
    }

    /// Passes a customer's message to the conversation. While their payment is being taken, messages are held back for
    /// up to ten seconds, so that they do not lead the conversation away from the payment. They keep their order.
    public func whenTaken(
        in conversation: ConversationKey, _ hear: () async throws -> Receipt
    ) async rethrows -> Receipt {
        let deadline = clock.now + .seconds(10)
        return try await waiting.with(conversation) {
            await till.untilFree(conversation, until: deadline)
            return try await hear()
        }
    }
}

/// The reason why a call to an address of a pay sheet has no effect.
public enum SheetRefusal: Error, Equatable {
    /// There is no such sheet, or it belongs to another request.
    case unknown
    /// The call cannot be parsed.
    case malformed(String)
    /// The payment is closed.
    case over
    /// The server's store is unavailable at present.
    case unavailable(String)
}

/// The outcomes of payments, for metrics.
public enum MeasuredPayment: String, MetricLabel {
    case paid, declined, failed, cancelled
    /// Paid, but the conversation was no longer waiting for the payment.
    case unclaimed
}

extension Payment {
    /// Metadata for logs, without private data.
    func metadata(_ reason: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["payment": "\(id.number)", "arrival": "\(question)"]
        metadata["reason"] = reason.map { "\($0)" }
        return metadata
    }
}
