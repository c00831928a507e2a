public import Channels
public import ConversationRuntime
import Databases
public import Expressions
import FlowEngine
import JSON
import MessageModel

/// Dead letters, and retrying them.
extension SQLOperators {
    public func filedLetters(after letter: DeadLetterID?, limit: Int) async throws -> [StoredDeadLetter] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters
                    WHERE id > ? ORDER BY id LIMIT ?
                    """, arguments: [letter?.number ?? 0, limit]
            ).map { try StoredDeadLetter(row: $0, database.seal) }
        }
    }

    public func filedLetter(_ id: DeadLetterID) async throws -> StoredDeadLetter? {
        try await database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters WHERE id = ?
                    """, arguments: [id.number]
            ).map { try StoredDeadLetter(row: $0, database.seal) }
        }
    }

    public func filedLetters(of customer: String) async throws -> [StoredDeadLetter] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters
                    WHERE customer = ? ORDER BY id
                    """, arguments: [customer]
            ).map { try StoredDeadLetter(row: $0, database.seal) }
        }
    }

    public func drop(_ letter: DeadLetterID, recording entry: AuditEntry?) async throws -> Bool {
        try await database.change { db in
            guard try DeadLetterRows.drop(letter, db) else { return false }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func sendAgain(
        _ letter: DeadLetterID, _ delivery: Delivery, turn: Int, at moment: Moment, recording entry: AuditEntry?
    ) async throws -> Bool {
        let message = database.seal.closed(delivery.message.json, shown: delivery.shown?.json).text
        let conversation = delivery.conversation
        return try await database.change { db in
            guard let session = try SessionRows.id(of: conversation, db) else { return false }
            try db.execute(sql: "DELETE FROM dead_letters WHERE id = ?", arguments: [letter.number])
            guard db.changesCount == 1 else { return false }
            let place = try LaneRows.extend(session, by: 1, at: moment, db)
            try db.execute(
                sql: """
                    INSERT INTO deliveries (session_id, number, message_id, turn, message, created_at, attempts, next_try,
                        context) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)
                    """,
                arguments: [
                    session.number, place.first, delivery.id, turn, message, moment.milliseconds, moment.milliseconds,
                    delivery.context.jsonText,
                ])
            try Notices.leave(session, at: moment, in: db)
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func callAgain(
        _ letter: DeadLetterID, _ call: StoredCall, at moment: Moment, recording entry: AuditEntry?
    ) async throws -> Bool {
        let inputs = call.request.inputs.json
        return try await database.change { db in
            let session = try SessionRows.id(of: call.conversation, db)
            let content = try String.fetchOne(
                db, sql: "SELECT content FROM dead_letters WHERE id = ?", arguments: [letter.number])
            guard let session, let content, try DeadLetterRows.drop(letter, db) else { return false }
            let isPrivate = try Seal.shown(JSONValue(parsing: content)) != nil
            try db.execute(
                sql: """
                    INSERT INTO calls (id, session_id, action, inputs, cause, created_at) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    call.request.id, session.number, call.request.storedName,
                    database.seal.closed(inputs, shown: isPrivate ? Optional(JSONValue.object([:])) : nil).text,
                    StoredCause(arrival: call.cause, trace: call.trace).text,
                    moment.milliseconds,
                ])
            try Notices.leave(session, at: moment, in: db)
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func answerAgain(
        _ letter: DeadLetterID, at moment: Moment, recording entry: AuditEntry?
    ) async throws -> Bool {
        try await database.change { db in
            let exists = "SELECT EXISTS (SELECT 1 FROM dead_letters WHERE id = ?)"
            guard try Bool.fetchOne(db, sql: exists, arguments: [letter.number]) ?? false else { return false }
            try Notices.request(letter, at: moment, in: db)
            try AuditRows.insert(entry, db)
            return true
        }
    }
}

extension StoredDeadLetter {
    /// From the columns of a dead letter and its `id`.
    init(row: Row, _ seal: Seal) throws { self.init(id: DeadLetterID(row[7]), letter: try DeadLetter(row: row, seal)) }
}
