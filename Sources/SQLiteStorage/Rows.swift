import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import GRDB
import JSON
import MessageModel

extension StoredSession {
    /// From `id, channel, customer, business, revision, state`.
    init(row: Row) throws {
        self.init(
            id: SessionID(row[0]), conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            revision: row[4], session: try Self.session(row[5]))
    }

    private static func session(_ state: String) throws(UnreadableSession) -> Session {
        do {
            return try Session(json: JSONValue(parsing: state))
        } catch {
            throw UnreadableSession("\(error)")
        }
    }
}

extension StoredDelivery {
    /// From `id, session_id, message_id, turn, message, created_at, attempts, failing_since, next_try, channel, customer,
    /// business, cause`.
    init(row: Row) throws {
        let conversation = ConversationKey(channel: row[9], customer: row[10], business: row[11])
        self.init(
            id: DeliveryID(row[0]), session: SessionID(row[1]),
            delivery: Delivery(
                id: row[2], conversation: conversation,
                message: try Message(json: JSONValue(parsing: row[4] as String)),
                cause: row[12]),
            turn: row[3], createdAt: Moment(milliseconds: row[5]), attempts: row[6],
            failingSince: (row[7] as Int?).map { Moment(milliseconds: $0) }, nextTry: Moment(milliseconds: row[8]))
    }
}

extension DueTimer {
    /// From `session_id, channel, customer, business, question, due, kind`.
    init(row: Row) {
        self.init(
            session: SessionID(row[0]),
            conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            kind: Wake.Kind(rawValue: row[6]) ?? .silence, question: row[4], due: Moment(milliseconds: row[5]))
    }
}

extension StoredCall {
    /// From `id, action, inputs, channel, customer, business, cause`.
    init(row: Row) throws {
        self.init(
            conversation: ConversationKey(channel: row[3], customer: row[4], business: row[5]),
            request: CallRequest(
                id: row[0], action: row[1], inputs: try Fields(json: JSONValue(parsing: row[2] as String))),
            cause: row[6])
    }
}

extension DeadLetter {
    /// From `kind, channel, customer, business, at, reason, content`.
    init(row: Row) throws {
        self.init(
            kind: Kind(rawValue: row[0]) ?? .arrival,
            conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            at: Moment(milliseconds: row[4]), reason: row[5], content: try JSONValue(parsing: row[6] as String))
    }
}
