public import Channels
public import ConversationRuntime
import Databases
public import Expressions
import JSON

/// Sign-ins that are under way, and the tokens of those that succeeded.
public struct SQLSignIns: SignInStore {
    let database: StoredData

    public func begin(_ signIn: PendingSignIn, under key: String) async throws {
        let request = self.request(of: signIn)
        try await database.perform { db in
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

    private func request(of signIn: PendingSignIn) -> String {
        database.seal.closed(signIn.request, shown: database.seal.hasKey ? [:] : nil).text
    }

    public func signIn(under key: String) async throws -> KnownSignIn? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT way, channel, customer, business, question, request, expires_at,
                        taken_at IS NOT NULL OR closed_at IS NOT NULL
                    FROM sign_ins WHERE key = ?
                    """)
            return try Row.fetchOne(statement, arguments: [key]).map {
                KnownSignIn(try PendingSignIn(row: $0, database.seal), isOver: $0[7])
            }
        }
    }

    public func take(_ key: String, at moment: Moment, replacedBy signIn: PendingSignIn?) async throws -> Bool {
        let request = signIn.map { self.request(of: $0) }
        return try await database.perform { db in
            try db.cachedStatement(
                sql: """
                    UPDATE sign_ins SET taken_at = ?, request = COALESCE(?, request)
                    WHERE key = ? AND taken_at IS NULL AND closed_at IS NULL AND expires_at > ?
                    """
            ).execute(arguments: [moment.milliseconds, request, key, moment.milliseconds])
            return db.changesCount
        } > 0
    }

    public func isReturning(
        _ question: String, in conversation: ConversationKey, since moment: Moment
    ) async throws -> Bool {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT 1 FROM sign_ins
                    WHERE customer = ? AND question = ? AND way <> 'link' AND taken_at > ? AND closed_at IS NULL
                    LIMIT 1
                    """)
            return try Int.fetchOne(statement, arguments: [conversation.customer, question, moment.milliseconds]) != nil
        }
    }

    public func keepResult(of signIn: PendingSignIn, under key: String) async throws {
        let request = self.request(of: signIn)
        try await database.perform { db in
            try db.cachedStatement(sql: "UPDATE sign_ins SET request = ? WHERE key = ?").execute(
                arguments: [request, key])
        }
    }

    public func noteWrongDigits(_ key: String) async throws -> Int {
        try await database.perform { db in
            try Int.fetchOne(
                db, sql: "UPDATE sign_ins SET wrong_digits = wrong_digits + 1 WHERE key = ? RETURNING wrong_digits",
                arguments: [key]) ?? 0
        }
    }

    public func endSignIns(of question: String, in conversation: ConversationKey, at moment: Moment) async throws {
        try await database.perform { db in
            try db.cachedStatement(
                sql: "UPDATE sign_ins SET closed_at = ? WHERE customer = ? AND question = ? AND closed_at IS NULL"
            ).execute(arguments: [moment.milliseconds, conversation.customer, question])
        }
    }

    public func interruptedSignIns(takenUntil moment: Moment, limit: Int) async throws -> [PendingSignIn] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT way, channel, customer, business, question, request, expires_at FROM sign_ins
                    WHERE taken_at <= ? AND closed_at IS NULL AND way <> 'link' ORDER BY taken_at LIMIT ?
                    """, arguments: [moment.milliseconds, limit])
            return try rows.map { try PendingSignIn(row: $0, database.seal) }
        }
    }

    public func forgetSignIns(expiredBefore moment: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            try db.execute(
                sql: """
                    DELETE FROM sign_ins
                    WHERE key IN (SELECT key FROM sign_ins WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
                    """, arguments: [moment.milliseconds, limit])
            return db.changesCount
        }
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
