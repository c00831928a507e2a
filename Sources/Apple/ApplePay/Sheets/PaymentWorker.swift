import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import ServiceLifecycle

/// Takes money through the payment processor. Each attempt is processed once at a time, however often it is requested
/// and however long it takes.
///
/// Each attempt is recorded before it starts. A restart resumes it under the same key, so the payment processor must
/// treat both requests as one.
final class PaymentWorker: Sendable {
    /// Reports the outcome of an attempt to its conversation.
    typealias Report = @Sendable (UnsettledPayment) async throws -> Void

    private struct State {
        /// The attempts without an outcome.
        var taking: Set<String> = []
        /// The attempts that are in progress, or whose conversation does not have the outcome yet, by their keys.
        var busy: [String: (payment: PaymentID, conversation: ConversationKey)] = [:]
        /// The attempts that wait for their turn.
        var waiting: [String: UnsettledPayment] = [:]
        /// Declined attempts, by their payments, after which the customer may try another card.
        var lingering: [PaymentID: String] = [:]
        /// Declined attempts whose device has closed the sheet, so that no other card follows.
        var final: Set<String> = []
        /// Payments in progress whose device has closed the sheet.
        var closed: Set<PaymentID> = []

        func isBusy(_ conversation: ConversationKey) -> Bool {
            busy.values.contains { $0.conversation == conversation }
        }
    }

    private let processor: any PaymentProcessor
    private let store: any PaymentStore
    private let clock: any WallClock
    private let logger: Logger
    private let state = Watched(State())
    private let worker = KeyedWorker<String>()

    /// The delays before the retries while it is unknown whether money was taken; there is no retry after the last.
    private static let waits: [TimeLength] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }

    init(processor: any PaymentProcessor, store: any PaymentStore, clock: any WallClock, logger: Logger) {
        self.processor = processor
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Starts an attempt that has just been recorded.
    func take(_ attempt: PaymentAttempt, of payment: Payment) {
        takeUp(UnsettledPayment(payment, attempt, nil))
    }

    /// Resumes a payment from an earlier run.
    func takeUp(_ unsettled: UnsettledPayment) {
        let isNew = state.change { state in
            state.closed.remove(unsettled.payment.id)
            state.lingering[unsettled.payment.id] = nil
            state.busy[unsettled.attempt.key] = (unsettled.payment.id, unsettled.payment.conversation)
            guard unsettled.outcome != nil || state.taking.insert(unsettled.attempt.key).inserted else { return false }
            state.waiting[unsettled.attempt.key] = unsettled
            return true
        }
        if isNew { worker.open(unsettled.attempt.key) }
    }

    func isTaking(_ key: String) -> Bool { state.read { $0.taking.contains(key) } }

    func isTaking(in conversation: ConversationKey) -> Bool {
        state.read { $0.isBusy(conversation) }
    }

    /// Returns the outcome of an attempt; `nil` when it is not known at `deadline`.
    func outcome(of key: String, until deadline: Moment) async throws -> PaymentAttempt.Outcome? {
        await state.wait(until: { !$0.taking.contains(key) }, before: deadline, on: clock)
        return try await store.outcome(of: key)
    }

    /// Returns when no payment is in progress in a conversation, or at `deadline`.
    func untilFree(_ conversation: ConversationKey, until deadline: Moment) async {
        await state.wait(until: { !$0.isBusy(conversation) }, before: deadline, on: clock)
    }

    /// Ends the wait for another card: the declined one may be reported to the conversation.
    func close(_ payment: PaymentID) {
        state.change { state in
            if state.busy.values.contains(where: { $0.payment == payment }) { state.closed.insert(payment) }
            if let declined = state.lingering.removeValue(forKey: payment) { state.final.insert(declined) }
        }
    }

    /// Takes money until the task is cancelled or the server shuts down; requests in progress are completed.
    func run(report: @escaping Report) async {
        await worker.run { key in
            guard let payment = self.state.change({ $0.waiting.removeValue(forKey: key) }) else { return }
            await self.bringToEnd(payment, report)
        }
    }

    // One attempt.

    private func bringToEnd(_ payment: UnsettledPayment, _ report: Report) async {
        var payment = payment
        defer {
            state.change { state in
                if state.busy.removeValue(forKey: payment.attempt.key) != nil {
                    state.closed.remove(payment.payment.id)
                }
            }
        }
        if payment.outcome == nil {
            payment.outcome = await ask(payment)
            guard let outcome = payment.outcome else { return endTaking(payment) }
            let end = clock.now
            await insist("could not store the outcome of a payment", "outcome of a payment stored", payment.payment) {
                try await store.end(payment.attempt.key, outcome, at: end)
            }
            endTaking(payment)
            payment.payment.changedAt = end
        }
        if case .declined? = payment.outcome { guard await untilNoOtherCard(payment) else { return } }
        await insist(
            "could not report a payment to its conversation", "payment reported to its conversation", payment.payment
        ) { try await report(payment) }
    }

    private func endTaking(_ payment: UnsettledPayment) {
        state.change { _ = $0.taking.remove(payment.attempt.key) }
    }

    /// Calls the payment processor until there is an answer; `nil` when the server stops before.
    private func ask(_ payment: UnsettledPayment) async -> PaymentAttempt.Outcome? {
        // On a page of the business the money has been taken, or has not.
        if let result = PageResult(token: payment.attempt.token) { return result.attempt }
        guard let order = PaymentOrder(payment.attempt, of: payment.payment) else {
            return .failed(problem: "erased")
        }
        for wait in Self.waits + [nil] {
            switch await processor.take(order) {
            case .paid(let reference): return .paid(reference: reference)
            case .declined(let problem): return .declined(problem: problem)
            case .unknown(let problem):
                logger.warning("payment outcome unknown", metadata: payment.payment.metadata(problem))
                guard let wait else { return .failed(problem: problem) }
                guard await rest(until: clock.now + wait) else { return nil }
                try? await store.note(PaymentEntry(.repeated, at: clock.now, problem), of: payment.payment.id)
            }
        }
        return nil
    }

    /// Gives the customer time to try another card. Returns `false` when the server stops in the meantime.
    private func untilNoOtherCard(_ declined: UnsettledPayment) async -> Bool {
        let payment = declined.payment
        let key = declined.attempt.key
        state.change { state in
            state.busy[key] = nil
            if state.closed.remove(payment.id) != nil {
                state.final.insert(key)
            } else {
                state.lingering[payment.id] = key
            }
        }
        defer { state.change { $0.final.remove(key) } }
        let end = payment.changedAt + PaySheets.anotherCard
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.rest(until: end) }
            group.addTask {
                (try? await self.state.first { $0.final.contains(key) ? true : nil }) ?? false
            }
            let isOver = await group.next() ?? false
            group.cancelAll()
            return isOver
        }
    }

    /// Retries `work` until it succeeds or the server stops.
    private func insist(
        _ trouble: String, _ end: String, _ payment: Payment, _ work: () async throws -> Void
    ) async {
        let failures = FailureLog("\(trouble), retrying", end: "\(end)", clock: clock, logger: logger)
        while true {
            do {
                try await work()
                return failures.succeeded()
            } catch {
                failures.failed(error, level: .error, payment.metadata())
                guard await rest(until: clock.now + .seconds(1)) else { return }
            }
        }
    }

    /// Returns `false` when the server stops before `moment`.
    private func rest(until moment: Moment) async -> Bool {
        await InterruptibleSleep(clock: clock).restUntilShutdown(or: moment)
        return !Task.isShuttingDownGracefully && !Task.isCancelled
    }
}
