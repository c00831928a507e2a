public import ConversationRuntime
import Databases
public import Expressions

/// The messages that wait to be sent.
extension SQLSessions {
    public func deliveries(
        of session: SessionID, after delivery: DeliveryID?, limit: Int
    ) async throws -> [StoredDelivery] {
        try await database.read { try waiting(in: session, after: delivery, limit: limit, $0) }
    }

    public func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID] {
        try await database.read { db in
            try Int64.fetchAll(
                db,
                sql: "SELECT DISTINCT session_id FROM deliveries WHERE session_id > ? ORDER BY session_id LIMIT ?",
                arguments: [session?.number ?? 0, limit]
            ).map(SessionID.init)
        }
    }

    public func remove(upTo deliveries: [DeliveryID]) async throws {
        try await database.engine.performLater { db in
            for delivery in deliveries { try LaneRows.remove(upTo: delivery, db) }
        }
    }

    public func postpone(
        _ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment
    ) async throws {
        try await database.perform { db in
            try db.cachedStatement(
                sql: """
                    UPDATE deliveries SET attempts = ?, failing_since = ?, next_try = ? WHERE session_id = ? AND number = ?
                    """
            ).execute(arguments: [
                attempts, since?.milliseconds, moment.milliseconds, delivery.session.number, delivery.number,
            ])
            try LaneRows.postpone(delivery, until: moment, db)
        }
    }

    public func waitingDeliveries() async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(try db.cachedStatement(sql: "SELECT COUNT(*) FROM deliveries")) ?? 0
        }
    }

    /// The messages that wait in a conversation, oldest first, after `delivery`.
    func waiting(
        in session: SessionID, after delivery: DeliveryID?, limit: Int, _ db: Database
    ) throws -> [StoredDelivery] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT number, session_id, message_id, turn, message, created_at, attempts, failing_since,
                    next_try, channel, customer, business, cause, context
                FROM deliveries JOIN sessions ON sessions.id = deliveries.session_id
                WHERE session_id = ? AND number > ? ORDER BY number LIMIT ?
                """, arguments: [session.number, delivery?.number ?? 0, limit]
        ).map { try StoredDelivery(row: $0, database.seal) }
    }
}
