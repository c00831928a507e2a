public import Channels
public import ConversationRuntime
import Databases
import Expressions
public import JSON

/// The tokens of customers at providers.
extension SQLSignIns {
    public func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws {
        guard database.seal.hasKey else { throw SealError.noKey }
        let sealed = database.seal.closed(tokens.json, shown: [:]).text
        try await database.perform { db in
            try db.cachedStatement(
                sql: """
                    INSERT INTO tokens (customer, business, channel, provider, sealed) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (customer, business, channel, provider) DO UPDATE SET sealed = excluded.sealed
                    """
            ).execute(arguments: [
                conversation.customer, conversation.business, conversation.channel, provider, sealed,
            ])
        }
    }

    public func tokens(of provider: String, for conversation: ConversationKey) async throws -> StoredTokens? {
        try await database.read { try tokens(of: provider, for: conversation, $0) }
    }

    private func tokens(
        of provider: String, for conversation: ConversationKey, _ db: Database
    ) throws -> StoredTokens? {
        let sealed = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT sealed FROM tokens
                    WHERE customer = ? AND business = ? AND channel = ? AND provider = ?
                    """),
            arguments: [conversation.customer, conversation.business, conversation.channel, provider])
        guard let sealed, let stored = try? JSONValue(parsing: sealed), let opened = try? database.seal.opened(stored)
        else {
            return nil
        }
        return try StoredTokens(json: opened)
    }

    public func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens? {
        let replacement = tokens.map { database.seal.closed($0.json, shown: [:]).text }
        return try await database.perform { db in
            let current = try self.tokens(of: provider, for: conversation, db)
            guard current == former else { return current }
            let key = [conversation.customer, conversation.business, conversation.channel, provider]
            let place = "WHERE customer = ? AND business = ? AND channel = ? AND provider = ?"
            if let replacement {
                try db.cachedStatement(sql: "UPDATE tokens SET sealed = ? \(place)").execute(
                    arguments: Arguments([replacement] + key))
            } else {
                try db.cachedStatement(sql: "DELETE FROM tokens \(place)").execute(arguments: Arguments(key))
            }
            return tokens
        }
    }
}

extension StoredTokens: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["access": .string(access)]
        object.set("refresh", refresh.map { .string($0) })
        object.set("expires_at", expiresAt.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            access: try json.string("access"), refresh: json["refresh"]?.string,
            expiresAt: json["expires_at"]?.int.map { Moment(milliseconds: $0) })
    }
}
