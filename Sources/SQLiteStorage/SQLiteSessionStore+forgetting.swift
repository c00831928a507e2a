public import Channels
import ConversationRuntime
public import Expressions
import GRDB
import Synchronization

extension SQLiteSessionStore {
    public func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        let forgotten = Mutex<[ConversationKey]>([])
        try await perform { db in
            let quiet = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, channel, customer, business FROM sessions WHERE updated_at < ?
                    ORDER BY updated_at LIMIT ?
                    """, arguments: [moment.milliseconds, limit])
            for row in quiet { try Self.forget(SessionID(row[0]), db) }
            let conversations = quiet.map { ConversationKey(channel: $0[1], customer: $0[2], business: $0[3]) }
            forgotten.withLock { $0 = conversations }
        }
        return forgotten.withLock { $0 }
    }

    /// Takes a session away with all that belongs to it.
    static func forget(_ session: SessionID, _ db: Database) throws {
        try forgetPast(of: session, db)
        for table in ["deliveries", "timers", "calls"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE session_id = ?").execute(arguments: [session.number]
            )
        }
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ?").execute(arguments: [session.number])
    }

    /// Takes the history and the bubbles of a session away.
    static func forgetPast(of session: SessionID, _ db: Database) throws {
        for table in ["history", "bubbles"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE session_id = ?").execute(arguments: [session.number]
            )
        }
    }
}
