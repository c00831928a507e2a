import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine

/// A store that fails on demand, or is unavailable as after a crash.
final class TroubledStore: SessionStore {
    enum Operation: Sendable, Hashable, CaseIterable {
        case session, origin, commit, deliveries, search, remove, renew, postpone, calls, timers, letters, history,
            arrivals,
            notices
        /// A commit is stored but reports a failure: the disk returns an error after all data was written.
        case answer
    }

    struct Trouble: Error {}

    private struct State: Sendable {
        var failing: Set<Operation> = []
        var isGone = false
        var isGarbled = false
        var counts: [Operation: Int] = [:]
    }

    private let store: any SessionStore
    private let watched = Watched(State())

    init(_ store: any SessionStore) { self.store = store }

    func fail(_ operations: Operation...) { watched.change { $0.failing = Set(operations) } }

    /// No session can be decoded any more.
    func garble() { watched.change { $0.isGarbled = true } }

    /// Ends the process: none of its later operations reach the store.
    func crash() { watched.change { $0.isGone = true } }

    func count(of operation: Operation) -> Int { watched.value.counts[operation] ?? 0 }

    /// Returns when an operation has been requested this often.
    func until(_ operation: Operation, asked times: Int) async {
        await watched.wait { $0.counts[operation] ?? 0 >= times }
    }

    private func check(_ operation: Operation) throws {
        let fails = watched.change { state in
            state.counts[operation, default: 0] += 1
            return state.isGone || state.failing.contains(operation)
        }
        if fails { throw Trouble() }
        if operation == .session, watched.value.isGarbled { throw UnreadableSession("not even JSON") }
    }

    func session(of conversation: ConversationKey) async throws -> StoredSession? {
        try check(.session)
        return try await store.session(of: conversation)
    }

    func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) async throws -> SharedState {
        try check(.session)
        return try await store.shared(with: conversation, calendars: calendars, at: moment)
    }

    func customer(of conversation: ConversationKey) async throws -> KnownCustomer? {
        try await store.customer(of: conversation)
    }

    func standing(of conversation: ConversationKey) async throws -> LoadedConversation {
        try check(.session)
        return try await store.standing(of: conversation)
    }

    func session(_ id: SessionID) async throws -> StoredSession? {
        try check(.session)
        return try await store.session(id)
    }

    func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin? {
        try check(.origin)
        return try await store.origin(of: question, in: conversation)
    }

    func hasReceived(_ id: String, on channel: String) async throws -> Bool {
        try check(.arrivals)
        return try await store.hasReceived(id, on: channel)
    }

    func outcome(of arrival: String, on channel: String) async throws -> String? {
        try check(.arrivals)
        return try await store.outcome(of: arrival, on: channel)
    }

    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry] {
        try check(.history)
        return try await store.lastHistory(of: session, limit: limit)
    }

    func commit(_ record: TurnRecord) async throws -> CommitResult {
        try check(.commit)
        let result = try await store.commit(record)
        if case .committed = result { try check(.answer) }
        return result
    }

    func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) async throws -> [StoredDelivery] {
        try check(.deliveries)
        return try await store.deliveries(of: session, after: delivery, limit: limit)
    }

    func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID] {
        try check(.search)
        return try await store.sessionsWithDeliveries(after: session, limit: limit)
    }

    func remove(upTo deliveries: [DeliveryID]) async throws {
        try check(.remove)
        try await store.remove(upTo: deliveries)
    }

    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws {
        try check(.postpone)
        try await store.postpone(delivery, attempts: attempts, since: since, until: moment)
    }

    func claimLanes(limit: Int, at moment: Moment, for claim: Claim) async throws -> [HeldLane] {
        try check(.search)
        return try await store.claimLanes(limit: limit, at: moment, for: claim)
    }

    func renew(_ lanes: [HeldLane], at moment: Moment, for claim: Claim) async throws -> Set<HeldLane> {
        try check(.renew)
        return try await store.renew(lanes, at: moment, for: claim)
    }

    func mark(_ marks: [LaneMark], at moment: Moment, for claim: Claim) async throws -> [SessionID: LaneCounters] {
        try check(.remove)
        return try await store.mark(marks, at: moment, for: claim)
    }

    func deliveries(
        in lane: HeldLane, of owner: String, after delivery: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery]? {
        try check(.deliveries)
        return try await store.deliveries(in: lane, of: owner, after: delivery, limit: limit)
    }

    func letGo(
        _ lane: HeldLane, of owner: String, sent: DeliveryID?, retry: LaneRetry?, at moment: Moment
    ) async throws {
        try check(.postpone)
        try await store.letGo(lane, of: owner, sent: sent, retry: retry, at: moment)
    }

    func letGoLanes(of owner: String, at moment: Moment) async throws {
        try check(.remove)
        try await store.letGoLanes(of: owner, at: moment)
    }

    func waitingDeliveries() async throws -> Int { try await store.waitingDeliveries() }

    func calls(after call: String?, limit: Int) async throws -> [StoredCall] {
        try check(.calls)
        return try await store.calls(after: call, limit: limit)
    }

    func deskNotices(of conversation: ConversationKey) async throws -> [StoredCall] {
        try check(.calls)
        return try await store.deskNotices(of: conversation)
    }

    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] {
        try check(.timers)
        return try await store.dueTimers(after: earlier, at: moment, limit: limit)
    }

    func nextTimer() async throws -> Moment? {
        try check(.timers)
        return try await store.nextTimer()
    }

    func notices(after notice: Int64?, limit: Int) async throws -> [Notice] {
        try check(.notices)
        return try await store.notices(after: notice, limit: limit)
    }

    func forgetNotices(before moment: Moment, limit: Int) async throws -> Int {
        try check(.notices)
        return try await store.forgetNotices(before: moment, limit: limit)
    }

    func deadLetters(limit: Int) async throws -> [DeadLetter] {
        try check(.letters)
        return try await store.deadLetters(limit: limit)
    }

    func history(of session: SessionID) async throws -> [HistoryEntry] {
        try check(.history)
        return try await store.history(of: session)
    }

    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int {
        try check(.arrivals)
        return try await store.forgetArrivals(before: moment, limit: limit)
    }

    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try check(.arrivals)
        return try await store.forgetSessions(quietSince: moment, limit: limit)
    }
}
