import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import ServiceLifecycle
import Synchronization

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
        /// Payments after a declined card that wait for another one; finishing the continuation ends the wait.
        var lingering: [PaymentID: AsyncStream<Void>.Continuation] = [:]
        /// Payments whose device has closed the sheet.
        var closed: Set<PaymentID> = []
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextID = 0

        func isBusy(_ conversation: ConversationKey) -> Bool {
            busy.values.contains { $0.conversation == conversation }
        }
    }

    private let processor: any PaymentProcessor
    private let store: any PaymentStore
    private let clock: any WallClock
    private let logger: Logger
    private let state = Mutex(State())
    private let opening: AsyncStream<UnsettledPayment>.Continuation
    private let opened: AsyncStream<UnsettledPayment>

    /// The delays before the retries while it is unknown whether money was taken; there is no retry after the last.
    private static let waits: [TimeLength] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }

    init(processor: any PaymentProcessor, store: any PaymentStore, clock: any WallClock, logger: Logger) {
        self.processor = processor
        self.store = store
        self.clock = clock
        self.logger = logger
        (opened, opening) = AsyncStream.makeStream(of: UnsettledPayment.self)
    }

    /// Starts an attempt that has just been recorded.
    func take(_ attempt: PaymentAttempt, of payment: Payment) {
        takeUp(UnsettledPayment(payment, attempt, nil))
    }

    /// Resumes a payment from an earlier run.
    func takeUp(_ unsettled: UnsettledPayment) {
        let isNew = state.withLock { state in
            state.closed.remove(unsettled.payment.id)
            state.lingering[unsettled.payment.id] = nil
            state.busy[unsettled.attempt.key] = (unsettled.payment.id, unsettled.payment.conversation)
            return unsettled.outcome != nil || state.taking.insert(unsettled.attempt.key).inserted
        }
        if isNew { opening.yield(unsettled) }
    }

    func isTaking(_ key: String) -> Bool { state.withLock { $0.taking.contains(key) } }

    func isTaking(in conversation: ConversationKey) -> Bool {
        state.withLock { $0.isBusy(conversation) }
    }

    /// Returns the outcome of an attempt; `nil` when it is not known at `deadline`.
    func outcome(of key: String, until deadline: Moment) async throws -> PaymentAttempt.Outcome? {
        await untilTrue(deadline) { !$0.taking.contains(key) }
        return try await store.outcome(of: key)
    }

    /// Returns when no payment is in progress in a conversation, or at `deadline`.
    func untilFree(_ conversation: ConversationKey, until deadline: Moment) async {
        await untilTrue(deadline) { !$0.isBusy(conversation) }
    }

    /// Ends the wait for another card: the declined one may be reported to the conversation.
    func close(_ payment: PaymentID) {
        state.withLock { state in
            if state.busy.values.contains(where: { $0.payment == payment }) { state.closed.insert(payment) }
            return state.lingering.removeValue(forKey: payment)
        }?.finish()
    }

    /// Takes money until the task is cancelled or the server shuts down; requests in progress are completed.
    func run(report: @escaping Report) async {
        await withDiscardingTaskGroup { group in
            await withTaskCancellationOrGracefulShutdownHandler {
                for await payment in opened { group.addTask { await self.bringToEnd(payment, report) } }
            } onCancelOrGracefulShutdown: {
                self.opening.finish()
            }
        }
    }

    // One attempt.

    private func bringToEnd(_ payment: UnsettledPayment, _ report: Report) async {
        var payment = payment
        defer {
            release { state in
                if state.busy.removeValue(forKey: payment.attempt.key) != nil {
                    state.closed.remove(payment.payment.id)
                }
            }
        }
        if payment.outcome == nil {
            payment.outcome = await ask(payment)
            guard let outcome = payment.outcome else { return release { $0.taking.remove(payment.attempt.key) } }
            let end = clock.now
            await insist("could not store the outcome of a payment", payment.payment) {
                try await store.end(payment.attempt.key, outcome, at: end)
            }
            release { $0.taking.remove(payment.attempt.key) }
            payment.payment.changedAt = end
        }
        if case .declined? = payment.outcome { guard await untilNoOtherCard(payment) else { return } }
        await insist("could not report a payment to its conversation", payment.payment) { try await report(payment) }
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
        let (closing, told) = AsyncStream.makeStream(of: Void.self)
        release { state in
            state.busy[declined.attempt.key] = nil
            if state.closed.remove(payment.id) != nil { told.finish() } else { state.lingering[payment.id] = told }
        }
        let end = payment.changedAt + PaySheets.anotherCard
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.rest(until: end) }
            group.addTask {
                for await _ in closing {}
                return !Task.isCancelled
            }
            let isOver = await group.next() ?? false
            group.cancelAll()
            return isOver
        }
    }

    /// Retries `work` until it succeeds or the server stops.
    private func insist(_ trouble: String, _ payment: Payment, _ work: () async throws -> Void) async {
        while true {
            do {
                return try await work()
            } catch {
                logger.error("\(trouble), retrying", metadata: payment.metadata("\(error)"))
                guard await rest(until: clock.now + .seconds(1)) else { return }
            }
        }
    }

    /// Returns `false` when the server stops before `moment`.
    private func rest(until moment: Moment) async -> Bool {
        await InterruptibleSleep(clock: clock).restUntilShutdown(or: moment)
        return !Task.isShuttingDownGracefully && !Task.isCancelled
    }

    // Waiting for an attempt.

    private func release(_ change: (inout State) -> Void) {
        let told = state.withLock { state in
            change(&state)
            return state.watchers.sorted { $0.key < $1.key }.map(\.value)
        }
        for watcher in told { watcher.yield() }
    }

    private func untilTrue(_ deadline: Moment, _ isTrue: @Sendable (borrowing State) -> Bool) async {
        // The usual case: every message of every customer passes here.
        if state.withLock({ isTrue($0) }) { return }
        let (changes, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.watchers[state.nextID] = told
            return state.nextID
        }
        defer { state.withLock { $0.watchers[id] = nil } }
        while !state.withLock({ isTrue($0) }), clock.now < deadline {
            guard await changes.hasNext(before: deadline, on: clock) else { return }
        }
    }
}
