import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Synchronization

/// A store accessed one operation at a time, so that results arrive in the order of the requests; only writes may wait
/// together, because they share transactions. After the death of its process it returns nothing.
final class OrderlyStore: SessionStore {
    struct Gone: Error {}

    private struct State {
        var readers = 0
        var writers = 0
        var waiting: [(writes: Bool, continuation: CheckedContinuation<Void, Never>)] = []

        func hasRoom(toWrite writes: Bool) -> Bool { readers == 0 && (writes || writers == 0) }

        mutating func enter(toWrite writes: Bool) {
            if writes { writers += 1 } else { readers += 1 }
        }
    }

    private let store: any SessionStore
    private let pulse: Pulse
    private let conductor: Conductor
    private let state = Mutex(State())

    init(_ store: any SessionStore, _ pulse: Pulse, _ conductor: Conductor) {
        self.store = store
        self.pulse = pulse
        self.conductor = conductor
    }

    func read<Result: Sendable>(_ question: (any SessionStore) async throws -> Result) async throws -> Result {
        try await ask(toWrite: false, question)
    }

    func write<Result: Sendable>(_ question: (any SessionStore) async throws -> Result) async throws -> Result {
        try await ask(toWrite: true, question)
    }

    private func ask<Result: Sendable>(
        toWrite writes: Bool, _ question: (any SessionStore) async throws -> Result
    ) async throws -> Result {
        await enter(toWrite: writes)
        defer { leave(writes) }
        guard !pulse.isOver else { throw Gone() }
        do {
            let answer =
                writes
                ? try await conductor.write { try await question(store) }
                : try await conductor.read { try await question(store) }
            pulse.look()
            if pulse.isOver { throw Gone() }
            return answer
        } catch {
            pulse.look()
            throw error
        }
    }

    /// Lets another process use the database exclusively. That process continues when this one has died.
    func letOther<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
        await enter(toWrite: false)
        defer { leave(false) }
        defer { pulse.look() }
        return try await conductor.read(work)
    }

    private func enter(toWrite writes: Bool) async {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                let mayEnter = state.waiting.isEmpty && state.hasRoom(toWrite: writes)
                if mayEnter {
                    state.enter(toWrite: writes)
                } else {
                    state.waiting.append((writes, continuation))
                }
                return mayEnter
            }
            if mayEnter { continuation.resume() }
        }
    }

    private func leave(_ writes: Bool) {
        let next = state.withLock { state in
            if writes { state.writers -= 1 } else { state.readers -= 1 }
            var next: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, state.hasRoom(toWrite: first.writes) {
                state.enter(toWrite: first.writes)
                next.append(state.waiting.removeFirst().continuation)
            }
            return next
        }
        for continuation in next { continuation.resume() }
    }
}

extension OrderlyStore {
    func session(of conversation: ConversationKey) async throws -> StoredSession? {
        try await read { try await $0.session(of: conversation) }
    }

    func session(_ id: SessionID) async throws -> StoredSession? { try await read { try await $0.session(id) } }

    func customer(of conversation: ConversationKey) async throws -> KnownCustomer? {
        try await read { try await $0.customer(of: conversation) }
    }

    func standing(of conversation: ConversationKey) async throws -> LoadedConversation {
        try await read { try await $0.standing(of: conversation) }
    }

    func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) async throws -> SharedState {
        try await read { try await $0.shared(with: conversation, calendars: calendars, at: moment) }
    }

    func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin? {
        try await read { try await $0.origin(of: question, in: conversation) }
    }

    func commit(_ record: TurnRecord) async throws -> CommitResult { try await write { try await $0.commit(record) } }

    func hasReceived(_ id: String, on channel: String) async throws -> Bool {
        try await read { try await $0.hasReceived(id, on: channel) }
    }

    func outcome(of arrival: String, on channel: String) async throws -> String? {
        try await read { try await $0.outcome(of: arrival, on: channel) }
    }

    func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) async throws -> [StoredDelivery] {
        try await read { try await $0.deliveries(of: session, after: delivery, limit: limit) }
    }

    func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID] {
        try await read { try await $0.sessionsWithDeliveries(after: session, limit: limit) }
    }

    func remove(upTo deliveries: [DeliveryID]) async throws {
        try await write { try await $0.remove(upTo: deliveries) }
    }

    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws {
        try await write { try await $0.postpone(delivery, attempts: attempts, since: since, until: moment) }
    }

    func waitingDeliveries() async throws -> Int { try await read { try await $0.waitingDeliveries() } }

    func calls(after call: String?, limit: Int) async throws -> [StoredCall] {
        try await read { try await $0.calls(after: call, limit: limit) }
    }

    func deskNotices(of conversation: ConversationKey) async throws -> [StoredCall] {
        try await read { try await $0.deskNotices(of: conversation) }
    }

    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] {
        try await read { try await $0.dueTimers(after: earlier, at: moment, limit: limit) }
    }

    func claimCalls(
        after call: String?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [StoredCall] {
        try await write { try await $0.claimCalls(after: call, at: moment, limit: limit, for: claim) }
    }

    func claim(call: String, at moment: Moment, for claim: Claim) async throws -> Bool {
        try await write { try await $0.claim(call: call, at: moment, for: claim) }
    }

    func claimTimers(
        after earlier: Moment?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [DueTimer] {
        try await write { try await $0.claimTimers(after: earlier, at: moment, limit: limit, for: claim) }
    }

    func nextTimer() async throws -> Moment? { try await read { try await $0.nextTimer() } }

    func notices(after notice: Int64?, limit: Int) async throws -> [Notice] {
        try await read { try await $0.notices(after: notice, limit: limit) }
    }

    func forgetNotices(before moment: Moment, limit: Int) async throws -> Int {
        try await write { try await $0.forgetNotices(before: moment, limit: limit) }
    }

    func deadLetters(limit: Int) async throws -> [DeadLetter] {
        try await read { try await $0.deadLetters(limit: limit) }
    }

    func history(of session: SessionID) async throws -> [HistoryEntry] {
        try await read { try await $0.history(of: session) }
    }

    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry] {
        try await read { try await $0.lastHistory(of: session, limit: limit) }
    }

    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int {
        try await write { try await $0.forgetArrivals(before: moment, limit: limit) }
    }

    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await write { try await $0.forgetSessions(quietSince: moment, limit: limit) }
    }
}
