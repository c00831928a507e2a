public import Channels
public import ConversationRuntime
import Databases
public import Expressions

/// The removal of what is old.
public struct SQLRetention: RetentionStore {
    let database: StoredData

    public func forgetFinishedSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await database.perform { db in
            try SessionRows.forget(
                that: """
                    updated_at < ? AND status IN ('ended', 'closed')
                        AND NOT EXISTS (SELECT 1 FROM timers WHERE session_id = sessions.id)
                    """, moment, limit: limit, db)
        }
    }

    public func forgetHistory(before moment: Moment, after place: Int64?, limit: Int) async throws -> Int64? {
        let (old, next) = try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT history.id, at, COALESCE(status, 'ended') IN ('ended', 'closed'), session_id, turn
                    FROM history LEFT JOIN sessions ON sessions.id = session_id
                    WHERE history.id > ? ORDER BY history.id LIMIT ?
                    """, arguments: [place ?? 0, limit])
            // The rows are in insertion order; rows written while the clock was ahead must not hide older ones behind
            // them.
            let old = rows.filter { $0[1] < moment.milliseconds }
            var ends: [Int64: Int] = [:]
            let found = try old.map { row in
                let (session, turn) = (row[3] as Int64, row[4] as Int)
                if row[2] { return (id: row[0] as Int64, isOver: true) }
                let end = try ends[session] ?? Self.lastEnd(of: session, db)
                ends[session] = end
                return (id: row[0], isOver: turn <= end)
            }
            return (found, rows.count == limit && !old.isEmpty ? rows.last?[0] as Int64? : nil)
        }
        let over = old.filter(\.isOver).map(\.id)
        if !over.isEmpty {
            try await database.perform { db in
                let statement = try db.cachedStatement(sql: "DELETE FROM history WHERE id = ?")
                for id in over { try statement.execute(arguments: [id]) }
            }
        }
        return next
    }

    /// The last turn after which a conversation was over; 0 when it never was. Later turns belong to the current
    /// conversation.
    private static func lastEnd(of session: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                SELECT turn FROM history WHERE session_id = ? AND (', ' || marks LIKE '%, ended %' OR ', ' || marks LIKE '%, closed %')
                ORDER BY turn DESC LIMIT 1
                """)
        return try Int.fetchOne(statement, arguments: [session]) ?? 0
    }

    public func overwriteForgotten() async throws { try await database.engine.overwriteForgotten() }

    public func forgetDeadLetters(before moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            let old = try Int64.fetchAll(
                db, sql: "SELECT id FROM dead_letters WHERE at < ? ORDER BY at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for letter in old { _ = try DeadLetterRows.drop(DeadLetterID(letter), db) }
            return old.count
        }
    }

    public func forgetBubbles(before moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            let sessions = try Int64.fetchAll(
                db,
                sql: """
                    DELETE FROM bubbles WHERE question IN
                        (SELECT question FROM bubbles WHERE at < ? ORDER BY at LIMIT ?) RETURNING session_id
                    """, arguments: [moment.milliseconds, limit])
            for session in Set(sessions) { try CustomerRows.noteForgottenBubbles(of: SessionID(session), db) }
            return sessions.count
        }
    }
}
