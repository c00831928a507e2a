public import Channels
public import Concurrency
import Expressions
public import FlowEngine
public import FlowModel
import JSON
public import Logging
import MessageModel
public import ServerMetrics
import Synchronization
public import Traces

/// The loop around the engine: receive, load, advance, commit, perform, and report back.
///
/// No effect is performed before it is committed, and every performed effect reports back as an event of its
/// conversation.
public final class Conversations: Sendable {
    private let engine: Current<Engine>
    let store: any SessionStore
    /// Whether an agent desk is notified of conversations with people.
    private let notifiesDesk: Bool
    public let clock: any WallClock
    private let logger: Logger
    private let measurements: ConversationMetrics
    private let chance: @Sendable () -> Seed
    private let mailboxes = KeyedLock<ConversationKey>()
    private let cache: SessionCache
    /// The payments made in conversations; `nil` where there are none.
    let payments: (any PaymentStore)?
    let sheetWatch = SheetWatch()
    let outbox: Outbox
    let calls: Calls
    let alarm: Alarm
    let server: String
    /// `nil` when this server has the store for itself.
    let sharing: Sharing?
    /// `nil` when nothing is traced.
    private let traces: Traces?
    /// The number of the last operators' change that has been applied.
    private let applied = Mutex<Int64>(0)

    /// - Parameters:
    ///   - engine: the engine of the bot; each event is answered by the one that is current when its turn begins.
    ///   - cacheSize: the minimum number of sessions kept in memory.
    ///   - mostLanes: the number of customers to whom messages are sent at once.
    ///   - channels: the ways to reach customers, by name.
    ///   - caller: makes the calls of flows.
    ///   - files: fetches the files that customers send.
    ///   - desk: notifies an agent desk of conversations with people; `nil` when there is none.
    ///   - payments: the payment store, which knows when a pay sheet has expired.
    ///   - server: the name of this server among those that share the store, the same after its restart.
    ///   - sharing: how this server shares the store with others, under the name of its node; `nil` when it has none.
    ///   - registry: where the metrics are registered.
    ///   - traces: records turns, deliveries and calls as spans; `nil` when nothing is traced.
    ///   - chance: the seed for identifiers; the system's random source unless the caller needs reproducible ones.
    public init(
        engine: Current<Engine>, store: any SessionStore, channels: [any Channel],
        caller: any ActionCaller = NoActions(),
        files: any FileFetcher = NoFiles(), desk: (any DeskNotifier)? = nil, payments: (any PaymentStore)? = nil,
        clock: any WallClock, logger: Logger, server: String = "server", sharing: Sharing? = nil,
        cacheSize: Int = 2_000, mostLanes: Int = 5_000, measuredIn registry: MetricsRegistry = MetricsRegistry(),
        traces: Traces? = nil, chance: (@Sendable () -> Seed)? = nil
    ) {
        self.traces = traces
        self.chance = chance ?? Seed.random
        let server = sharing?.node.name ?? server
        self.sharing = sharing
        self.engine = engine
        self.store = store
        notifiesDesk = desk != nil
        self.payments = payments
        self.clock = clock
        self.logger = logger
        cache = SessionCache(size: cacheSize, isShared: sharing != nil)
        alarm = Alarm(clock: clock)
        calls = Calls(
            store: store, performers: RequestPerformers(actions: caller, files: files, desk: desk, traces: traces),
            clock: clock,
            logger: logger, server: server)
        self.server = server
        measurements = ConversationMetrics(in: registry)
        outbox = Outbox(
            store: store, channels: channels, clock: clock, logger: logger, measurements: measurements,
            sharing: sharing, traces: traces, mostLanes: mostLanes)
        show(in: registry)
    }

    /// Registers the gauges, whose values are read on each scrape.
    private func show(in registry: MetricsRegistry) {
        let (cache, outbox) = (cache, outbox)
        registry.gauge("usher_outbox_lanes", "Customers to whom messages are being sent.") { Double(outbox.laneCount) }
        registry.gauge("usher_sending_stopped", "1 while sending is paused because Apple rejects our token.") {
            outbox.haltReason == nil ? 0 : 1
        }
        registry.gauge("usher_sessions_cached", "Sessions in memory.") { Double(cache.count) }
    }

