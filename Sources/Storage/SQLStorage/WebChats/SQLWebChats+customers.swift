public import ConversationRuntime
import Databases
import Expressions

/// Customers of the web chat.
extension SQLWebChats {
    public func chatCustomer(_ id: String) async throws -> ChatCustomer? {
        try await database.read { try Self.chatCustomer(where: "id", is: id, $0) }
    }

    public func keep(_ customer: ChatCustomer) async throws {
        try await database.perform { db in try Self.write(customer, db) }
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
        try await database.read { db in
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
                WHERE excluded.generation >= chat_customers.generation
                """
        ).execute(arguments: [
            customer.id, customer.subject, customer.name, customer.language, customer.role.rawValue,
            customer.generation, customer.seenAt.milliseconds,
        ])
    }
}
