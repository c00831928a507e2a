public import Channels
import ConversationRuntime
public import Expressions
import GRDB
import Synchronization

extension SQLiteSessionStore {
    public func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await forgetSessions(that: "updated_at < ?", moment, limit: limit)
    }

    /// Deletes matching sessions without waiting messages, however long sending has been impossible.
    ///
    /// - Parameter condition: a condition with one parameter, the time `moment`.
    func forgetSessions(
        that condition: StaticString, _ moment: Moment, limit: Int
    ) async throws -> [ConversationKey] {
        let forgotten = Mutex<[ConversationKey]>([])
        try await perform { db in
            let quiet = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, channel, customer, business FROM sessions WHERE \(condition)
                        AND NOT EXISTS (SELECT 1 FROM deliveries WHERE session_id = sessions.id)
                    ORDER BY updated_at LIMIT ?
                    """, arguments: [moment.milliseconds, limit])
            for row in quiet { try Self.forget(SessionID(row[0]), db) }
            let conversations = quiet.map { ConversationKey(channel: $0[1], customer: $0[2], business: $0[3]) }
            forgotten.withLock { $0 = conversations }
        }
        return forgotten.withLock { $0 }
    }

    /// Deletes a session with everything that belongs to it.
    static func forget(_ session: SessionID, _ db: Database) throws {
        try forgetPast(of: session, db)
        for table in ["deliveries", "timers", "calls"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE session_id = ?").execute(arguments: [session.number]
            )
        }
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ?").execute(arguments: [session.number])
    }

    /// Deletes the history and the bubbles of a session.
    static func forgetPast(of session: SessionID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM history WHERE session_id = ?").execute(arguments: [session.number])
        try db.cachedStatement(sql: "DELETE FROM bubbles WHERE session_id = ?").execute(arguments: [session.number])
        if db.changesCount > 0 { try noteForgottenBubbles(of: session, db) }
    }

    /// Records on a customer that some of their bubbles were deleted.
    static func noteForgottenBubbles(of session: SessionID, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE customers SET forgot_bubbles = 1 WHERE forgot_bubbles = 0 AND (customer, business, channel) IN
                    (SELECT customer, business, channel FROM sessions WHERE id = ?)
                """
        ).execute(arguments: [session.number])
    }

    static func hasForgottenBubbles(of conversation: ConversationKey, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM customers WHERE customer = ? AND business = ? AND channel = ? AND forgot_bubbles = 1
                """)
        return try Int.fetchOne(
            statement, arguments: [conversation.customer, conversation.business, conversation.channel]) != nil
    }
}
