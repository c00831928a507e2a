public import Channels
public import ConversationRuntime
import Databases
public import Expressions

/// The calls whose answers are pending.
extension SQLSessions {
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

    public func claimCalls(
        after call: String?, at moment: Moment, limit: Int, for claim: Claim
    ) async throws -> [StoredCall] {
        let seal = database.seal
        return try await database.perform { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT calls.id, action, inputs, channel, customer, business, cause
                    FROM calls JOIN sessions ON sessions.id = calls.session_id
                    WHERE calls.id > ?1 AND (claimed_until IS NULL OR claimed_until <= \(db.dialect.now("?2"))
                        OR claimed_by = ?3)
                    ORDER BY calls.id LIMIT ?4
                    """)
            let found = try Row.fetchAll(
                statement, arguments: [call ?? "", moment.milliseconds, claim.owner, limit]
            ).map { try StoredCall(row: $0, seal) }
            for call in found { _ = try Self.claim(call.request.id, at: moment, for: claim, db) }
            return found
        }
    }

    public func claim(call: String, at moment: Moment, for claim: Claim) async throws -> Bool {
        try await database.perform { try Self.claim(call, at: moment, for: claim, $0) }
    }

    private static func claim(_ call: String, at moment: Moment, for claim: Claim, _ db: Database) throws -> Bool {
        let now = db.dialect.now("?4")
        try db.cachedStatement(
            sql: """
                UPDATE calls SET claimed_by = ?1, claimed_until = \(now) + ?2
                WHERE id = ?3 AND (claimed_until IS NULL OR claimed_until <= \(now) OR claimed_by = ?1)
                """
        ).execute(arguments: [claim.owner, claim.length.milliseconds, call, moment.milliseconds])
        return db.changesCount == 1
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
