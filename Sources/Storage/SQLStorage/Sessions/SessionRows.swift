import Channels
import ConversationRuntime
import Databases
import Expressions

/// The rows of sessions and of what belongs to them.
enum SessionRows {
    /// Deletes matching sessions without waiting messages, however long sending has been impossible. Returns their
    /// conversations.
    ///
    /// - Parameter condition: a condition with one parameter, the time `moment`.
    static func forget(
        that condition: StaticString, _ moment: Moment, limit: Int, _ db: Database
    ) throws -> [ConversationKey] {
        let quiet = try Row.fetchAll(
            db,
            sql: """
                SELECT id, channel, customer, business FROM sessions WHERE \(condition)
                    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE session_id = sessions.id)
                ORDER BY updated_at LIMIT ?
                """, arguments: [moment.milliseconds, limit])
        for row in quiet { try forget(SessionID(row[0]), db) }
        return quiet.map { ConversationKey(channel: $0[1], customer: $0[2], business: $0[3]) }
    }

    /// Deletes a session with everything that belongs to it.
    static func forget(_ session: SessionID, _ db: Database) throws {
        try forgetPast(of: session, db)
        for table in ["deliveries", "lanes", "timers", "calls"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE session_id = ?").execute(arguments: [session.number]
            )
        }
        try db.cachedStatement(sql: "DELETE FROM sessions WHERE id = ?").execute(arguments: [session.number])
    }

    /// Deletes the history and the bubbles of a session.
    static func forgetPast(of session: SessionID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM history WHERE session_id = ?").execute(arguments: [session.number])
        try db.cachedStatement(sql: "DELETE FROM bubbles WHERE session_id = ?").execute(arguments: [session.number])
        if db.changesCount > 0 { try CustomerRows.noteForgottenBubbles(of: session, db) }
    }

    /// The session of a conversation.
    static func id(of conversation: ConversationKey, _ db: Database) throws -> SessionID? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM sessions WHERE customer = ? AND business = ? AND channel = ?",
            arguments: [conversation.customer, conversation.business, conversation.channel]
        ).map(SessionID.init)
    }
}
