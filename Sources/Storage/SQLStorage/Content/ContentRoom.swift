import Channels
import ConversationRuntime
import Databases

/// Checks the total size of customers' files against its limits.
struct ContentRoom {
    let limits: ContentLimits

    /// The limit that a file of this size would exceed, checked inside a transaction.
    ///
    /// - Parameter quota: the maximum total size of the customer's files, in bytes.
    func lack(
        of size: Int, for content: NewContent, quota: Int = .max, _ db: Database
    ) throws -> ContentError? {
        if let total = limits.total, try Self.total(db) > total - size { return .totalReached(limit: total) }
        if try Self.bytes(with: content, db) > limits.conversation - size {
            return .conversationFull(limit: limits.conversation)
        }
        let customer = content.conversation.customer
        return try quota < .max && Self.bytes(of: customer, db) > quota - size ? .noRoom : nil
    }

    // Total sizes of files; uploads in progress count with their final size.

    private static func total(_ db: Database) throws -> Int {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT bytes FROM content_total")) ?? 0
    }

    private static func bytes(with content: NewContent, _ db: Database) throws -> Int {
        let key = content.conversation
        return try content.chat.map { try sum("chat = ?", [$0], db) }
            ?? sum("customer = ? AND business = ? AND channel = ?", [key.customer, key.business, key.channel], db)
    }

    private static func bytes(of customer: String, _ db: Database) throws -> Int {
        try sum("customer = ?", [customer], db)
    }

    private static func sum(_ condition: String, _ values: [String], _ db: Database) throws -> Int {
        let sql = """
            SELECT (SELECT COALESCE(SUM(size), 0) FROM uploads WHERE \(condition))
                + (SELECT COALESCE(SUM(size), 0) FROM content WHERE \(condition))
            """
        return try Int.fetchOne(try db.cachedStatement(sql: sql), arguments: Arguments(values + values)) ?? 0
    }
}
