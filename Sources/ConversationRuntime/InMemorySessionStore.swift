public import Channels
public import Expressions
public import FlowEngine
import JSON
import MessageModel

/// Keeps sessions in memory, for tests and for trying things out. It promises what every store promises, except that
/// anything is left when the process ends.
public actor InMemorySessionStore: SessionStore {
    private struct ArrivalKey: Hashable {
        var id: String
        var channel: String
    }

    private var numbers: [ConversationKey: SessionID] = [:]
    private var sessions: [SessionID: StoredSession] = [:]
    private var lastSession: Int64 = 0
    /// When something happened last.
    private var touched: [SessionID: Moment] = [:]
    private var arrivals: [ArrivalKey: Moment] = [:]
    private var histories: [SessionID: [HistoryEntry]] = [:]
    /// In the order of their ids.
    private var deliveries: [SessionID: [StoredDelivery]] = [:]
    private var lastDelivery: Int64 = 0
    private var bubbles: [String: (session: SessionID, origin: BubbleOrigin)] = [:]
    private var timers: [SessionID: DueTimer] = [:]
    private var openCalls: [String: StoredCall] = [:]
    private var letters: [DeadLetter] = []

    public init() {}

    public func session(of conversation: ConversationKey) -> StoredSession? {
        numbers[conversation].flatMap { sessions[$0] }
    }

    public func session(_ id: SessionID) -> StoredSession? { sessions[id] }

    public func origin(of question: String, in conversation: ConversationKey) -> BubbleOrigin? {
        bubbles[question].flatMap { $0.session == numbers[conversation] ? $0.origin : nil }
    }

    public func commit(_ record: TurnRecord) -> CommitResult {
        let arrival = record.arrival.map { ArrivalKey(id: $0.id, channel: record.conversation.channel) }
        if let arrival, arrivals[arrival] != nil { return .repeated }
        guard isCurrent(record) else { return .conflict }
        if let bubble = record.turn?.bubbles.first(where: { bubbles[$0] != nil }) {
            return commit(record.setAside(because: "the question \(bubble) has been asked before"))
        }
        if let arrival { arrivals[arrival] = record.at }
        let committed = record.turn.map { save($0, record) } ?? Committed(session: record.replaces, deliveries: [])
        if record.clearsTimer, let id = record.replaces?.id { timers[id] = nil }
        if let call = record.answeredCall { openCalls[call] = nil }
        if let givenUp = record.givenUp { remove([givenUp]) }
        if let letter = record.deadLetter { letters.append(letter) }
        return .committed(committed)
    }

    // Outbox.

    public func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) -> [StoredDelivery] {
        let last = delivery ?? DeliveryID(0)
        return Array(deliveries[session, default: []].drop { $0.id <= last }.prefix(limit))
    }

    public func sessionsWithDeliveries(after session: SessionID?, limit: Int) -> [SessionID] {
        let last = session ?? SessionID(0)
        return Array(deliveries.keys.filter { $0 > last }.sorted().prefix(limit))
    }

    public func remove(_ delivered: [DeliveryID]) {
        let delivered = Set(delivered)
        deliveries = deliveries.mapValues { $0.filter { !delivered.contains($0.id) } }.filter { !$0.value.isEmpty }
    }

    public func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) {
        for (session, waiting) in deliveries {
            guard let index = waiting.firstIndex(where: { $0.id == delivery }) else { continue }
            deliveries[session]?[index].attempts = attempts
            deliveries[session]?[index].failingSince = since
            deliveries[session]?[index].nextTry = moment
        }
    }

    // Calls.

    public func calls(after call: String?, limit: Int) -> [StoredCall] {
        let ids = openCalls.keys.filter { $0 > call ?? "" }.sorted().prefix(limit)
        return ids.compactMap { openCalls[$0] }
    }

    // Timers.

    public func dueTimers(at moment: Moment, limit: Int) -> [DueTimer] {
        let due = timers.values.filter { $0.due <= moment }
        return Array(due.sorted { ($0.due, $0.session) < ($1.due, $1.session) }.prefix(limit))
    }

    public func nextTimer() -> Moment? { timers.values.map(\.due).min() }

    // Looking after it.

    public func deadLetters(limit: Int) -> [DeadLetter] { Array(letters.prefix(limit)) }

    public func history(of session: SessionID) -> [HistoryEntry] { histories[session, default: []] }

    public func forgetArrivals(before moment: Moment, limit: Int) -> Int {
        let old = arrivals.filter { $0.value < moment }.sorted { $0.value < $1.value }.prefix(limit)
        for (arrival, _) in old { arrivals[arrival] = nil }
        return old.count
    }

    public func forgetSessions(quietSince moment: Moment, limit: Int) -> [ConversationKey] {
        let quiet = touched.filter { $0.value < moment }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(
            limit)
        return quiet.compactMap { id, _ in
            guard let conversation = sessions.removeValue(forKey: id)?.conversation else { return nil }
            numbers[conversation] = nil
            touched[id] = nil
            deliveries[id] = nil
            timers[id] = nil
            openCalls = openCalls.filter { $0.value.conversation != conversation }
            forgetPast(of: id)
            return conversation
        }
    }

    private func forgetPast(of id: SessionID) {
        histories[id] = nil
        bubbles = bubbles.filter { $0.value.session != id }
    }

    // One turn.

    /// Whether nobody has saved the session since it was loaded.
    private func isCurrent(_ record: TurnRecord) -> Bool {
        if let replaced = record.replaces { return sessions[replaced.id]?.revision == replaced.revision }
        return record.turn == nil || numbers[record.conversation] == nil
    }

    private func save(_ turn: Turn, _ record: TurnRecord) -> Committed {
        let id = record.replaces?.id ?? newSession()
        if record.forgetsPast { forgetPast(of: id) }
        let stored = StoredSession(
            id: id, conversation: record.conversation, revision: (record.replaces?.revision ?? 0) + 1,
            session: turn.session)
        numbers[record.conversation] = id
        sessions[id] = stored
        touched[id] = record.at
        if let event = record.event {
            histories[id, default: []].append(
                HistoryEntry(
                    turn: turn.session.turn, version: record.version, event: event.json,
                    effects: .array(turn.effects.map(\.json))))
        }
        let origin = BubbleOrigin(
            flow: turn.session.flow, step: turn.session.step, version: record.version, turn: turn.session.turn)
        for bubble in turn.bubbles { bubbles[bubble] = (id, origin) }
        timers[id] = turn.session.wake.map { DueTimer(session: id, question: $0.id, due: $0.at) }
        if turn.effects.contains(.dropPending) { deliveries[id] = nil }
        let calls = turn.calls.map { StoredCall(conversation: record.conversation, request: $0) }
        for call in calls { openCalls[call.request.id] = call }
        return Committed(session: stored, deliveries: enqueue(turn, id, record), calls: calls)
    }

    private func newSession() -> SessionID {
        lastSession += 1
        return SessionID(lastSession)
    }

    private func enqueue(_ turn: Turn, _ id: SessionID, _ record: TurnRecord) -> [StoredDelivery] {
        let waiting = turn.effects.compactMap { effect -> StoredDelivery? in
            guard case .send(let outgoing) = effect else { return nil }
            lastDelivery += 1
            return StoredDelivery(
                id: DeliveryID(lastDelivery), session: id,
                delivery: Delivery(id: outgoing.id, conversation: record.conversation, message: outgoing.message),
                turn: turn.session.turn, createdAt: record.at, nextTry: record.at)
        }
        if !waiting.isEmpty { deliveries[id, default: []] += waiting }
        return waiting
    }
}

extension Turn {
    /// The request identifiers of the bubbles it sends.
    fileprivate var bubbles: [String] {
        effects.compactMap { effect in
            guard case .send(let outgoing) = effect, outgoing.message.question != nil else { return nil }
            return outgoing.question?.id
        }
    }
}
