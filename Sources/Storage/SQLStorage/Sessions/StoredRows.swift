package import Channels
package import ConversationRuntime
package import Databases
import Expressions
import FlowEngine
import JSON
import MessageModel

extension StoredSession {
    /// From `id, channel, customer, business, revision, state`.
    package init(row: Row, _ seal: Seal) throws { try self.init(SessionRow(row: row), seal) }

    package init(_ row: SessionRow, _ seal: Seal) throws(UnreadableSession) {
        self.init(
            id: row.id, conversation: row.conversation, revision: row.revision,
            session: try Self.session(row.state, seal))
    }

    private static func session(_ state: String, _ seal: Seal) throws(UnreadableSession) -> Session {
        do {
            return try Session(json: seal.opened(JSONValue(parsing: state)))
        } catch {
            throw UnreadableSession("\(error)")
        }
    }
}

/// A session as stored, so that it can be decoded outside the database thread.
package struct SessionRow: Sendable {
    package let id: SessionID
    package let conversation: ConversationKey
    package let revision: Int
    package let state: String

    /// From `id, channel, customer, business, revision, state`.
    package init(row: Row) {
        id = SessionID(row[0])
        conversation = ConversationKey(channel: row[1], customer: row[2], business: row[3])
        revision = row[4]
        state = row[5]
    }
}

extension StoredDelivery {
    /// From `number, session_id, message_id, turn, message, created_at, attempts, failing_since, next_try, channel, customer,
    /// business, cause, context`.
    init(row: Row, _ seal: Seal) throws {
        let message = try JSONValue(parsing: row[4] as String)
        let conversation = ConversationKey(channel: row[9], customer: row[10], business: row[11])
        let cause = StoredCause(row[12])
        self.init(
            id: DeliveryID(SessionID(row[1]), row[0]),
            delivery: Delivery(
                id: row[2], conversation: conversation,
                message: try Message(json: seal.opened(message)), cause: cause.arrival,
                shown: try Seal.shown(message).map { try Message(json: $0) },
                context: try (row[13] as String?).map { try DeliveryContext(json: JSONValue(parsing: $0)) }
                    ?? DeliveryContext()),
            turn: row[3], createdAt: Moment(milliseconds: row[5]), attempts: row[6],
            failingSince: (row[7] as Int?).map { Moment(milliseconds: $0) }, nextTry: Moment(milliseconds: row[8]),
            trace: cause.trace)
    }
}

extension DueTimer {
    /// From `session_id, channel, customer, business, question, due, kind, status`. The status of the session says
    /// whether its timer for silence is about the open question, about a call or about people who have not answered.
    init(row: Row) {
        let purpose: Wake.Purpose =
            switch Wake.Kind(rawValue: row[6]) {
            case .reminder: .reminder(row[4])
            case .silence, nil:
                switch Session.Status(rawValue: row[7]) {
                case .calling: .slowness(call: row[4])
                case .withPerson: .unanswered(row[4])
                default: .silence(question: row[4])
                }
            }
        self.init(
            session: SessionID(row[0]),
            conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]), purpose: purpose,
            due: Moment(milliseconds: row[5]))
    }
}

extension StoredCall {
    /// From `id, action, inputs, channel, customer, business, cause`.
    init(row: Row, _ seal: Seal) throws {
        let cause = StoredCause(row[6])
        self.init(
            conversation: ConversationKey(channel: row[3], customer: row[4], business: row[5]),
            request: PendingRequest(
                id: row[0], storedName: row[1],
                inputs: try Fields(json: seal.opened(JSONValue(parsing: row[2] as String)))),
            cause: cause.arrival, trace: cause.trace)
    }
}

extension DeadLetter {
    /// From `kind, channel, customer, business, at, reason, content`. Without a key, private parts are hidden.
    init(row: Row, _ seal: Seal) throws {
        let content = try JSONValue(parsing: row[6] as String)
        let shown = Seal.shown(content)
        self.init(
            kind: Kind(rawValue: row[0]) ?? .arrival,
            conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            at: Moment(milliseconds: row[4]), reason: row[5],
            content: shown != nil && !seal.hasKey ? shown ?? .null : try seal.opened(content), shownContent: shown)
    }
}

extension HistoryEntry {
    /// From `turn, version, event, effects`. Without a key, private parts are hidden.
    init(row: Row, _ seal: Seal) throws(UnreadableSession) {
        do {
            try self.init(reading: row, seal)
        } catch {
            throw UnreadableSession("\(error)")
        }
    }

    private init(reading row: Row, _ seal: Seal) throws {
        let event = try JSONValue(parsing: row[2] as String)
        let effects = try JSONValue(parsing: row[3] as String)
        guard let shownEvent = Seal.shown(event) else {
            self.init(turn: row[0], version: row[1], event: event, effects: effects)
            return
        }
        let whole: JSONValue = seal.hasKey ? try seal.opened(event) : ["event": shownEvent, "effects": effects]
        self.init(
            turn: row[0], version: row[1], event: whole["event"] ?? .null, effects: whole["effects"] ?? .null,
            shown: Shown(event: shownEvent, effects: effects))
    }

    /// The stored form: the event with the sealed original, and the effects without private parts.
    fileprivate func stored(_ seal: Seal) -> (event: String, effects: String) {
        guard let shown else { return (event.text, effects.text) }
        let whole: JSONValue = ["event": event, "effects": effects]
        return (seal.closed(whole, shown: shown.event).text, shown.effects.text)
    }
}

extension TurnRecord {
    /// The stored form of its entry in the history; it is written directly when nothing in it is private.
    func storedEntry(_ seal: Seal) -> (event: String, effects: String)? {
        guard let turn, let event else { return nil }
        guard shownEvent != nil || turn.shownEffects != nil else { return (event.jsonText, turn.effects.jsonText) }
        return historyEntry?.stored(seal)
    }
}
