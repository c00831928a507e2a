public import Channels
package import Expressions
public import FlowEngine
import FlowModel
import JSON
import MessageModel

/// The operators' actions, beside a running server or without one.
public struct Operations: Sendable {
    let sessions: any SessionStore
    let operators: any OperatorStore
    let clock: any WallClock
    private let notifiesDesk: Bool
    /// The random seed of each event.
    var chance: @Sendable () -> Seed = { .random() }

    /// - Parameter notifiesDesk: whether an agent desk is notified of conversations with people.
    public init(
        sessions: any SessionStore, operators: any OperatorStore, clock: any WallClock, notifiesDesk: Bool = false
    ) {
        self.sessions = sessions
        self.operators = operators
        self.clock = clock
        self.notifiesDesk = notifiesDesk
    }

    /// Ends a conversation: pending messages are dropped, and the next message starts over.
    ///
    /// - Parameter entry: is added to the audit log with the change; so with the following ones.
    /// - Returns: whether there was anything to end.
    /// - Throws: `UnreadableSession`; only `erase` helps then.
    public func reset(_ summary: SessionSummary, recording entry: AuditEntry? = nil) async throws -> Bool {
        try await change(summary, by: .reset, recording: entry) { session, _ in .turn(session.reset()) } == .made
    }

    /// Writes to a customer whose conversation was handed over to a person.
    ///
    /// - Parameter key: the idempotency key; requests with the same id are performed once.
    /// - Returns: `false` when the conversation is not with a person.
    public func answer(
        _ summary: SessionSummary, with text: String, as agent: String? = nil, under key: DeskRequestKey? = nil,
        recording entry: AuditEntry? = nil
    ) async throws -> Bool {
        let change = try await change(
            summary, by: .personSaid(text), as: agent, under: key, recording: entry
        ) { session, event in
            session.answered(with: text, at: event.at, seed: event.seed).map(Outcome.turn)
                ?? .ignored("the conversation is not with a person")
        }
        return change == .made
    }

    /// Returns a conversation to the bot.
    ///
    /// - Parameter key: the idempotency key; requests with the same id are performed once.
    /// - Returns: `false` when the conversation is not with a person.
    public func giveBack(
        _ summary: SessionSummary, to engine: Engine, as agent: String? = nil, under key: DeskRequestKey? = nil,
        recording entry: AuditEntry? = nil
    ) async throws -> Bool {
        try await change(summary, by: .givenBack, with: engine, as: agent, under: key, recording: entry) == .made
    }

    /// Performs what an agent does with a conversation beside writing a text.
    ///
    /// - Parameters:
    ///   - engine: the engine with the bot, for what needs its flows: messages and transfers.
    ///   - agent: the name of the agent.
    ///   - key: the idempotency key; requests with the same id are performed once.
    public func perform(
        _ act: AgentAct, on summary: SessionSummary, as agent: String, with engine: Engine? = nil,
        under key: DeskRequestKey? = nil, recording entry: AuditEntry? = nil
    ) async throws -> OperatorOutcome {
        let made = try await change(summary, by: .agent(act), engine, as: agent, under: key, recording: entry) {
            session, event in
            guard let engine else { return session.outcome(of: act, by: agent, at: event.at) }
            return try engine.advance(session, on: event)
        }
        return switch made {
        case .made: .done
        case .ignored(let reason): .impossible(reason)
        case .gone: .impossible("the session no longer exists")
        }
    }

    /// Moves a conversation to a step and asks the customer its question.
    ///
    /// - Parameters:
    ///   - flow: the flow of the step; `nil` for the conversation's current flow.
    ///   - engine: the engine with the bot that continues.
    public func move(
        _ summary: SessionSummary, to step: String, of flow: String? = nil, with engine: Engine,
        recording entry: AuditEntry? = nil
    ) async throws -> SessionMove {
        let event = Event.Kind.moved(flow: flow ?? summary.flow, step: step)
        return switch try await change(summary, by: event, with: engine, recording: entry) {
        case .made: .moved
        case .ignored(let reason): .impossible(reason)
        case .gone: .impossible("the session no longer exists")
        }
    }

    /// Reports an event from outside to a conversation, once for each key.
    ///
    /// - Parameter engine: the engine with the bot that listens.
    public func report(
        _ request: EventRequest, to summary: SessionSummary, with engine: Engine, recording entry: AuditEntry? = nil
    ) async throws -> EventReceipt {
        if let receipt = try await sessions.receipt(of: request) { return receipt }
        let change = try await change(
            summary, by: .outside(request.event), engine, of: request, recording: entry
        ) { session, event in
            try engine.advance(session, on: event)
        }
        return switch change {
        case .made: try await sessions.receipt(after: request, isRepeated: false)
        case .ignored(let reason): try await sessions.receipt(of: request) ?? .refused(reason)
        case .gone: .refused("the session no longer exists")
        }
    }

    // Committing a turn beside a running server.

    private enum Change: Equatable {
        case made
        case ignored(String)
        /// There is no such session any more.
        case gone
    }

    /// Commits the turn with which an engine answers an event.
    private func change(
        _ summary: SessionSummary, by kind: Event.Kind, with engine: Engine, as agent: String? = nil,
        under key: DeskRequestKey? = nil, recording entry: AuditEntry?
    ) async throws -> Change {
        try await change(summary, by: kind, engine, as: agent, under: key, recording: entry) { session, event in
            try engine.advance(session, on: event)
        }
    }

