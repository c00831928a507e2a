public import ConversationRuntime
import Databases
public import Expressions

/// The tokens of programs.
extension SQLAccounts {
    public func tokens() async throws -> [APIToken] {
        try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT \(AccountRows.tokenColumns) FROM api_tokens ORDER BY name")
                .map(APIToken.init(row:))
        }
    }

    public func token(_ digest: String) async throws -> APIToken? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(AccountRows.tokenColumns) FROM api_tokens WHERE digest = ?", arguments: [digest]
            ).map(APIToken.init(row:))
        }
    }

    public func add(_ token: APIToken, recording entry: AuditEntry) async throws -> Bool {
        try await database.change { db in
            try db.execute(
                sql: """
                    INSERT INTO api_tokens (name, digest, role, rights, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    token.name, token.digest, token.role?.rawValue,
                    token.ownRights.map(\.rawValue).sorted().joined(separator: " "), token.createdAt.milliseconds,
                    token.expiresAt?.milliseconds,
                ])
            guard db.changesCount == 1 else { return false }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func revoke(token name: String, recording entry: AuditEntry) async throws -> Bool {
        try await database.change { db in
            try db.execute(sql: "DELETE FROM api_tokens WHERE name = ?", arguments: [name])
            guard db.changesCount == 1 else { return false }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func noteUse(ofToken digest: String, at moment: Moment) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE api_tokens SET used_at = ? WHERE digest = ?", arguments: [moment.milliseconds, digest])
        }
    }
}
