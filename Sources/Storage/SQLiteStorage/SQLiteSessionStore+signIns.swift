public import Channels
public import ConversationRuntime
public import Expressions
import GRDB
public import JSON
import Synchronization

extension SQLiteSessionStore: SignInStore {
    public func begin(_ signIn: PendingSignIn, under key: String) async throws {
        let request = seal.closed(signIn.request, shown: seal.hasKey ? [:] : nil).text
        try await perform { db in
            try db.cachedStatement(
                sql: """
                    INSERT INTO sign_ins (key, way, customer, business, channel, question, request, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                key, signIn.way.rawValue, signIn.conversation.customer, signIn.conversation.business,
                signIn.conversation.channel, signIn.question, request, signIn.expires.milliseconds,
            ])
        }
    }

    public func signIn(under key: String) async throws -> KnownSignIn? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT way, channel, customer, business, question, request, expires_at,
                        taken_at IS NOT NULL OR closed_at IS NOT NULL
                    FROM sign_ins WHERE key = ?
                    """)
            return try Row.fetchOne(statement, arguments: [key]).map {
                KnownSignIn(try PendingSignIn(row: $0, self.seal), isOver: $0[7])
            }
        }
    }

    public func take(_ key: String, at moment: Moment) async throws -> Bool {
        try await counting { db in
            try db.cachedStatement(
                sql: """
                    UPDATE sign_ins SET taken_at = ?
                    WHERE key = ? AND taken_at IS NULL AND closed_at IS NULL AND expires_at > ?
                    """
            ).execute(arguments: [moment.milliseconds, key, moment.milliseconds])
            return db.changesCount
        } > 0
    }

    public func noteWrongDigits(_ key: String) async throws -> Int {
        try await counting { db in
            try Int.fetchOne(
                db, sql: "UPDATE sign_ins SET wrong_digits = wrong_digits + 1 WHERE key = ? RETURNING wrong_digits",
                arguments: [key]) ?? 0
        }
    }

    public func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws {
        try await perform { db in
            try db.cachedStatement(
                sql: "UPDATE sign_ins SET closed_at = ? WHERE customer = ? AND question = ? AND closed_at IS NULL"
            ).execute(arguments: [moment.milliseconds, conversation.customer, question])
        }
    }

    public func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT way, channel, customer, business, question, request, expires_at FROM sign_ins
                    WHERE taken_at <= ? AND closed_at IS NULL AND way <> 'link' ORDER BY taken_at LIMIT ?
                    """, arguments: [moment.milliseconds, limit])
            return try rows.map { try PendingSignIn(row: $0, self.seal) }
        }
    }

    public func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int {
        try await counting { db in
            try db.execute(
                sql: """
                    DELETE FROM sign_ins
                    WHERE key IN (SELECT key FROM sign_ins WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
                    """, arguments: [moment.milliseconds, limit])
            return db.changesCount
        }
    }

    public func keep(_ tokens: StoredTokens, of provider: String, for conversation: ConversationKey) async throws {
        guard seal.hasKey else { throw SealError.noKey }
        let sealed = seal.closed(tokens.json, shown: [:]).text
        try await perform { db in
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
        try await read { try self.tokens(of: provider, for: conversation, $0) }
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
        guard let sealed, let stored = try? JSONValue(parsing: sealed), let opened = try? seal.opened(stored) else {
            return nil
        }
        return try StoredTokens(json: opened)
    }

    public func replaceTokens(
        _ former: StoredTokens, with tokens: StoredTokens?, of provider: String, for conversation: ConversationKey
    ) async throws -> StoredTokens? {
        let replacement = tokens.map { seal.closed($0.json, shown: [:]).text }
        let kept = Mutex<StoredTokens?>(nil)
        try await perform { db in
            let current = try self.tokens(of: provider, for: conversation, db)
            guard current == former else { return kept.withLock { $0 = current } }
            let key = [conversation.customer, conversation.business, conversation.channel, provider]
            let place = "WHERE customer = ? AND business = ? AND channel = ? AND provider = ?"
            if let replacement {
                try db.cachedStatement(sql: "UPDATE tokens SET sealed = ? \(place)").execute(
                    arguments: StatementArguments([replacement] + key))
            } else {
                try db.cachedStatement(sql: "DELETE FROM tokens \(place)").execute(arguments: StatementArguments(key))
            }
            kept.withLock { $0 = tokens }
        }
        return kept.withLock { $0 }
    }

    /// Makes a change in one transaction and returns its count.
    private func counting(_ change: @escaping @Sendable (Database) throws -> Int) async throws -> Int {
        let count = Mutex(0)
        try await perform { db in
            let changed = try change(db)
            count.withLock { $0 = changed }
        }
        return count.withLock { $0 }
    }
}

extension PendingSignIn {
    /// From `way, channel, customer, business, question, request, expires_at`.
    fileprivate init(row: Row, _ seal: Seal) throws {
        try self.init(
            request: try seal.opened(JSONValue(parsing: row[5] as String)),
            way: Way(rawValue: row[0]) ?? .device,
            conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]), question: row[4],
            expires: Moment(milliseconds: row[6]))
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
