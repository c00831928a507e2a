public import Channels
public import ConversationRuntime
public import Expressions
import FlowEngine
import GRDB
import JSON
import MessageModel
import Synchronization

extension SQLiteSessionStore: OperatorStore {
    private static let columns =
        "id, channel, customer, business, status, flow, step, version, revision, started_at, updated_at, with_person_since"

    public func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) async throws -> [SessionSummary] {
        let search = SessionSearch(filter)
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns) FROM sessions WHERE id IN (\(search.sql) LIMIT ? OFFSET ?)
                    ORDER BY updated_at DESC, id DESC
                    """, arguments: search.arguments + [limit, skipping]
            ).map(SessionSummary.init(row:))
        }
    }

    public func handovers(after place: HandoverPlace?, limit: Int) async throws -> [SessionSummary] {
        let since = place?.since.milliseconds ?? Int.min
        let last = place?.id.number ?? Int64.min
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns) FROM sessions
                    WHERE with_person_since IS NOT NULL AND (with_person_since, id) > (?, ?)
                    ORDER BY with_person_since, id LIMIT ?
                    """, arguments: [since, last, limit]
            ).map(SessionSummary.init(row:))
        }
    }

    public func sessions(named id: String) async throws -> [SessionSummary] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT \(Self.columns) FROM sessions WHERE customer = ? OR id = ? ORDER BY id",
                arguments: [id, Int64(id)]
            ).map(SessionSummary.init(row:))
        }
    }

    // Dead letters.

    public func filedLetters(after letter: DeadLetterID?, limit: Int) async throws -> [StoredDeadLetter] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters
                    WHERE id > ? ORDER BY id LIMIT ?
                    """, arguments: [letter?.number ?? 0, limit]
            ).map { try StoredDeadLetter(row: $0, self.seal) }
        }
    }

    public func filedLetter(_ id: DeadLetterID) async throws -> StoredDeadLetter? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters WHERE id = ?
                    """, arguments: [id.number]
            ).map { try StoredDeadLetter(row: $0, self.seal) }
        }
    }

    public func filedLetters(of customer: String) async throws -> [StoredDeadLetter] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters
                    WHERE customer = ? ORDER BY id
                    """, arguments: [customer]
            ).map { try StoredDeadLetter(row: $0, self.seal) }
        }
    }

    public func drop(_ letter: DeadLetterID) async throws -> Bool { try await change { try Self.drop(letter, $0) } }

    /// Deletes a dead letter, and the request to answer it again. Returns whether there was one.
    static func drop(_ letter: DeadLetterID, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM notices WHERE dead_letter_id = ?", arguments: [letter.number])
        try db.execute(sql: "DELETE FROM dead_letters WHERE id = ?", arguments: [letter.number])
        return db.changesCount == 1
    }

    public func sendAgain(
        _ letter: DeadLetterID, _ delivery: Delivery, turn: Int, at moment: Moment
    ) async throws -> Bool {
        let message = seal.closed(delivery.message.json, shown: delivery.shown?.json).text
        let conversation = delivery.conversation
        return try await change { db in
            let session = try Int64.fetchOne(
                db, sql: "SELECT id FROM sessions WHERE customer = ? AND business = ? AND channel = ?",
                arguments: [conversation.customer, conversation.business, conversation.channel])
            guard let session else { return false }
            try db.execute(sql: "DELETE FROM dead_letters WHERE id = ?", arguments: [letter.number])
            guard db.changesCount == 1 else { return false }
            try db.execute(
                sql: """
                    INSERT INTO deliveries (session_id, message_id, turn, message, created_at, attempts, next_try, context)
                    VALUES (?, ?, ?, ?, ?, 0, ?, ?)
                    """,
                arguments: [
                    session, delivery.id, turn, message, moment.milliseconds, moment.milliseconds,
                    delivery.context.json.text,
                ])
            try Notices.leave(SessionID(session), in: db)
            return true
        }
    }

    public func callAgain(_ letter: DeadLetterID, _ call: StoredCall, at moment: Moment) async throws -> Bool {
        let inputs = call.request.inputs.json
        let key = call.conversation
        return try await change { db in
            let session = try Int64.fetchOne(
                db, sql: "SELECT id FROM sessions WHERE customer = ? AND business = ? AND channel = ?",
                arguments: [key.customer, key.business, key.channel])
            let content = try String.fetchOne(
                db, sql: "SELECT content FROM dead_letters WHERE id = ?", arguments: [letter.number])
            guard let session, let content, try Self.drop(letter, db) else { return false }
            let isPrivate = try Seal.shown(JSONValue(parsing: content)) != nil
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO calls (id, session_id, action, inputs, cause, created_at) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    call.request.id, session, call.request.storedName,
                    self.seal.closed(inputs, shown: isPrivate ? Optional(JSONValue.object([:])) : nil).text, call.cause,
                    moment.milliseconds,
                ])
            try Notices.leave(SessionID(session), in: db)
            return true
        }
    }

    public func answerAgain(_ letter: DeadLetterID) async throws -> Bool {
        try await change { db in
            try db.execute(
                sql: """
                    INSERT INTO notices (dead_letter_id) SELECT id FROM dead_letters
                    WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM notices WHERE dead_letter_id = ?1)
                    """, arguments: [letter.number])
            let exists = "SELECT EXISTS (SELECT 1 FROM dead_letters WHERE id = ?)"
            return try Bool.fetchOne(db, sql: exists, arguments: [letter.number]) ?? false
        }
    }

    /// Runs `work` atomically.
    func change<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        let result = try await pool.write(work)
        try file?.check()
        return result
    }
}

extension SessionSummary {
    /// From `id, channel, customer, business, status, flow, step, version, revision, started_at, updated_at,
    /// with_person_since`.
    init(row: Row) {
        self.init(
            id: SessionID(row[0]), conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            status: row[4], flow: row[5], step: row[6], version: row[7], events: row[8],
            startedAt: Moment(milliseconds: row[9]), activeAt: Moment(milliseconds: row[10]),
            withPersonSince: (row[11] as Int?).map { Moment(milliseconds: $0) })
    }
}

extension StoredDeadLetter {
    /// From the columns of a dead letter and its `id`.
    init(row: Row, _ seal: Seal) throws { self.init(id: DeadLetterID(row[7]), letter: try DeadLetter(row: row, seal)) }
}