    /// Commits the turn of an event: a running server is notified of it, and the desk receives the same notices as from
    /// the server.
    ///
    /// - Parameters:
    ///   - engine: the engine that answers; `nil` for a turn that is independent of the bot.
    ///   - key: the idempotency key; `nil` when every request counts.
    ///   - request: the request that reports an event from outside.
    private func change(
        _ summary: SessionSummary, by kind: Event.Kind, _ engine: Engine? = nil, as agent: String? = nil,
        under key: DeskRequestKey? = nil, of request: EventRequest? = nil, recording entry: AuditEntry?,
        _ answer: (Session, Event) throws -> Outcome
    ) async throws -> Change {
        var asked = Event(kind, at: clock.now, seed: chance())
        asked.by = agent
        let result = try await CommitLoop(store: sessions).run { [asked] () -> CommitLoop.Answer<Change> in
            guard let stored = try await sessions.session(summary.id) else { return .nothing(.gone) }
            var event = asked
            if engine?.bot.readsQueues == true { event.shared = try await sessions.shared(with: stored.conversation) }
            var outcome = try answer(stored.session, event)
            if case .turn(let turn) = outcome, !turn.wantedCalendars.isEmpty {
                event.shared = try await sessions.shared(
                    with: stored.conversation, calendars: turn.wantedCalendars, at: event.at)
                outcome = try answer(stored.session, event)
            }
            switch outcome {
            case .ignored(let reason): return .nothing(.ignored(reason))
            case .turn(let turn):
                var record = TurnRecord(
                    conversation: stored.conversation, replaces: stored,
                    version: engine?.bot.version ?? summary.version, at: event.at)
                record.event = event
                record.shownEvent = engine?.shown(event, in: stored.session) ?? event.withoutNote(in: stored.session)
                record.turn = turn
                record.arrival =
                    request?.record(of: turn.reception) ?? key?.record(isPrivate: stored.session.isPrivate)
                record.isNotice = true
                record.audit = entry
                record.forgetsPast = engine?.hasExpired(stored.session, at: event.at) ?? false
                if notifiesDesk { record.deskNotices = turn.deskNotices(of: event, before: stored) }
                return .commit(record, .made)
            }
        }
        switch result {
        case .committed(_, _, let change), .nothing(let change): return change
        // An earlier request with the same id has made it.
        case .repeated: return .made
        }
    }

    /// Retries a dead letter.
    ///
    /// - Parameter entry: is added to the audit log if it is retried.
    public func retry(
        _ letter: StoredDeadLetter, recording entry: AuditEntry? = nil
    ) async throws -> DeadLetterRetry {
        if let call = letter.letter.deskNotice {
            guard letter.letter.isWhole else { return .keyless }
            return try await operators.callAgain(letter.id, call, at: clock.now, recording: entry) ? .queued : .beaten
        }
        guard letter.letter.kind == .delivery else {
            guard (try? Event(json: letter.letter.content)) != nil else {
                return .impossible("its event cannot be read")
            }
            return try await operators.answerAgain(letter.id, at: clock.now, recording: entry) ? .handedOn : .beaten
        }
        guard let (delivery, turn) = try? letter.letter.delivery() else { return .impossible("it contains no message") }
        guard letter.letter.isWhole else { return .keyless }
        guard let session = try await sessions.session(of: letter.letter.conversation) else {
            return .impossible("its customer is no longer known")
        }
        guard session.session.status != .closed else {
            return .impossible("the customer has closed the conversation and receives no messages until they write")
        }
        let isSent = try await operators.sendAgain(letter.id, delivery, turn: turn, at: clock.now, recording: entry)
        return isSent ? .queued : .beaten
    }
}

/// The outcome of what an operator asked for.
public enum OperatorOutcome: Sendable, Hashable {
    case done
    /// Nothing has changed; the reason is a sentence.
    case impossible(String)
}

/// The outcome of moving a conversation to another step.
public enum SessionMove: Sendable, Hashable {
    case moved
    /// Nothing has changed; the reason is a sentence.
    case impossible(String)
}

/// The outcome of retrying a dead letter.
public enum DeadLetterRetry: Sendable, Hashable {
    /// The message waits to be sent.
    case queued
    /// The server answers the event again, at once or at its next start.
    case handedOn
    case impossible(String)

    fileprivate static let beaten = impossible("it was already retried or deleted")
    fileprivate static let keyless = impossible("it contains private values, and `storage.key` is not set")
}

extension DeadLetter {
    /// Whether none of its content is hidden for lack of a key.
    fileprivate var isWhole: Bool { shownContent != content }

    /// A dead letter for a message that was given up, with everything needed to send it again.
    package init(_ stored: StoredDelivery, at moment: Moment, because reason: String) {
        self.init(
            kind: .delivery, conversation: stored.delivery.conversation, at: moment, reason: reason,
            content: Self.content(stored, stored.delivery.message),
            shownContent: stored.delivery.shown.map { Self.content(stored, $0) })
    }

    private static func content(_ stored: StoredDelivery, _ message: Message) -> JSONValue {
        [
            "id": .string(stored.delivery.id), "turn": .int(stored.turn), "message": message.json,
            "context": stored.delivery.context.json,
        ]
    }

    /// The message that was given up, and its turn.
    func delivery() throws(JSONError) -> (Delivery, turn: Int) {
        let message = try Message(json: content.required("message"))
        return (
            Delivery(
                id: try content.string("id"), conversation: conversation, message: message,
                shown: try shownContent.map { shown throws(JSONError) in try Message(json: shown.required("message")) },
                context: try content.optional("context") ?? DeliveryContext()),
            try content.int("turn")
        )
    }
}
