import Channels
import ConversationRuntime
import Databases
import Expressions
import FlowEngine
import JSON
import MessageModel

/// The rows of customers.
enum CustomerRows {
    static func customer(of conversation: ConversationKey, _ seal: Seal, _ db: Database) throws -> KnownCustomer? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT facts, device, language FROM customers
                WHERE customer = ? AND business = ? AND channel = ?
                """)
        return try Row.fetchOne(statement, arguments: key(conversation)).map { try KnownCustomer(row: $0, seal) }
    }

    /// Whether any data of the customer is stored.
    static func isKnown(_ conversation: ConversationKey, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM customers WHERE customer = ? AND business = ? AND channel = ?")
        return try Int.fetchOne(statement, arguments: key(conversation)) != nil
    }

    /// Records on a customer that some of their bubbles were deleted.
    static func noteForgottenBubbles(of session: SessionID, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE customers SET forgot_bubbles = 1 WHERE forgot_bubbles = 0 AND (customer, business, channel) IN
                    (SELECT customer, business, channel FROM sessions WHERE id = ?)
                """
        ).execute(arguments: [session.number])
    }

    static func hasForgottenBubbles(_ conversation: ConversationKey, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM customers WHERE customer = ? AND business = ? AND channel = ? AND forgot_bubbles = 1
                """)
        return try Int.fetchOne(statement, arguments: key(conversation)) != nil
    }

    /// Deletes a customer, in all conversations. Returns the number of rows.
    static func erase(_ customer: String, _ db: Database) throws -> Int {
        try db.execute(sql: "DELETE FROM customers WHERE customer = ?", arguments: [customer])
        return db.changesCount
    }

    private static func key(_ conversation: ConversationKey) -> Arguments {
        [conversation.customer, conversation.business, conversation.channel]
    }
}

extension KnownCustomer {
    /// From `facts, device, language`.
    init(row: Row, _ seal: Seal) throws {
        let stored = try seal.opened(JSONValue(parsing: row[0] as String))
        self.init(
            facts: try Fields(json: stored["facts"] ?? stored),
            privateFacts: Set(stored["private"]?.array?.compactMap(\.string) ?? []),
            device: try Device(json: JSONValue(parsing: row[1] as String)), language: row[2])
    }
}

/// Writes the stored data of a customer.
struct CustomerWriter: Sendable {
    private let facts: String
    private let device: String
    private let language: String

    init(_ customer: KnownCustomer, _ seal: Seal) {
        facts = Self.facts(of: customer, seal).text
        device = customer.device.jsonText
        language = customer.language
    }

    /// The facts; if some are private, all are sealed together, and the others are also stored unsealed.
    private static func facts(of customer: KnownCustomer, _ seal: Seal) -> JSONValue {
        guard !customer.privateFacts.isEmpty else { return customer.facts.json }
        var open = customer.facts
        for fact in customer.privateFacts { open[fact] = nil }
        let names = customer.privateFacts.sorted().map { JSONValue.string($0) }
        return seal.closed(["facts": customer.facts.json, "private": .array(names)], shown: open.json)
    }

    func write(_ conversation: ConversationKey, at moment: Moment, to db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO customers (customer, business, channel, facts, device, language, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (customer, business, channel) DO UPDATE SET facts = excluded.facts,
                    device = excluded.device, language = excluded.language, updated_at = excluded.updated_at
                """
        ).execute(arguments: [
            conversation.customer, conversation.business, conversation.channel, facts, device, language,
            moment.milliseconds,
        ])
    }
}
