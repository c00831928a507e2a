public import Channels
public import ConversationRuntime
public import Expressions
public import FlowEngine
import JSON
import MessageModel

/// Stores sessions in memory, for tests. It gives the guarantees of every store except durability: its
/// content is lost when the process ends.
public actor InMemorySessionStore: SessionStore, OperatorStore {
    private struct ArrivalKey: Hashable {
        var id: String
        var channel: String
    }

    private var numbers: [ConversationKey: SessionID] = [:]
    var sessions: [SessionID: StoredSession] = [:]
    private var arrivals: [ArrivalKey: (at: Moment, outcome: String)] = [:]
    var histories: [SessionID: [HistoryEntry]] = [:]
    /// In the order of their ids.
    var deliveries: [SessionID: [StoredDelivery]] = [:]
    private var lastDelivery: [SessionID: Int] = [:]
    var marks: [SessionID: [MarkedTurn]] = [:]
    var bubbles: [String: (session: SessionID, origin: BubbleOrigin, at: Moment)] = [:]
    /// Conversations of which some bubbles have been deleted.
    var bubblesForgotten: Set<ConversationKey> = []
    var timers: [TimerKey: DueTimer] = [:]
    var customers: [ConversationKey: KnownCustomer] = [:]
    var openCalls: [String: StoredCall] = [:]
    private var lastSession: Int64 = 0
    var letters: [StoredDeadLetter] = []
    private var lastLetter: Int64 = 0
    /// The operators' summary of each session.
    var summaries: [SessionID: SessionSummary] = [:]
    var openNotices: [(notice: Notice, at: Moment)] = []
    private var lastNotice: Int64 = 0

    /// The customers who wait for people, and how long those of each queue have waited.
    var waiting: [SessionID: (queue: String, since: Moment)] = [:]
    /// The queues of conversations with people.
    var queues: [SessionID: String] = [:]
    var waits: [String: [TimeLength]] = [:]
    /// The slots that customers have taken, by id.
    private var bookings: [String: (session: SessionID, booking: SlotBooking)] = [:]

    public init() {}

    public func session(of conversation: ConversationKey) -> StoredSession? {
        numbers[conversation].flatMap { sessions[$0] }
    }

    public func session(_ id: SessionID) -> StoredSession? { sessions[id] }

    public func customer(of conversation: ConversationKey) -> KnownCustomer? { customers[conversation] }

    public func standing(of conversation: ConversationKey) -> LoadedConversation {
        LoadedConversation(session(of: conversation), else: customers[conversation])
    }

    public func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) -> SharedState {
        let id = numbers[conversation]
        let own = id.flatMap { waiting[$0]?.since }
        let others = waiting.filter { session, place in
            guard session != id else { return false }
            guard let own, let id else { return true }
            return place.since < own || place.since == own && session < id
        }
        let queues = Set(others.values.map(\.queue)).union(waits.keys).sorted()
        return SharedState(
            queues: queues.map { queue in
                QueueFigures(
                    queue: queue, ahead: others.values.count { $0.queue == queue }, waits: waits[queue] ?? [])
            },
            calendars: calendars.sorted().map {
                CalendarTimes(calendar: $0, times: times(in: $0, besides: id, at: moment))
            })
    }

    /// The times that others have taken in a calendar.
    private func times(in calendar: String, besides session: SessionID?, at now: Moment) -> [TakenTime] {
        bookings.values.filter { place in
            place.booking.calendar == calendar && place.session != session && place.booking.end >= now
                && (place.booking.until.map { $0 > now } ?? true)
        }.map { TakenTime(start: $0.booking.start, end: $0.booking.end) }.sorted {
            ($0.start, $0.end) < ($1.start, $1.end)
        }
    }

    /// Whether all slots that a record takes are free of others.
    private func canTake(_ record: TurnRecord) -> Bool {
        let session = numbers[record.conversation]
        return record.takenSlots.allSatisfy { booking in
            if booking.isSettled, bookings[booking.id] != nil { return true }
            let slot = TimeSlot(start: booking.start, duration: booking.end - booking.start)
            let others = times(in: booking.calendar, besides: session, at: record.at)
            return TakenTime.most(of: others, during: slot) < booking.places
        }
    }

    private func book(_ record: TurnRecord, for session: SessionID) {
        for id in record.slotsGivenBack { bookings[id] = nil }
        for booking in record.takenSlots { bookings[booking.id] = (session, booking) }
    }

    private func change(_ change: QueueChange, of session: SessionID, at now: Moment) {
        switch change {
        case .entered(let queue):
            waiting[session] = (queue, now)
            queues[session] = queue
        case .moved(let queue):
            waiting[session] = (queue, waiting[session]?.since ?? now)
            queues[session] = queue
        case .left:
            waiting[session] = nil
            queues[session] = nil
        case .answered:
            guard let place = waiting.removeValue(forKey: session) else { return }
            waits[place.queue] = ([now - place.since] + (waits[place.queue] ?? [])).prefix(20).map(\.self)
        case .none: break
        }
    }

    public func origin(of question: String, in conversation: ConversationKey) -> BubbleOrigin? {
        if let bubble = bubbles[question], bubble.session == numbers[conversation] { return bubble.origin }
        return bubblesForgotten.contains(conversation) ? .unknown : nil
    }

    public func commit(_ record: TurnRecord) -> CommitResult {
        let arrival = record.arrival.map { ArrivalKey(id: $0.id, channel: record.conversation.channel) }
        if let arrival, arrivals[arrival] != nil { return .repeated }
        if let reopened = record.reopened, filedLetter(reopened) == nil { return .repeated }
        if let call = record.answeredCall, openCalls[call] == nil { return .repeated }
        if let givenUp = record.givenUp, !isWaiting(givenUp) { return .repeated }
        guard isCurrent(record), canTake(record) else { return .conflict }
        if let bubble = record.turn?.bubbles.first(where: { bubbles[$0] != nil }) {
            return commit(record.asDeadLetter(because: "the question \(bubble) has been asked before"))
        }
        if let arrival { arrivals[arrival] = (record.at, record.arrival?.outcome ?? "") }
        let committed = record.turn.map { save($0, record) } ?? Committed(session: record.replaces, deliveries: [])
        if let timer = record.clearsTimer { timers[timer] = nil }
        if let call = record.answeredCall { openCalls[call] = nil }
        if let givenUp = record.givenUp { remove(upTo: [givenUp]) }
        if let letter = record.deadLetter { file(letter) }
        if let reopened = record.reopened { close(reopened) }
        if record.isNotice, let id = committed.session?.id { leaveNotice(.changed(id), at: record.at) }
        return .committed(committed)
    }

    private func isWaiting(_ delivery: DeliveryID) -> Bool {
        deliveries[delivery.session, default: []].contains { $0.id == delivery }
    }

    public func hasReceived(_ id: String, on channel: String) -> Bool {
        arrivals[ArrivalKey(id: id, channel: channel)] != nil
    }

    public func outcome(of arrival: String, on channel: String) -> String? {
        arrivals[ArrivalKey(id: arrival, channel: channel)]?.outcome
    }

    // Outbox.

    public func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) -> [StoredDelivery] {
        let last = delivery?.number ?? 0
        return Array(deliveries[session, default: []].drop { $0.id.number <= last }.prefix(limit))
    }

    public func sessionsWithDeliveries(after session: SessionID?, limit: Int) -> [SessionID] {
        let last = session ?? SessionID(0)
        return Array(deliveries.keys.filter { $0 > last }.sorted().prefix(limit))
    }

    public func remove(upTo delivered: [DeliveryID]) {
        for last in delivered {
            let left = deliveries[last.session, default: []].filter { $0.id > last }
            deliveries[last.session] = left.isEmpty ? nil : left
        }
    }

    public func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) {
        let session = delivery.session
        guard let index = deliveries[session]?.firstIndex(where: { $0.id == delivery }) else { return }
        deliveries[session]?[index].attempts = attempts
        deliveries[session]?[index].failingSince = since
        deliveries[session]?[index].nextTry = moment
    }

    public func waitingDeliveries() -> Int { deliveries.values.reduce(0) { $0 + $1.count } }

    // Calls.

    public func calls(after call: String?, limit: Int) -> [StoredCall] {
        let ids = openCalls.keys.filter { $0 > call ?? "" }.sorted().prefix(limit)
        return ids.compactMap { openCalls[$0] }
    }

    public func deskNotices(of conversation: ConversationKey) -> [StoredCall] {
        let calls = openCalls.values.filter {
            $0.conversation == conversation && $0.request.storedName == DeskNotice.storedName
        }
        return calls.sorted { $0.request.id < $1.request.id }
    }

    // Timers.

    public func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) -> [DueTimer] {
        let due = timers.values.filter { $0.due <= moment && $0.due > earlier ?? Moment(milliseconds: .min) }
        return Array(
            due.sorted { ($0.due, $0.session, $0.key.kind.rawValue) < ($1.due, $1.session, $1.key.kind.rawValue) }
                .prefix(limit)
        )
    }

    public func nextTimer() -> Moment? { timers.values.map(\.due).min() }

    // Maintenance.

    public func deadLetters(limit: Int) -> [DeadLetter] { letters.prefix(limit).map(\.letter) }

    public func history(of session: SessionID) -> [HistoryEntry] { histories[session, default: []] }

    public func lastHistory(of session: SessionID, limit: Int) -> [HistoryEntry] {
        histories[session, default: []].suffix(limit).reversed()
    }

    public func forgetArrivals(before moment: Moment, limit: Int) -> Int {
        let old = arrivals.filter { $0.value.at < moment }.sorted { $0.value.at < $1.value.at }.prefix(limit)
        for (arrival, _) in old { arrivals[arrival] = nil }
        return old.count
    }

    public func forgetSessions(quietSince moment: Moment, limit: Int) -> [ConversationKey] {
        let quiet = summaries.values.filter { $0.activeAt < moment && deliveries[$0.id, default: []].isEmpty }
            .sorted { ($0.activeAt, $0.id) < ($1.activeAt, $1.id) }.prefix(limit)
        for session in quiet { forget(session.id, session.conversation) }
        return quiet.map(\.conversation)
    }

    func forget(_ id: SessionID, _ conversation: ConversationKey) {
        numbers[conversation] = nil
        sessions[id] = nil
        summaries[id] = nil
        deliveries[id] = nil
        lastDelivery[id] = nil
        for kind in Wake.Kind.allCases { timers[TimerKey(session: id, kind: kind)] = nil }
        openCalls = openCalls.filter { $0.value.conversation != conversation }
        forgetPast(of: id, conversation)
    }

    private func forgetPast(of id: SessionID, _ conversation: ConversationKey) {
        histories[id] = nil
        marks[id] = nil
        let hasBubbles = bubbles.contains { $0.value.session == id }
        if hasBubbles, customers[conversation] != nil { bubblesForgotten.insert(conversation) }
        bubbles = bubbles.filter { $0.value.session != id }
    }

    // Operators' actions.

    public func notices(after notice: Int64?, limit: Int) -> [Notice] {
        Array(openNotices.map(\.notice).drop { $0.id <= notice ?? 0 }.prefix(limit))
    }

    public func forgetNotices(before moment: Moment, limit: Int) -> Int {
        let old = openNotices.filter { $0.at < moment && !$0.notice.isRequest }.prefix(limit).map(\.notice.id)
        openNotices.removeAll { old.contains($0.notice.id) }
        return old.count
    }

    public func filedLetters(after letter: DeadLetterID?, limit: Int) -> [StoredDeadLetter] {
        let last = letter ?? DeadLetterID(0)
        return Array(letters.drop { $0.id <= last }.prefix(limit))
    }

    public func filedLetter(_ id: DeadLetterID) -> StoredDeadLetter? { letters.first { $0.id == id } }

    public func sendAgain(
        _ letter: DeadLetterID, _ delivery: Delivery, turn: Int, at moment: Moment, recording entry: AuditEntry?
    ) -> Bool {
        guard let session = numbers[delivery.conversation], filedLetter(letter) != nil else { return false }
        letters.removeAll { $0.id == letter }
        deliveries[session, default: []].append(
            StoredDelivery(
                id: nextDelivery(of: session), delivery: delivery, turn: turn, createdAt: moment,
                nextTry: moment))
        leaveNotice(.changed(session), at: moment)
        return true
    }

    public func callAgain(
        _ letter: DeadLetterID, _ call: StoredCall, at moment: Moment, recording entry: AuditEntry?
    ) -> Bool {
        guard let session = numbers[call.conversation], filedLetter(letter) != nil else { return false }
        close(letter)
        openCalls[call.request.id] = call
        leaveNotice(.changed(session), at: moment)
        return true
    }

    public func answerAgain(_ letter: DeadLetterID, at moment: Moment, recording entry: AuditEntry?) -> Bool {
        guard let filed = filedLetter(letter) else { return false }
        openNotices.removeAll { $0.notice.isAbout(letter) }
        leaveNotice(.again(letter, filed.letter), at: moment)
        return true
    }

    /// Removes a letter whose event has been answered again.
    private func close(_ letter: DeadLetterID) {
        letters.removeAll { $0.id == letter }
        openNotices.removeAll { $0.notice.isAbout(letter) }
    }

    public func leaveNotice(_ kind: Notice.Kind, at moment: Moment) {
        lastNotice += 1
        openNotices.append((Notice(id: lastNotice, kind: kind), moment))
    }

    private func file(_ letter: DeadLetter) {
        lastLetter += 1
        letters.append(StoredDeadLetter(id: DeadLetterID(lastLetter), letter: letter))
    }

    private func nextSession() -> SessionID {
        lastSession += 1
        return SessionID(lastSession)
    }

    private func nextDelivery(of session: SessionID) -> DeliveryID {
        lastDelivery[session, default: 0] += 1
        return DeliveryID(session, lastDelivery[session, default: 0])
    }

    private func summarize(_ stored: StoredSession, _ record: TurnRecord) {
        let session = stored.session
        let since = record.handedOverAt ?? summaries[stored.id]?.withPersonSince ?? record.at
        summaries[stored.id] = SessionSummary(
            id: stored.id, conversation: stored.conversation, status: session.status.rawValue, flow: session.flow,
            step: session.step, version: record.version, events: stored.revision,
            startedAt: summaries[stored.id]?.startedAt ?? record.at, activeAt: record.at,
            withPersonSince: session.status == .withPerson ? since : nil, queue: queues[stored.id],
            assignee: session.people?.agent)
    }

    // One turn.

    /// Whether no other commit has saved the session since it was loaded.
    private func isCurrent(_ record: TurnRecord) -> Bool {
        if let replaced = record.replaces { return sessions[replaced.id]?.revision == replaced.revision }
        guard record.turn != nil else { return true }
        return numbers[record.conversation] == nil
            && (!record.recallsCustomer || customers[record.conversation] != nil)
    }

    private func save(_ turn: Turn, _ record: TurnRecord) -> Committed {
        let id = record.replaces?.id ?? nextSession()
        if record.forgetsPast { forgetPast(of: id, record.conversation) }
        let stored = StoredSession(
            id: id, conversation: record.conversation, revision: (record.replaces?.revision ?? 0) + 1,
            session: turn.session)
        numbers[record.conversation] = id
        sessions[id] = stored
        change(record.queueChange, of: id, at: record.at)
        summarize(stored, record)
        book(record, for: id)
        if let entry = record.historyEntry {
            histories[id, default: []].append(entry)
            marks[id, default: []].append(MarkedTurn(session: id, turn: entry.turn, at: record.at, marks: turn.marks))
        }
        let origin = BubbleOrigin(
            flow: turn.session.flow, step: turn.session.step, version: record.version, turn: turn.session.turn)
        for bubble in turn.bubbles { bubbles[bubble] = (id, origin, record.at) }
        for kind in Wake.Kind.allCases { timers[TimerKey(session: id, kind: kind)] = nil }
        for wake in turn.session.wakes {
            let timer = DueTimer(
                session: id, conversation: record.conversation, purpose: wake.purpose, due: wake.at)
            timers[timer.key] = timer
        }
        if let customer = record.changedCustomer { customers[record.conversation] = customer }
        if turn.dropsPending { deliveries[id] = nil }
        let calls = record.requests.map {
            StoredCall(
                conversation: record.conversation, request: $0, cause: record.cause, trace: record.trace)
        }
        for call in calls { openCalls[call.request.id] = call }
        let previous = record.outgoing.isEmpty ? nil : deliveries[id]?.last?.id
        return Committed(session: stored, deliveries: enqueue(turn, id, record), behind: previous, calls: calls)
    }

    private func enqueue(_ turn: Turn, _ id: SessionID, _ record: TurnRecord) -> [StoredDelivery] {
        let waiting = record.outgoing.map { outgoing, shown in
            StoredDelivery(
                id: nextDelivery(of: id),
                delivery: Delivery(
                    id: outgoing.id, conversation: record.conversation, message: outgoing.message, cause: record.cause,
                    shown: shown, context: turn.session.context),
                turn: turn.session.turn, createdAt: record.at, nextTry: record.at, trace: record.trace)
        }
        if !waiting.isEmpty { deliveries[id, default: []] += waiting }
        return waiting
    }
}

extension Notice {
    fileprivate var isRequest: Bool { if case .again = kind { true } else { false } }

    /// Whether it requests that the event of this letter be answered again.
    fileprivate func isAbout(_ letter: DeadLetterID) -> Bool {
        guard case .again(letter, _) = kind else { return false }
        return true
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
