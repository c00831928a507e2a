import ConversationRuntime
import Databases

/// The ids under which a customer's data is stored.
///
/// A web chat conversation that is not the customer's usual one has its own session, named after the conversation. It
/// still belongs to the customer, unless other customers take part.
enum CustomerNames {
    /// The customer's own id comes last.
    static func names(of customer: String, _ db: Database) throws -> [String] {
        let conversations = try String.fetchAll(
            db,
            sql: """
                SELECT c.id FROM chat_participants p JOIN chat_conversations c ON c.id = p.conversation
                WHERE p.customer = ?1 AND c.customer = c.id AND NOT EXISTS (
                    SELECT 1 FROM chat_participants o LEFT JOIN chat_customers k ON k.id = o.customer
                    WHERE o.conversation = c.id AND o.customer NOT IN (?1, ?2) AND COALESCE(k.role, ?3) = ?3)
                UNION SELECT name FROM chat_owners WHERE customer = ?1 ORDER BY 1
                """, arguments: [customer, ChatCustomer.bot, ChatCustomer.Role.customer.rawValue])
        return conversations.filter { $0 != customer } + [customer]
    }

    /// The customer whose data is stored under `name`; `name` itself when it belongs to no other customer.
    static func owner(of name: String, _ db: Database) throws -> String {
        let owner = try String.fetchOne(
            db, sql: "SELECT customer FROM chat_owners WHERE name = ?", arguments: [name])
        return try owner ?? onlyCustomer(ofChat: name, db) ?? name
    }

    /// The only customer of a conversation whose session is named after it; `nil` when there are several or none.
    private static func onlyCustomer(ofChat conversation: String, _ db: Database) throws -> String? {
        let customers = try String.fetchAll(
            db,
            sql: """
                SELECT p.customer FROM chat_conversations c JOIN chat_participants p ON p.conversation = c.id
                    LEFT JOIN chat_customers k ON k.id = p.customer
                WHERE c.id = ?1 AND c.customer = c.id AND p.customer <> ?2 AND COALESCE(k.role, ?3) = ?3
                LIMIT 2
                """, arguments: [conversation, ChatCustomer.bot, ChatCustomer.Role.customer.rawValue])
        return customers.count == 1 ? customers[0] : nil
    }

    /// Records whose session remains when a chat conversation is deleted, inside a transaction.
    static func noteOwner(ofChat conversation: String, _ db: Database) throws {
        guard let customer = try onlyCustomer(ofChat: conversation, db) else { return }
        try db.execute(
            sql: """
                INSERT INTO chat_owners (name, customer) SELECT ?1, ?2
                WHERE EXISTS (SELECT 1 FROM sessions WHERE customer = ?1)
                    OR EXISTS (SELECT 1 FROM customers WHERE customer = ?1)
                    OR EXISTS (SELECT 1 FROM payments WHERE customer = ?1)
                ON CONFLICT (name) DO UPDATE SET customer = excluded.customer
                """, arguments: [conversation, customer])
    }

    /// Deletes the records of names that belong to the customer, and the record of whom the name belongs to.
    static func erase(_ customer: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM chat_owners WHERE customer = ?1 OR name = ?1", arguments: [customer])
    }
}
