public import Channels
public import ConversationRuntime
import Databases

/// The calls whose answers are pending.
extension SQLiteSessions {
    public func calls(after call: String?, limit: Int) async throws -> [StoredCall] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT calls.id, action, inputs, channel, customer, business, cause
                    FROM calls JOIN sessions ON sessions.id = calls.session_id
                    WHERE calls.id > ? ORDER BY calls.id LIMIT ?
                    """, arguments: [call ?? "", limit]
            ).map { try StoredCall(row: $0, database.seal) }
        }
    }

    public func deskNotices(of conversation: ConversationKey) async throws -> [StoredCall] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT calls.id, action, inputs, channel, customer, business, cause
                    FROM calls JOIN sessions ON sessions.id = calls.session_id
                    WHERE customer = ? AND business = ? AND channel = ? AND action = ? ORDER BY calls.id
                    """,
                arguments: [
                    conversation.customer, conversation.business, conversation.channel, DeskNotice.storedName,
                ]
            ).map { try StoredCall(row: $0, database.seal) }
        }
    }
}
