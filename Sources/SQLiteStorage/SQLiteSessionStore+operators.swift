public import Channels
public import ConversationRuntime
public import Expressions
import GRDB
import JSON
import MessageModel
import Synchronization

extension SQLiteSessionStore: OperatorStore {
    private static let columns =
        "id, channel, customer, business, status, flow, step, version, revision, started_at, updated_at"

    public func sessions(_ filter: SessionFilter, skipping: Int, limit: Int) async throws -> [SessionSummary] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.columns) FROM sessions
                    WHERE (? IS NULL OR status = ?) AND (? IS NULL OR flow = ?) AND (? IS NULL OR instr(customer, ?) > 0)
                    ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?
                    """,
                arguments: [
                    filter.status, filter.status, filter.flow, filter.flow, filter.customer, filter.customer, limit,
                    skipping,
                ]
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

    /// `secure_delete` writes zeros over what is deleted, and the log is emptied, so that no file holds it any more.
    public func erase(customer: String) async throws -> Erasure {
        let counts = try await change { db in
            let sessions = try Int64.fetchAll(
                db, sql: "SELECT id FROM sessions WHERE customer = ?", arguments: [customer])
            for session in sessions {
                try Self.forget(SessionID(session), db)
                try Notices.leave(SessionID(session), in: db)
            }
            try db.execute(sql: "DELETE FROM customers WHERE customer = ?", arguments: [customer])
            let customers = db.changesCount
            try db.execute(
                sql: """
                    DELETE FROM notices WHERE dead_letter_id IN (SELECT id FROM dead_letters WHERE customer = ?)
                    """, arguments: [customer])
            try db.execute(sql: "DELETE FROM dead_letters WHERE customer = ?", arguments: [customer])
            let letters = db.changesCount
            for table in ["sign_ins", "tokens"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE customer = ?", arguments: [customer])
            }
            try Self.eraseChats(of: customer, db)
            try Self.erasePayments(of: customer, at: SystemClock().now, db)
            let files = try Self.eraseContent(of: customer, db)
            return (sessions: sessions.count, letters: letters, customers: customers, files: files)
        }
        folder.remove(counts.files)
        return Erasure(
            sessions: counts.sessions, letters: counts.letters, customers: counts.customers,
            files: counts.files.count,
            isThorough: await emptyLog())
    }

    /// Moves the log into the database file and cuts it off. Returns `false` while somebody reads it.
    private func emptyLog() async -> Bool {
        do {
            return try await pool.writeWithoutTransaction { db in
                let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                return row.map { $0[0] == 0 } ?? false
            }
        } catch {
            return false
        }
    }

    // Dead letters.

    public func filedLetters(after letter: LetterID?, limit: Int) async throws -> [FiledLetter] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters
                    WHERE id > ? ORDER BY id LIMIT ?
                    """, arguments: [letter?.number ?? 0, limit]
            ).map { try FiledLetter(row: $0, self.seal) }
        }
    }

    public func filedLetter(_ id: LetterID) async throws -> FiledLetter? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, id FROM dead_letters WHERE id = ?
                    """, arguments: [id.number]
            ).map { try FiledLetter(row: $0, self.seal) }
        }
    }

    public func sendAgain(
        _ letter: LetterID, _ delivery: Delivery, turn: Int, at moment: Moment
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

    public func answerAgain(_ letter: LetterID) async throws {
        try await change { db in
            try db.execute(sql: "INSERT INTO notices (dead_letter_id) VALUES (?)", arguments: [letter.number])
        }
    }

    /// Does all of `work` or nothing of it.
    private func change<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        try await pool.write(work)
    }
}

extension SessionSummary {
    /// From `id, channel, customer, business, status, flow, step, version, revision, started_at, updated_at`.
    init(row: Row) {
        self.init(
            id: SessionID(row[0]), conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            status: row[4], flow: row[5], step: row[6], version: row[7], events: row[8],
            startedAt: Moment(milliseconds: row[9]), activeAt: Moment(milliseconds: row[10]))
    }
}

extension FiledLetter {
    /// From the columns of a dead letter and its `id`.
    init(row: Row, _ seal: Seal) throws { self.init(id: LetterID(row[7]), letter: try DeadLetter(row: row, seal)) }
}
