import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Synchronization

/// A store whose commits wait while its gate is closed, so that a test can examine a server in the middle of a commit.
final class GatedStore: SessionStore {
    private struct State {
        var isOpen = true
        var isBroken = false
        /// The number of health probes.
        var probes = 0
        /// The number of failed attempts to send.
        var failedAttempts = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let store: any SessionStore
    private let state = Mutex(State())

    init(_ store: any SessionStore) { self.store = store }

    func closeGate() { state.withLock { $0.isOpen = false } }

    func openGate() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// From now on timers cannot be read.
    func breakTimers() { state.withLock { $0.isBroken = true } }

    /// The number of health probes.
    var probes: Int { state.withLock(\.probes) }

    /// Returns when a commit waits at the gate.
    func untilSomebodyWaits() async { await until { !$0.waiting.isEmpty } }

    /// Returns when `count` attempts to send have failed and will be retried.
    func untilFailed(attempts count: Int) async { await until { $0.failedAttempts >= count } }

    private func until(_ condition: (State) -> Bool) async {
        while !state.withLock({ condition($0) }) {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if !condition(state) { state.watchers.append(continuation) }
                    return condition(state)
                }
                if isThere { continuation.resume() }
            }
        }
    }

    /// Changes the state and wakes the tasks that wait for a change.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, watchers) = state.withLock { state in
            let result = body(&state)
            defer { state.watchers = [] }
            return (result, state.watchers)
        }
        for watcher in watchers { watcher.resume() }
        return result
    }

    private func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = change { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func hasReceived(_ id: String, on channel: String) async throws -> Bool {
        try await store.hasReceived(id, on: channel)
    }

    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry] {
        try await store.lastHistory(of: session, limit: limit)
    }

    func commit(_ record: TurnRecord) async throws -> CommitResult {
        await pass()
        return try await store.commit(record)
    }

    func nextTimer() async throws -> Moment? {
        if state.withLock(\.isBroken) { throw Trouble("the disk is gone") }
        return try await store.nextTimer()
    }

    func probe() async throws {
        defer { change { $0.probes += 1 } }
        _ = try await nextTimer()
        try await store.probe()
    }

    // Operations forwarded unchanged.

    func damage() async throws -> String? { try await store.damage() }

    func session(of conversation: ConversationKey) async throws -> StoredSession? {
        try await store.session(of: conversation)
    }

    func session(_ id: SessionID) async throws -> StoredSession? { try await store.session(id) }
    func customer(of conversation: ConversationKey) async throws -> KnownCustomer? {
        try await store.customer(of: conversation)
    }

    func standing(of conversation: ConversationKey) async throws -> Standing {
        try await store.standing(of: conversation)
    }

    func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin? {
        try await store.origin(of: question, in: conversation)
    }

    func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) async throws -> [StoredDelivery] {
        try await store.deliveries(of: session, after: delivery, limit: limit)
    }

    func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID] {
        try await store.sessionsWithDeliveries(after: session, limit: limit)
    }

    func remove(_ deliveries: [DeliveryID]) async throws { try await store.remove(deliveries) }

    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws {
        try await store.postpone(delivery, attempts: attempts, since: since, until: moment)
        change { $0.failedAttempts += 1 }
    }

    func waitingDeliveries() async throws -> Int { try await store.waitingDeliveries() }

    func calls(after call: String?, limit: Int) async throws -> [StoredCall] {
        try await store.calls(after: call, limit: limit)
    }

    func calls(of conversation: ConversationKey, action: String) async throws -> [StoredCall] {
        try await store.calls(of: conversation, action: action)
    }

    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] {
        try await store.dueTimers(after: earlier, at: moment, limit: limit)
    }

    func notices(limit: Int) async throws -> [Notice] { try await store.notices(limit: limit) }

    func forget(_ notices: [Notice]) async throws { try await store.forget(notices) }

    func deadLetters(limit: Int) async throws -> [DeadLetter] { try await store.deadLetters(limit: limit) }

    func history(of session: SessionID) async throws -> [HistoryEntry] { try await store.history(of: session) }

    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int {
        try await store.forgetArrivals(before: moment, limit: limit)
    }

    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await store.forgetSessions(quietSince: moment, limit: limit)
    }
}

extension GatedStore: RetentionStore {
    private var old: any RetentionStore {
        get throws {
            guard let old = store as? any RetentionStore else { throw Trouble("the store keeps everything") }
            return old
        }
    }

    func forgetFinishedSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await old.forgetFinishedSessions(quietSince: moment, limit: limit)
    }

    func forgetHistory(before moment: Moment, after place: Int64?, limit: Int) async throws -> Int64? {
        try await old.forgetHistory(before: moment, after: place, limit: limit)
    }

    func forgetDeadLetters(before moment: Moment, limit: Int) async throws -> Int {
        try await old.forgetDeadLetters(before: moment, limit: limit)
    }

    func forgetBubbles(before moment: Moment, limit: Int) async throws -> Int {
        try await old.forgetBubbles(before: moment, limit: limit)
    }

    func overwriteForgotten() async throws { try await old.overwriteForgotten() }
}
