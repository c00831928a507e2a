public import Channels
public import ConversationRuntime
import Databases
public import Expressions

/// Dead letters, the arrivals that have been handled, and the removal of what is old.
extension SQLSessions {
    public func deadLetters(limit: Int) async throws -> [DeadLetter] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, channel, customer, business, at, reason, content FROM dead_letters ORDER BY id LIMIT ?
                    """, arguments: [limit]
            ).map { try DeadLetter(row: $0, database.seal) }
        }
    }

    public func hasReceived(_ id: String, on channel: String) async throws -> Bool {
        try await database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM arrivals WHERE id = ? AND channel = ?)",
                arguments: [id, channel]) ?? false
        }
    }

    public func outcome(of arrival: String, on channel: String) async throws -> String? {
        try await database.read { db in
            try String.fetchOne(
                db, sql: "SELECT outcome FROM arrivals WHERE id = ? AND channel = ?", arguments: [arrival, channel])
        }
    }

    public func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            try db.execute(
                sql: """
                    DELETE FROM arrivals WHERE (id, channel) IN
                        (SELECT id, channel FROM arrivals WHERE received_at < ? LIMIT ?)
                    """, arguments: [moment.milliseconds, limit])
            return db.changesCount
        }
    }

    public func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] {
        try await database.perform { try SessionRows.forget(that: "updated_at < ?", moment, limit: limit, $0) }
    }
}
