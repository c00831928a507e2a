public import ConversationRuntime
import Databases

/// The history of a conversation, event by event.
extension SQLSessions {
    public func history(of session: SessionID) async throws -> [HistoryEntry] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT turn, version, event, effects FROM history WHERE session_id = ? ORDER BY turn",
                arguments: [session.number]
            ).map { try HistoryEntry(row: $0, database.seal) }
        }
    }

    public func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT turn, version, event, effects FROM history WHERE session_id = ? ORDER BY turn DESC LIMIT ?
                    """, arguments: [session.number, limit]
            ).map { try HistoryEntry(row: $0, database.seal) }
        }
    }
}
