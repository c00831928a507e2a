import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import ServiceLifecycle
import Synchronization

/// Has money taken, each attempt once at a time, however often it is asked for and however long it takes.
///
/// What it takes lies in the books before. So a restart takes it up again, under the same key: whoever takes the money has
/// to take both for one.
final class Till: Sendable {
    /// Tells a conversation how an attempt ended.
    typealias Report = @Sendable (UnsettledPayment) async throws -> Void

    private struct State {
        /// Attempts of which nobody knows yet how they end.
        var taking: Set<String> = []
        /// What is being taken, or has been and its conversation does not know yet, by the keys of the attempts.
        var busy: [String: (payment: PaymentID, conversation: ConversationKey)] = [:]
        /// Payments after a refused card, waiting for another one; each may be told to wait no longer.
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

    /// When nobody knows whether money was taken, the same is asked again after these times, and then no more.
    private static let waits: [TimeLength] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }

    init(processor: any PaymentProcessor, store: any PaymentStore, clock: any WallClock, logger: Logger) {
        self.processor = processor
        self.store = store
        self.clock = clock
        self.logger = logger
        (opened, opening) = AsyncStream.makeStream(of: UnsettledPayment.self)
    }

    /// Has an attempt taken that has just been written down.
    func take(_ attempt: PaymentAttempt, of payment: Payment) {
        takeUp(UnsettledPayment(payment, attempt, nil))
    }

    /// Goes on with a payment where an earlier run has left it.
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

    /// How an attempt ended; `nil` when nobody knows at `deadline`.
    func outcome(of key: String, until deadline: Moment) async throws -> PaymentAttempt.Outcome? {
        await untilTrue(deadline) { !$0.taking.contains(key) }
        return try await store.outcome(of: key)
    }

    /// Returns when nothing is being taken in a conversation, at `deadline` at the latest.
    func untilFree(_ conversation: ConversationKey, until deadline: Moment) async {
        await untilTrue(deadline) { !$0.isBusy(conversation) }
    }

    /// No other card will be tried: the conversation may hear of the one that was refused.
    func close(_ payment: PaymentID) {
        state.withLock { state in
            if state.busy.values.contains(where: { $0.payment == payment }) { state.closed.insert(payment) }
            return state.lingering.removeValue(forKey: payment)
        }?.finish()
    }

    /// Takes money until the task is cancelled or the server shuts down; what is being asked then comes to its end.
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
            await insist("the end of a payment could not be written down", payment.payment) {
                try await store.end(payment.attempt.key, outcome, at: end)
            }
            release { $0.taking.remove(payment.attempt.key) }
            payment.payment.changedAt = end
        }
        if case .declined? = payment.outcome { guard await untilNoOtherCard(payment) else { return } }
        await insist("a conversation could not be told of a payment", payment.payment) { try await report(payment) }
    }

    /// Asks whoever takes the money until there is an answer; `nil` when the server stops before.
    private func ask(_ payment: UnsettledPayment) async -> PaymentAttempt.Outcome? {
        guard let order = PaymentOrder(payment.attempt, of: payment.payment) else {
            return .failed(problem: "erased")
        }
        for wait in Self.waits + [nil] {
            switch await processor.take(order) {
            case .paid(let reference): return .paid(reference: reference)
            case .declined(let problem): return .declined(problem: problem)
            case .unknown(let problem):
                logger.warning("nobody knows whether a payment was taken", metadata: payment.payment.metadata(problem))
                guard let wait else { return .failed(problem: problem) }
                guard await rest(until: clock.now + wait) else { return nil }
                try? await store.note(PaymentEntry(.repeated, at: clock.now, problem), of: payment.payment.id)
            }
        }
        return nil
    }

    /// Gives the customer time to try another card. Returns `false` when the server stops meanwhile.
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

    /// Does what has to be done, however often it fails, until the server stops.
    private func insist(_ trouble: String, _ payment: Payment, _ work: () async throws -> Void) async {
        while true {
            do {
                return try await work()
            } catch {
                logger.error("\(trouble); trying again in a second", metadata: payment.metadata("\(error)"))
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
        // As almost always: every message of every customer comes by here.
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
