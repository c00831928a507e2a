public import ConversationRuntime
import Databases
public import Expressions

/// The notices that operators' commands leave for running servers: a log that every server reads for itself.
enum Notices {
    static func leave(_ session: SessionID, at moment: Moment, in db: Database) throws {
        try putInOrder(db)
        try db.cachedStatement(sql: "INSERT INTO notices (session_id, at) VALUES (?, ?)").execute(
            arguments: [session.number, moment.milliseconds])
    }

    /// Requests that the event of a letter be answered again. A request for it that is there already is replaced, so
    /// that servers which could not carry it out try again.
    static func request(_ letter: DeadLetterID, at moment: Moment, in db: Database) throws {
        try putInOrder(db)
        try db.execute(sql: "DELETE FROM notices WHERE dead_letter_id = ?", arguments: [letter.number])
        try db.execute(
            sql: "INSERT INTO notices (dead_letter_id, at) VALUES (?, ?)",
            arguments: [letter.number, moment.milliseconds])
    }

    /// Others leave notices after the commit of this transaction: a server that has read a notice looks only for higher
    /// numbers, so they must appear in their order. SQLite has one writer at a time anyway.
    private static func putInOrder(_ db: Database) throws {
        guard db.dialect == .postgresql else { return }
        try db.execute(sql: "LOCK TABLE notices IN SHARE ROW EXCLUSIVE MODE")
    }
}

extension SQLSessions {
    public func notices(after notice: Int64?, limit: Int) async throws -> [Notice] {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT kind, channel, customer, business, dead_letters.at, reason, content, dead_letter_id, notices.id,
                        session_id
                    FROM notices LEFT JOIN dead_letters ON dead_letters.id = dead_letter_id
                    WHERE notices.id > ? AND (session_id IS NOT NULL OR kind IS NOT NULL) ORDER BY notices.id LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [notice ?? 0, limit]).map { row in
                if let session = row[9] as Int64? { return Notice(id: row[8], kind: .changed(SessionID(session))) }
                return Notice(id: row[8], kind: .again(DeadLetterID(row[7]), try DeadLetter(row: row, database.seal)))
            }
        }
    }

    public func forgetNotices(before moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            try db.execute(
                sql: """
                    DELETE FROM notices WHERE id IN (
                        SELECT id FROM notices WHERE at < ? AND dead_letter_id IS NULL ORDER BY id LIMIT ?)
                    """, arguments: [moment.milliseconds, limit])
            return db.changesCount
        }
    }
}
