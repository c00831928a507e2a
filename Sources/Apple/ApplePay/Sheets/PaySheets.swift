public import Channels
import Concurrency
import ConversationRuntime
import Expressions
import JSON
public import Logging
public import Measurements
public import MessageModel

/// What Apple calls while a customer pays: changes of the sheet, the payment itself, and what is said when it is over.
public struct PaySheets: Sendable {
    let opening: SheetOpening
    let desk: any PaymentDesk
    let till: Till
    let logger: Logger
    /// One thing at a time happens to what a conversation pays.
    let turns: KeyedLock<ConversationKey>
    /// What customers write, in line behind their payment.
    private let waiting = KeyedLock<ConversationKey>()
    let limits: AppleLimits
    let measured: Counters<MeasuredPayment>
    /// What tells tokens apart. It costs as much as the token is long, so tests count how often it is made.
    var fingerprint: @Sendable (PaymentToken) -> String = { $0.fingerprint }

    /// How long Apple may have to wait for an answer; it gives up after 30 seconds (Interactive Message Types, Updating
    /// Shipping Contacts).
    static let longestAnswer = TimeLength.seconds(25)
    /// How long a sheet may stay open beyond the end of its session: nobody opens it any more, but they may be looking at it.
    static let grace = TimeLength.minutes(5)
    /// How long after a refused card another one is waited for.
    static let anotherCard = TimeLength.minutes(2)

    /// - Parameters:
    ///   - desk: the conversations.
    ///   - processor: takes the money.
    public init(
        opening: SheetOpening, desk: any PaymentDesk, processor: any PaymentProcessor, limits: AppleLimits,
        measuredIn registry: MeasurementRegistry, logger: Logger
    ) {
        self.opening = opening
        self.desk = desk
        self.logger = logger
        self.limits = limits
        turns = KeyedLock<ConversationKey>()
        till = Till(processor: processor, store: opening.store, clock: opening.clock, logger: logger)
        measured = registry.counters(
            "usher_payments_total", "Payments that have come to an end, by how they ended.", by: "outcome")
    }

    var store: any PaymentStore { opening.store }
    /// By which its times are kept.
    public var clock: any WallClock { opening.clock }

    /// The payment of an address, when it is the one that a call speaks of.
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

    /// Adds a line to the trail; that it could not be written keeps nobody from paying.
    func note(_ kind: PaymentEntry.Kind, _ payment: Payment, _ detail: String? = nil) async {
        do {
            try await store.note(PaymentEntry(kind, at: clock.now, detail), of: payment.id)
        } catch {
            logger.warning("the trail of a payment lacks a line", metadata: payment.metadata("\(error)"))
        }
    }

    /// Has the conversation hear what a customer writes; while their payment is being taken that is kept back for a moment, so
    /// that it does not lead the conversation away from what they pay for. What is kept back goes on in its order.
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

/// Why a call to an address of a pay sheet changes nothing.
public enum SheetRefusal: Error, Equatable {
    /// There is no such sheet, or it belongs to another request.
    case unknown
    /// The call is not understood.
    case malformed(String)
    /// Nobody waits for it any more.
    case over
    /// Our own store cannot be reached just now.
    case unavailable(String)
}

/// How payments end.
public enum MeasuredPayment: String, MeasuredWay {
    case paid, declined, failed, cancelled
    /// Paid, and the conversation had gone on.
    case unclaimed
}

extension Payment {
    /// For logs: nothing private.
    func metadata(_ reason: String? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["payment": "\(id.number)", "arrival": "\(question)"]
        metadata["reason"] = reason.map { "\($0)" }
        return metadata
    }
}
