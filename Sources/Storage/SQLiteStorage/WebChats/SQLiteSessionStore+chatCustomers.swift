public import ConversationRuntime
import Expressions
import GRDB
import Synchronization

extension SQLiteSessionStore {
    public func chatCustomer(_ id: String) async throws -> ChatCustomer? {
        try await read { try Self.chatCustomer(where: "id", is: id, $0) }
    }

    public func keep(_ customer: ChatCustomer) async throws {
        try await perform { db in try Self.write(customer, db) }
    }

    public func signIn(_ signer: ChatCustomer, from anonymous: String?) async throws -> ChatCustomer {
        try await changing { db in
            var signed = signer
            if let known = try signer.subject.flatMap({ try Self.chatCustomer(where: "subject", is: $0, db) }) {
                signed.id = known.id
                signed.generation = known.generation
                signed.name = signer.name ?? known.name
                signed.language = signer.language ?? known.language
            } else if let id = anonymous, let known = try Self.chatCustomer(where: "id", is: id, db),
                known.subject == nil
            {
                signed.id = known.id
                signed.generation = known.generation + 1
                signed.name = signer.name ?? known.name
            }
            try Self.write(signed, db)
            return signed
        }
    }

    public func chatCustomers(withSubjects subjects: [String]) async throws -> [String] {
        try await read { db in
            try subjects.compactMap { try Self.chatCustomer(where: "subject", is: $0, db)?.id }
        }
    }

    private static func chatCustomer(
        where column: StaticString, is value: String, _ db: Database
    ) throws -> ChatCustomer? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, subject, name, language, role, generation, seen_at FROM chat_customers WHERE \(column) = ?
                """)
        return try Row.fetchOne(statement, arguments: [value]).map { row in
            ChatCustomer(
                id: row[0], subject: row[1], name: row[2], language: row[3],
                role: ChatCustomer.Role(rawValue: row[4]) ?? .customer, generation: row[5],
                seenAt: Moment(milliseconds: row[6]))
        }
    }

    /// Writes a customer, unless the stored generation is newer: data read before a session was invalidated must not
    /// restore it.
    private static func write(_ customer: ChatCustomer, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO chat_customers (id, subject, name, language, role, generation, seen_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET subject = excluded.subject, name = excluded.name,
                    language = excluded.language, role = excluded.role, generation = excluded.generation,
                    seen_at = excluded.seen_at
                WHERE excluded.generation >= generation
                """
        ).execute(arguments: [
            customer.id, customer.subject, customer.name, customer.language, customer.role.rawValue,
            customer.generation, customer.seenAt.milliseconds,
        ])
    }

    /// Makes a change in one transaction, grouped with other waiting commits, and returns its result.
    ///
    /// - Throws: a `ChatRefusal` from `change`, which must be thrown before anything is written, and what the database
    ///   throws.
    func changing<Result: Sendable>(_ change: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        let outcome = Mutex<Swift.Result<Result, ChatRefusal>?>(nil)
        try await perform { db in
            do {
                let result = try change(db)
                outcome.withLock { $0 = .success(result) }
            } catch let refusal as ChatRefusal {
                outcome.withLock { $0 = .failure(refusal) }
            }
        }
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("a commit ended without its work") }
        return try outcome.get()
    }

    /// The revision for a change in progress.
    static func nextRevision(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "UPDATE chat_revision SET value = value + 1 RETURNING value")) ?? 0
    }

    /// The current revision.
    static func revision(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT value FROM chat_revision")) ?? 0
    }
}
