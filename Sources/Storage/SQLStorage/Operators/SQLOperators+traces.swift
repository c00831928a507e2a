import Channels
public import ConversationRuntime
import Databases
import Expressions

/// What is known of a customer.
extension SQLOperators {
    public func names(of customer: String) async throws -> [String] {
        try await database.read { try CustomerNames.names(of: customer, $0) }
    }

    public func customer(named name: String) async throws -> String {
        try await database.read { try CustomerNames.owner(of: name, $0) }
    }

    public func traces(of customer: String) async throws -> CustomerTraces {
        try await database.read { db in
            let known = try Row.fetchAll(
                db,
                sql: """
                    SELECT facts, device, language, channel, customer, business FROM customers
                    WHERE customer = ? ORDER BY business, channel
                    """, arguments: [customer]
            ).map { row in
                CustomerTraces.Known(try KnownCustomer(row: row, database.seal), in: Self.conversation(row, from: 3))
            }
            let signIns = try Row.fetchAll(
                db,
                sql: """
                    SELECT question, expires_at, channel, customer, business FROM sign_ins
                    WHERE customer = ? ORDER BY expires_at, question
                    """, arguments: [customer]
            ).map { row in
                CustomerTraces.SignIn(
                    question: row[0], in: Self.conversation(row, from: 2), expiresAt: Moment(milliseconds: row[1]))
            }
            let tokens = try Row.fetchAll(
                db,
                sql: """
                    SELECT provider, channel, customer, business FROM tokens
                    WHERE customer = ? ORDER BY business, channel, provider
                    """, arguments: [customer]
            ).map { CustomerTraces.Token(of: $0[0], in: Self.conversation($0, from: 1)) }
            return CustomerTraces(known: known, signIns: signIns, tokens: tokens)
        }
    }

    /// From `channel, customer, business`, starting at a column.
    private static func conversation(_ row: Row, from column: Int) -> ConversationKey {
        ConversationKey(channel: row[column], customer: row[column + 1], business: row[column + 2])
    }
}
