public import ConversationRuntime
import Databases
public import Expressions
import FlowEngine

/// The times at which sessions are to be woken.
extension SQLSessions {
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

    public func claimTimers(
        after earlier: Moment?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [DueTimer] {
        let since = earlier?.milliseconds ?? Int.min
        return try await database.perform { db in
            let now = db.dialect.now("?1")
            let statement = try db.cachedStatement(
                sql: """
                    SELECT session_id, channel, customer, business, question, due, kind, status
                    FROM timers JOIN sessions ON sessions.id = session_id
                    WHERE due <= ?1 AND due > ?2
                        AND (claimed_until IS NULL OR claimed_until <= \(now) OR claimed_by = ?3)
                    ORDER BY due LIMIT ?4
                    """)
            let due = try Row.fetchAll(statement, arguments: [moment.milliseconds, since, claim.owner, limit])
                .map(DueTimer.init(row:))
            let mark = try db.cachedStatement(
                sql: """
                    UPDATE timers SET claimed_by = ?2, claimed_until = \(now) + ?3 WHERE session_id = ?4 AND kind = ?5
                    """)
            for timer in due {
                try mark.execute(arguments: [
                    moment.milliseconds, claim.owner, claim.length.milliseconds, timer.session.number,
                    timer.key.kind.rawValue,
                ])
            }
            return due
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