    /// The bot in use.
    public var bot: Bot { engine.value.bot }

    /// The version of the bot in use.
    public var version: String { engine.value.bot.version }

    /// The business name of the bot in use.
    public var business: String { engine.value.bot.business }

    /// Handles one arrival. When this returns, all of its effects are durable.
    ///
    /// - Throws: what the store throws; nothing has changed then, and the arrival may be redelivered.
    public func receive(_ arrival: Arrival) async throws -> Receipt {
        switch arrival.content {
        case .passing(let word): return .ignored(word)
        case .sheetClosed: return .ignored("the payment processor reports the outcome of a payment")
        case .opened: return try await handle(IncomingEvent(.opened, from: arrival))
        case .closed: return try await handle(IncomingEvent(.closed, from: arrival))
        case .reaction(let words, let quoted):
            if try await hasSent(quoted, in: arrival.conversation) { return .ignored("a tapback") }
            var occurrence = IncomingEvent(.heard(.text(words), bubble: nil), from: arrival)
            occurrence.reaction = words
            return try await handle(occurrence)
        case .heard(let heard): return try await handle(IncomingEvent(.heard(heard, bubble: nil), from: arrival))
        }
    }

    /// Whether an arrival has already been handled, so that nothing needs to be fetched for it.
    public func hasReceived(_ arrival: Arrival) async throws -> Bool {
        try await store.hasReceived(arrival.id, on: arrival.conversation.channel)
    }

    /// Whether one of the latest messages to the customer contains the quoted text.
    private func hasSent(_ quoted: String, in conversation: ConversationKey) async throws -> Bool {
        guard let session = try await knownSession(of: conversation) else { return false }
        let quotation = Quotation(quoted)
        return try await store.lastHistory(of: session, limit: Quotation.mostTurns).contains { entry in
            (entry.effects.array ?? []).contains { effect in
                guard case .send(let outgoing)? = try? Effect(json: effect) else { return false }
                return quotation.quotes(outgoing.message)
            }
        }
    }

    /// The session of a conversation; `nil` also when it cannot be read, an error that the event will encounter again.
    private func knownSession(of conversation: ConversationKey) async throws -> SessionID? {
        do {
            return try await store.session(of: conversation)?.id
        } catch is UnreadableSession {
            return nil
        }
    }

    /// The current state of a conversation, as it is stored: another server may have brought it further than the cache here
    /// knows.
    func stored(_ conversation: ConversationKey) async throws -> StoredSession? {
        try await store.session(of: conversation)
    }

    /// Deletes conversations that have been quiet for longer than the bot keeps them. Returns the number deleted.
    func forgetQuiet(limit: Int) async throws -> Int {
        let forgotten = try await store.forgetSessions(quietSince: clock.now - expires, limit: limit)
        for conversation in forgotten { cache.forget(conversation) }
        return forgotten.count
    }

    /// Deletes finished conversations that have been inactive for `length`. Returns the number deleted.
    func forgetFinished(after length: TimeLength, in store: any RetentionStore, limit: Int) async throws -> Int {
        let forgotten = try await store.forgetFinishedSessions(quietSince: clock.now - length, limit: limit)
        for conversation in forgotten { cache.forget(conversation) }
        return forgotten.count
    }

    /// The retention period of a quiet conversation.
    var expires: TimeLength { engine.value.bot.expires }

    /// Removes a session from the cache.
    func forget(_ session: SessionID) { cache.forget(session) }

    /// The number of the last change of operators in other processes that has been applied; 0 before the first.
    public var lastAppliedChange: Int64 { applied.withLock(\.self) }

    /// Records that all changes of operators up to this one have been applied.
    func noteApplied(_ notice: Int64) { applied.withLock { $0 = notice } }

    /// Returns when no event is being handled.
    public func untilQuiet() async { await mailboxes.untilEmpty() }

    /// Returns when no call is in progress.
    public func untilCalled() async { await calls.untilIdle() }

    /// Returns when no message waits to be sent.
    public func untilSent() async { await outbox.untilIdle() }

    /// How the reason begins while sending has stopped because of the database, and not because of a channel.
    package static let absence = "the database does not count this server as running"

    /// Why sending has stopped; `nil` while messages are being sent.
    public var haltReason: String? { halt?.reason }

