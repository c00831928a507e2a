public import Channels
import Expressions
public import FlowEngine
import FlowModel
import JSON
public import Logging
import MessageModel
import Synchronization

/// The loop round the engine: receive, load, advance, commit, perform, and report back.
///
/// Nothing is performed before it is committed, and whatever is performed reports back as an event of its conversation.
public final class Conversations: Sendable {
    private let engine: Mutex<Engine>
    private let store: any SessionStore
    private let clock: any WallClock
    private let logger: Logger
    private let mailboxes = Mailboxes()
    private let cache: SessionCache
    let outbox: Outbox
    let alarm = Alarm()

    /// - Parameters:
    ///   - cacheSize: how many sessions are kept in memory at least.
    ///   - channels: the ways to reach customers, by their names.
    public init(
        engine: Engine, store: any SessionStore, channels: [any Channel], clock: any WallClock, logger: Logger,
        cacheSize: Int = 2_000
    ) {
        self.engine = Mutex(engine)
        self.store = store
        self.clock = clock
        self.logger = logger
        cache = SessionCache(size: cacheSize)
        outbox = Outbox(store: store, channels: channels, clock: clock, logger: logger)
    }

    /// Exchanges the bot; conversations go on with the new one at their next event.
    public func use(_ engine: Engine) { self.engine.withLock { $0 = engine } }

    /// Handles one arrival. When this returns, everything that follows from it is safe.
    ///
    /// - Throws: what the store throws; then nothing has changed, and the arrival may come again.
    public func receive(_ arrival: Arrival) async throws -> Receipt {
        switch arrival.content {
        case .passing(let word): return .ignored(word)
        case .closed: return try await handle(.closed, arrival.conversation, from: arrival)
        case .heard(let heard):
            return try await handle(.heard(heard, isKnownBubble: false), arrival.conversation, from: arrival)
        }
    }

    /// People give a conversation back to the bot.
    public func giveBack(_ conversation: ConversationKey) async throws -> Receipt {
        try await handle(.givenBack, conversation)
    }

    /// Wakes a session whose customer has been silent.
    func wake(_ timer: DueTimer) async throws {
        guard let stored = try await store.session(timer.session) else { return }
        _ = try await handle(.silent(question: timer.question), stored.conversation)
    }

    /// A message has been given up: it becomes a dead letter, and the conversation takes its exit for failures.
    func giveUp(_ delivery: StoredDelivery, because reason: String) async throws {
        let letter = DeadLetter(
            kind: .delivery, conversation: delivery.delivery.conversation, at: clock.now, reason: reason,
            content: delivery.delivery.message.json)
        _ = try await handle(
            .undelivered(turn: delivery.turn), delivery.delivery.conversation, deadLetter: letter, givenUp: delivery.id)
    }

    /// Returns when no event is being handled.
    public func untilQuiet() async { await mailboxes.untilEmpty() }

    /// Returns when nothing waits to be sent.
    public func untilSent() async { await outbox.untilIdle() }

    /// Why sending has stopped; `nil` while it goes on.
    public var haltReason: String? { outbox.haltReason }

    // One event.

    private func handle(
        _ kind: Event.Kind, _ conversation: ConversationKey, from arrival: Arrival? = nil,
        deadLetter: DeadLetter? = nil,
        givenUp: DeliveryID? = nil
    ) async throws -> Receipt {
        try await mailboxes.with(conversation) {
            for _ in 0..<10 {
                let stored = try await load(conversation)
                let event = try await event(kind, conversation, stored, from: arrival)
                var (record, receipt) = answer(event, stored, conversation, from: arrival)
                if let deadLetter { record.deadLetter = deadLetter }
                record.givenUp = givenUp
                switch try await store.commit(record) {
                case .committed(let committed):
                    settle(committed, conversation, dropsPending: record.turn?.effects.contains(.dropPending) ?? false)
                    return receipt
                case .repeated: return .repeated
                case .conflict: cache.forget(conversation)
                }
            }
            throw ConversationError.tooManyConflicts
        }
    }

    private func load(_ conversation: ConversationKey) async throws -> StoredSession? {
        if let known = cache[conversation] { return known }
        let stored = try await store.session(of: conversation)
        if let stored { cache.remember(stored) }
        return stored
    }

    private func event(
        _ kind: Event.Kind, _ conversation: ConversationKey, _ stored: StoredSession?, from arrival: Arrival?
    ) async throws -> Event {
        var kind = kind
        if case .heard(.choice(let selection), _) = kind, let question = selection.question,
            stored?.session.open?.ids.contains(question) != true
        {
            let isKnown = try await store.hasSent(question: question, in: conversation)
            kind = .heard(.choice(selection), isKnownBubble: isKnown)
        }
        let sender = arrival.map { arrival in
            var device = stored?.session.device ?? .unknown
            if let capabilities = arrival.capabilities { device.capabilities = capabilities }
            return Event.Sender(
                customer: conversation.customer, device: device, locale: arrival.locale, intent: arrival.intent,
                group: arrival.group)
        }
        return Event(kind, at: arrival?.at ?? clock.now, seed: .random(), sender: sender)
    }

    /// Asks the engine, and writes down everything that follows.
    private func answer(
        _ event: Event, _ stored: StoredSession?, _ conversation: ConversationKey, from arrival: Arrival?
    ) -> (TurnRecord, Receipt) {
        let engine = engine.withLock { $0 }
        var record = TurnRecord(
            conversation: conversation, replaces: stored, version: engine.bot.version, at: event.at)
        do throws(EngineError) {
            switch try engine.advance(stored?.session, on: event) {
            case .turn(let turn):
                record.turn = turn
                record.event = event
                record.arrival = arrival.map { ArrivalRecord(id: $0.id, outcome: "answered") }
                return (record, .accepted)
            case .ignored(let reason):
                record.arrival = arrival.map { ArrivalRecord(id: $0.id, outcome: reason) }
                return (record, .ignored(reason))
            }
        } catch {
            logger.error("an event could not be answered", metadata: ["reason": "\(error)"])
            record.arrival = arrival.map { ArrivalRecord(id: $0.id, outcome: "\(error)") }
            record.clearsTimer = arrival == nil
            record.deadLetter = DeadLetter(
                kind: arrival == nil ? .timer : .arrival, conversation: conversation, at: event.at, reason: "\(error)",
                content: event.json)
            return (record, .accepted)
        }
    }

    /// Hands on what a commit has made safe.
    private func settle(_ committed: Committed, _ conversation: ConversationKey, dropsPending: Bool) {
        guard let session = committed.session else { return }
        cache.remember(session)
        if dropsPending { outbox.drop(session.id) }
        outbox.add(committed.deliveries)
        if let wakesAt = session.session.wakesAt { alarm.set(wakesAt) }
    }
}

/// Why an event could not be handled although nothing is broken.
public enum ConversationError: Error, Equatable, CustomStringConvertible {
    /// Somebody else kept changing the session.
    case tooManyConflicts

    public var description: String { "the session was changed by others ten times while an event was answered" }
}

extension Seed {
    /// Chance from the system.
    static func random() -> Seed {
        var generator = SystemRandomNumberGenerator()
        return Seed(high: generator.next(), low: generator.next())
    }
}
