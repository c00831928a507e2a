public import Channels
import Expressions
public import FlowEngine
import FlowModel
import JSON
import MessageModel

/// The operators' actions, beside a running server or without one.
public struct Operations: Sendable {
    let sessions: any SessionStore
    let operators: any OperatorStore
    let clock: any WallClock
    private let tellsDesk: Bool
    /// The random seed of each event.
    var chance: @Sendable () -> Seed = { .random() }

    /// - Parameter tellsDesk: whether an agent desk is notified of conversations with people.
    public init(
        sessions: any SessionStore, operators: any OperatorStore, clock: any WallClock, tellsDesk: Bool = false
    ) {
        self.sessions = sessions
        self.operators = operators
        self.clock = clock
        self.tellsDesk = tellsDesk
    }

    /// Ends a conversation: pending messages are dropped, and the next message starts over.
    ///
    /// - Returns: whether there was anything to end.
    /// - Throws: `UnreadableSession`; only `erase` helps then.
    public func reset(_ summary: SessionSummary) async throws -> Bool {
        for _ in 0..<10 {
            guard let stored = try await sessions.session(summary.id) else { return false }
            let event = Event(.reset, at: clock.now, seed: Seed(high: 0, low: 0))
            let record = record(of: event, stored.session.reset(), replacing: stored, version: summary.version)
            if case .committed = try await sessions.commit(record) { return true }
        }
        throw ConversationError.tooManyConflicts
    }

    /// Writes to a customer whose conversation was handed over to a person.
    ///
    /// - Returns: `false` when the conversation is not with a person.
    public func answer(_ summary: SessionSummary, with text: String) async throws -> Bool {
        try await change(summary, by: .personSaid(text)) { session, event in
            session.answered(with: text, at: event.at, seed: event.seed)
        }
    }

    /// Returns a conversation to the bot.
    ///
    /// - Returns: `false` when the conversation is not with a person.
    public func giveBack(_ summary: SessionSummary, to engine: Engine) async throws -> Bool {
        try await change(summary, by: .givenBack, version: engine.bot.version) { session, event in
            guard case .turn(let turn) = try engine.advance(session, on: event) else { return nil }
            return turn
        }
    }

    /// Commits the turn of an event, beside a running server, which is notified of it.
    private func change(
        _ summary: SessionSummary, by kind: Event.Kind, version: String? = nil,
        _ answer: (Session, Event) throws -> Turn?
    ) async throws -> Bool {
        let event = Event(kind, at: clock.now, seed: chance())
        for _ in 0..<10 {
            guard let stored = try await sessions.session(summary.id), let turn = try answer(stored.session, event)
            else {
                return false
            }
            let record = record(of: event, turn, replacing: stored, version: version ?? summary.version)
            if case .committed = try await sessions.commit(record) { return true }
        }
        throw ConversationError.tooManyConflicts
    }

    /// The record to commit for an event: a running server is notified, and the desk receives the same notices as from
    /// the server.
    func record(of event: Event, _ turn: Turn, replacing stored: StoredSession, version: String) -> TurnRecord {
        var record = TurnRecord(
            conversation: stored.conversation, replaces: stored, version: version, at: event.at)
        record.event = event
        record.turn = turn
        record.isNotice = true
        if tellsDesk { record.deskNotices = turn.deskNotices(of: event, before: stored) }
        return record
    }

    /// Retries a dead letter.
    public func retry(_ letter: StoredDeadLetter) async throws -> DeadLetterRetry {
        if let call = letter.letter.deskNotice {
            guard letter.letter.isWhole else { return .keyless }
            return try await operators.callAgain(letter.id, call, at: clock.now) ? .queued : .beaten
        }
        guard letter.letter.kind == .delivery else {
            guard (try? Event(json: letter.letter.content)) != nil else {
                return .impossible("its event cannot be read")
            }
            return try await operators.answerAgain(letter.id) ? .handedOn : .beaten
        }
        guard let (delivery, turn) = try? letter.letter.delivery() else { return .impossible("it holds no message") }
        guard letter.letter.isWhole else { return .keyless }
        guard let session = try await sessions.session(of: letter.letter.conversation) else {
            return .impossible("its customer is no longer known")
        }
        guard session.session.status != .closed else {
            return .impossible("the customer has closed the conversation and hears nothing until they write")
        }
        guard try await operators.sendAgain(letter.id, delivery, turn: turn, at: clock.now) else {
            return .beaten
        }
        return .queued
    }
}

/// The outcome of retrying a dead letter.
public enum DeadLetterRetry: Sendable, Hashable {
    /// The message waits to be sent.
    case queued
    /// The server answers the event again, at once or at its next start.
    case handedOn
    case impossible(String)

    fileprivate static let beaten = impossible("somebody else was faster")
    fileprivate static let keyless = impossible("it holds something private, and there is no `storage.key` to open it")
}

extension DeadLetter {
    /// Whether none of its content is hidden for lack of a key.
    fileprivate var isWhole: Bool { shownContent != content }

    /// A dead letter for a message that was given up, with everything needed to send it again.
    init(_ stored: StoredDelivery, at moment: Moment, because reason: String) {
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
