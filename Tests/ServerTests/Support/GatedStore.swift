import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine

/// A store whose commits wait while its gate is closed, so that a test can examine a server in the middle of a commit.
final class GatedStore: SessionStore, HealthStore {
    private struct State {
        var isOpen = true
        var isBroken = false
        /// Why commits fail; `nil` while they succeed.
        var failure: (any Error)?
        /// While it is `true`, probes do not end.
        var holdsProbes = false
        /// While it is `true`, the question for an obstacle is not answered.
        var holdsAnswers = false
        /// Why transactions wait, as far as the store knows.
        var obstacle: String?
        var lost: LostCommits?
        var exposure: String?
        var hasFailover = false
        /// How often the server has probed the store.
        var probes = 0
        /// The number of failed attempts to send.
        var failedAttempts = 0
        /// How many commits wait at the gate.
        var waiting = 0
        /// While it is `true`, waiting deliveries are not counted.
        var holdsCounts = false
        var isPreparedForShutdown = false
    }

    private let store: any SessionStore
    private let health: any HealthStore
    private let state = Watched(State())

    init(_ store: any SessionStore, _ health: any HealthStore) {
        self.store = store
        self.health = health
    }

    func closeGate() { state.change { $0.isOpen = false } }

    func openGate() { state.change { $0.isOpen = true } }

    /// From now on timers cannot be read.
    func breakTimers() { state.change { $0.isBroken = true } }

    /// From now on commits fail; with `nil` they succeed again.
    func failCommits(with error: (any Error)?) { state.change { $0.failure = error } }

    /// From now on probes do not end, because of an obstacle.
    func holdProbes(because obstacle: String?) {
        state.change { state in
            state.holdsProbes = true
            state.obstacle = obstacle
        }
    }

    /// From now on neither probes nor questions about them end, as of a database that answers nothing.
    func freeze() {
        state.change { state in
            state.holdsProbes = true
            state.holdsAnswers = true
        }
    }

    /// Lets both end again.
    func thaw() {
        state.change { state in
            state.holdsProbes = false
            state.holdsAnswers = false
        }
    }

    /// Lets probes end again.
    func releaseProbes() { state.change { $0.holdsProbes = false } }

    /// From now on nothing returns the number of waiting deliveries.
    func holdCounts() { state.change { $0.holdsCounts = true } }

    /// Lets deliveries be counted again.
    func releaseCounts() { state.change { $0.holdsCounts = false } }

    /// Whether the store knows that the process shuts down.
    var isPreparedForShutdown: Bool { state.read(\.isPreparedForShutdown) }

    /// Loses what was acknowledged.
    func lose(_ lost: LostCommits) { state.change { $0.lost = lost } }

    /// From now on a failover is possible, and would lose what is acknowledged; `nil` when it would not.
    func expose(because reason: String?) {
        state.change { state in
            state.exposure = reason
            state.hasFailover = true
        }
    }

    /// How often the server has probed the store.
    var probes: Int { state.read(\.probes) }

    /// Returns when a commit waits at the gate.
    func untilSomebodyWaits() async { await state.wait { $0.waiting > 0 } }

    /// Returns when this many attempts to send have failed and are to be repeated.
    func untilFailed(attempts count: Int) async { await state.wait { $0.failedAttempts >= count } }

    private func pass() async {
        let mustWait = state.change { state in
            if !state.isOpen { state.waiting += 1 }
            return !state.isOpen
        }
        guard mustWait else { return }
        await state.wait(until: \.isOpen)
        state.change { $0.waiting -= 1 }
    }

    func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) async throws -> SharedState {
        try await store.shared(with: conversation, calendars: calendars, at: moment)
    }

    func hasReceived(_ id: String, on channel: String) async throws -> Bool {
        try await store.hasReceived(id, on: channel)
    }

    func outcome(of arrival: String, on channel: String) async throws -> String? {
        try await store.outcome(of: arrival, on: channel)
    }

    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry] {
        try await store.lastHistory(of: session, limit: limit)
    }

    func commit(_ record: TurnRecord) async throws -> CommitResult {
        await pass()
        if let failure = state.read(\.failure) { throw failure }
        return try await store.commit(record)
    }

    func nextTimer() async throws -> Moment? {
        if state.read(\.isBroken) { throw Trouble("the disk is gone") }
        return try await store.nextTimer()
    }

    func probe() async throws {
        defer { state.change { $0.probes += 1 } }
        await state.wait { !$0.holdsProbes }
        _ = try await nextTimer()
        try await health.probe()
    }

    func obstacle() async throws -> String? {
        await state.wait { !$0.holdsAnswers }
        return state.read(\.obstacle)
    }

    func exposure() async throws -> String? { state.read(\.exposure) }

    var hasFailover: Bool { state.read(\.hasFailover) }

    var lost: LostCommits? { state.read(\.lost) }

    func prepareForShutdown() { state.change { $0.isPreparedForShutdown = true } }

    func waitingDeliveries() async throws -> Int {
        await state.wait { !$0.holdsCounts }
        return try await store.waitingDeliveries()
    }

    // Operations forwarded unchanged.

    func damage() async throws -> String? { try await health.damage() }

    func session(of conversation: ConversationKey) async throws -> StoredSession? {
        try await store.session(of: conversation)
    }

    func session(_ id: SessionID) async throws -> StoredSession? { try await store.session(id) }
    func customer(of conversation: ConversationKey) async throws -> KnownCustomer? {
        try await store.customer(of: conversation)
    }

    func standing(of conversation: ConversationKey) async throws -> LoadedConversation {
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

    func remove(upTo deliveries: [DeliveryID]) async throws { try await store.remove(upTo: deliveries) }

    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws {
        try await store.postpone(delivery, attempts: attempts, since: since, until: moment)
        state.change { $0.failedAttempts += 1 }
    }

    func calls(after call: String?, limit: Int) async throws -> [StoredCall] {
        try await store.calls(after: call, limit: limit)
    }

    func deskNotices(of conversation: ConversationKey) async throws -> [StoredCall] {
        try await store.deskNotices(of: conversation)
    }

    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] {
        try await store.dueTimers(after: earlier, at: moment, limit: limit)
    }

    func notices(after notice: Int64?, limit: Int) async throws -> [Notice] {
        try await store.notices(after: notice, limit: limit)
    }

    func forgetNotices(before moment: Moment, limit: Int) async throws -> Int {
        try await store.forgetNotices(before: moment, limit: limit)
    }

    func deadLetters(limit: Int) async throws -> [DeadLetter] { try await store.deadLetters(limit: limit) }

    func history(of session: SessionID) async throws -> [HistoryEntry] { try await store.history(of: session) }

    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int {
        try await store.forgetArrivals(before: moment, limit: limit)
    }

    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await store.forgetSessions(quietSince: moment, limit: limit)
    }
}