    /// Why sending has stopped, and whether because of the database; `nil` while messages are being sent.
    package var halt: (reason: String, isByDatabase: Bool)? {
        if let absence = sharing?.standing.absence {
            return (reason: "\(Self.absence): \(absence)", isByDatabase: true)
        }
        return outbox.haltReason.map { (reason: $0, isByDatabase: false) }
    }

    /// Has the servers on the database look for changes of operators now.
    public func announceChanges() { sharing?.doorbell.ring([.changes]) }

    // Handling one event.

    /// Answers an event and commits everything that follows from it, alone in its conversation.
    func handle(_ occurrence: IncomingEvent) async throws -> Receipt {
        try await traces.span("turn", at: .here(else: occurrence.trace)) { span in
            span.set("usher.event", occurrence.kind.measured.rawValue)
            let receipt = try await handle(occurrence, span)
            span.set("usher.outcome", receipt.word)
            return receipt
        }
    }

    private func handle(_ occurrence: IncomingEvent, _ span: CurrentSpan) async throws -> Receipt {
        let conversation = occurrence.conversation
        return try await mailboxes.with(conversation) {
            // What the commit takes is held from then on.
            let began = sharing?.standing.elapsed() ?? .zero
            let result = try await CommitLoop(store: store, traces: traces).run { () -> CommitLoop.Answer<Receipt> in
                let (record, receipt) = try await answer(occurrence)
                return .commit(record, receipt)
            } onConflict: {
                measurements.conflicts.add()
                cache.forget(conversation)
            }
            switch result {
            case .committed(let committed, let record, let receipt):
                count(record)
                describe(record, committed, in: span)
                record.logOmissions(of: committed.session?.id, to: logger)
                settle(committed, record, answering: occurrence.arrival, since: began)
                return receipt
            case .nothing(let receipt): return receipt
            case .repeated: return .repeated
            }
        }
    }

    /// Runs the engine and records all of the effects.
    private func answer(_ occurrence: IncomingEvent) async throws -> (TurnRecord, Receipt) {
        let engine = engine.value
        var record = TurnRecord(
            conversation: occurrence.conversation, replaces: nil, version: engine.bot.version,
            at: occurrence.arrival?.at ?? clock.now)
        record.arrival = occurrence.arrivalID.map { ArrivalRecord(id: $0, outcome: "answered") }
        record.cause = occurrence.cause
        record.trace = traces?.current
        record.deadLetter = occurrence.deadLetter
        record.givenUp = occurrence.givenUp
        record.heldLane = occurrence.heldLane
        // Also for a session that cannot be read.
        record.laneClaim = outbox.claim
        record.reopened = occurrence.reopened
        record.audit = occurrence.audit
        record.answeredCall = occurrence.answeredCall
        record.claim = Claim(owner: server, length: Calls.claimed)
        var event = Event(
            occurrence.kind, at: record.at, seed: chance(),
            sender: occurrence.sender ?? occurrence.arrival?.sender(known: nil))
        event.by = occurrence.by
        record.event = event
        do {
            let standing = try await standing(of: occurrence.conversation)
            let (stored, customer) = (standing.session, standing.customer)
            record.replaces = stored
            if let key = occurrence.deskRequest {
                record.arrival = key.record(isPrivate: stored?.session.isPrivate == true)
            }
            record.laneClaim = outbox.claim(for: stored?.id)
            record.recallsCustomer = standing.isRecalled
            if stored?.session.isPrivate != true { record.deadLetter?.showsAllOfNotice() }
            record.forgetsPast = stored.map { engine.hasExpired($0.session, at: record.at) } ?? false
            event.sender = occurrence.sender ?? occurrence.arrival?.sender(known: customer)
            if stored == nil || record.forgetsPast { event.sender?.recall(customer) }
            event.kind = try await known(event.kind, stored, in: occurrence.conversation)
            event.isReaction =
                occurrence.reaction.map { words in
                    engine.passesOver(
                        reaction: words, in: stored?.session, from: event.sender?.locale, at: event.at)
                } ?? false
            if engine.bot.readsQueues { event.shared = try await store.shared(with: occurrence.conversation) }
            event.lapsed = try await lapsed(event.kind, stored, in: occurrence.conversation)
            record.event = event
            record.shownEvent = engine.shown(event, in: stored?.session)
            var receipt = try answer(event, engine, &record)
            var calendars: Set<String> = []
            while let wanted = record.turn?.wantedCalendars, !wanted.isSubset(of: calendars) {
                calendars.formUnion(wanted)
                event.shared = try await store.shared(
                    with: occurrence.conversation, calendars: calendars, at: record.at)
                record.event = event
                record.shownEvent = engine.shown(event, in: stored?.session)
                receipt = try answer(event, engine, &record)
            }
            if let request = occurrence.request, let turn = record.turn {
                record.arrival = request.record(of: turn.reception)
            }
            // Events that no channel repeats may be reported again if they changed nothing.
            if case .ignored = receipt, occurrence.arrival == nil, let arrival = record.arrival {
                record.arrival = nil
                // What it changed may be the reason why it would change nothing now.
                if try await store.hasReceived(arrival.id, on: occurrence.conversation.channel) {
                    return (record, .repeated)
                }
            }
            return (record, receipt)
        } catch let error as EngineError {
            return (asDeadLetter(record, of: occurrence, because: "\(error)"), .accepted)
        } catch let error as UnreadableSession {
            return (asDeadLetter(record, of: occurrence, because: "\(error)"), .accepted)
        }
    }

