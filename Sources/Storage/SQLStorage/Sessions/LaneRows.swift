package import ConversationRuntime
package import Databases
import Expressions

/// The counters of the messages of each conversation. What waits are exactly the messages with numbers between them.
package enum LaneRows {
    /// The numbers that new messages of a conversation have got.
    struct Place {
        /// The number of the first of them.
        let first: Int
        /// The message behind which they wait; `nil` when none waits.
        let previous: DeliveryID?
    }

    /// Gives numbers to new messages, which may be tried at `moment`, and keeps the messages before them waiting.
    ///
    /// - Parameter count: their number, at least 1.
    static func extend(_ session: SessionID, by count: Int, at moment: Moment, _ db: Database) throws -> Place {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO lanes (session_id, next, sent, epoch, due) VALUES (?1, 1 + ?2, 0, 0, ?3)
                ON CONFLICT (session_id) DO UPDATE SET next = lanes.next + ?2, due = COALESCE(lanes.due, ?3)
                RETURNING next - ?2, sent
                """)
        guard
            let row = try Row.fetchOne(statement, arguments: [session.number, count, moment.milliseconds])
        else { throw SQLError(.other, "a row was not returned") }
        let first: Int = row[0]
        let sent: Int = row[1]
        return Place(first: first, previous: sent + 1 < first ? DeliveryID(session, first - 1) : nil)
    }

    /// Removes a message and all that wait before it in its conversation.
    package static func remove(upTo delivery: DeliveryID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM deliveries WHERE session_id = ? AND number <= ?").execute(
            arguments: [delivery.session.number, delivery.number])
        // A number that has not been given yet must not count as sent.
        try db.cachedStatement(
            sql: """
                UPDATE lanes SET sent = CASE WHEN ?2 < next - 1 THEN ?2 ELSE next - 1 END, due = CASE WHEN ?2 < next - 1 THEN due END
                WHERE session_id = ?1 AND sent < ?2
                """
        ).execute(arguments: [delivery.session.number, delivery.number])
    }

    /// Removes all messages that wait in a conversation.
    static func removeAll(of session: SessionID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM deliveries WHERE session_id = ?").execute(arguments: [session.number])
        try db.cachedStatement(sql: "UPDATE lanes SET sent = next - 1, due = NULL WHERE session_id = ?").execute(
            arguments: [session.number])
    }

    /// Records when the first message of a conversation may be tried again, if this message is the first.
    static func postpone(_ delivery: DeliveryID, until moment: Moment, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE lanes SET due = ? WHERE session_id = ? AND sent + 1 = ? AND due IS NOT NULL"
        ).execute(arguments: [moment.milliseconds, delivery.session.number, delivery.number])
    }
}
