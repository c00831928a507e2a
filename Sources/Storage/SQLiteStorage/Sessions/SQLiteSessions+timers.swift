public import ConversationRuntime
public import Expressions
import Databases

/// The times at which sessions are to be woken.
extension SQLiteSessions {
    public func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] {
        let since = earlier?.milliseconds ?? Int.min
        return try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT session_id, channel, customer, business, question, due, kind, status
                    FROM timers JOIN sessions ON sessions.id = session_id
                    WHERE due <= ? AND due > ? ORDER BY due LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [moment.milliseconds, since, limit]).map(DueTimer.init(row:))
        }
    }

    public func nextTimer() async throws -> Moment? {
        try await database.read { db in
            try Int.fetchOne(try db.cachedStatement(sql: "SELECT MIN(due) FROM timers")).map {
                Moment(milliseconds: $0)
            }
        }
    }
}