    private func asDeadLetter(_ record: TurnRecord, of occurrence: IncomingEvent, because reason: String) -> TurnRecord
    {
        logger.error("event processing failed", metadata: .cause(record.cause, reason: reason))
        var record = record.asDeadLetter(because: reason)
        record.clearsTimer = occurrence.timer?.key
        return record
    }

    private func answer(
        _ event: Event, _ engine: Engine, _ record: inout TurnRecord
    ) throws(EngineError) -> Receipt {
        guard record.replaces != nil || event.sender != nil else {
            // An operator has erased the customer: no dead letter may mention them.
            record.deadLetter = nil
            return .ignored("there is no such conversation")
        }
        switch try engine.advance(record.replaces?.session, on: event) {
        case .turn(let turn):
            record.turn = turn
            if notifiesDesk { record.deskNotices = turn.deskNotices(of: event, before: record.replaces) }
            return .accepted
        case .ignored(let reason):
            // An answer without the calendars may have been a turn.
            record.turn = nil
            record.deskNotices = []
            record.arrival?.outcome = reason
            return .ignored(reason)
        }
    }

    private func standing(of conversation: ConversationKey) async throws -> LoadedConversation {
        if let known = cache[conversation] { return .session(known) }
        let standing = try await store.standing(of: conversation)
        if let session = standing.session { cache.remember(read: session) }
        return standing
    }

    /// Adds to the event the origin of a tapped bubble that does not belong to the open question.
    private func known(
        _ kind: Event.Kind, _ stored: StoredSession?, in conversation: ConversationKey
    ) async throws -> Event.Kind {
        guard case .heard(let heard, _) = kind, let question = heard.question,
            stored?.session.open?.ids.contains(question) != true
        else { return kind }
        return .heard(heard, bubble: try await store.origin(of: question, in: conversation))
    }

    private func count(_ record: TurnRecord) {
        if let event = record.event { measurements.events.add(to: event.isReaction ? .reaction : event.kind.measured) }
        if let letter = record.deadLetter { measurements.deadLetters.add(to: letter.kind) }
    }

    /// Passes on what a commit has made durable.
    private func settle(
        _ committed: Committed, _ record: TurnRecord, answering arrival: Arrival?, since began: TimeLength
    ) {
        guard let session = committed.session else { return }
        cache.remember(committed: session)
        if record.turn?.dropsPending ?? false { outbox.drop(session.id) }
        var deliveries = committed.deliveries
        if arrival != nil, !deliveries.isEmpty { deliveries[0].answers = record.at }
        outbox.add(deliveries, behind: committed.previous, heldBy: committed.holder, since: began)
        calls.add(committed.calls)
        for wake in session.session.wakes { alarm.set(wake.at) }
        sheetWatch.tell(session.conversation)
    }
}

/// Why an event could not be handled although nothing is broken.
public enum ConversationError: Error, Equatable, CustomStringConvertible {
    /// Other processes kept changing the session.
    case tooManyConflicts

    public var description: String { "the session was changed concurrently ten times while an event was processed" }
}
