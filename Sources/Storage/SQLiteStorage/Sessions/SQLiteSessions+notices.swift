public import ConversationRuntime
import Databases

/// The notices that operators' commands leave for a running server.
enum Notices {
    static func leave(_ session: SessionID, in db: Database) throws {
        try db.execute(sql: "INSERT INTO notices (session_id) VALUES (?)", arguments: [session.number])
    }
}

extension SQLiteSessions {
    public func notices(limit: Int) async throws -> [Notice] {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content, dead_letter_id, notices.id, session_id
                    FROM notices LEFT JOIN dead_letters ON dead_letters.id = dead_letter_id
                    WHERE session_id IS NOT NULL OR kind IS NOT NULL ORDER BY notices.id LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [limit]).map { row in
                if let session = row[9] as Int64? { return Notice(id: row[8], kind: .changed(SessionID(session))) }
                return Notice(id: row[8], kind: .again(DeadLetterID(row[7]), try DeadLetter(row: row, database.seal)))
            }
        }
    }

    public func forget(_ notices: [Notice]) async throws {
        try await database.perform { db in
            let statement = try db.cachedStatement(sql: "DELETE FROM notices WHERE id = ?")
            for notice in notices { try statement.execute(arguments: [notice.id]) }
        }
    }
}
