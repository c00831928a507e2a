public import Channels
import ConversationRuntime
import GRDB
import ServerMetrics

/// The space limits of customers' files.
extension SQLiteSessionStore {
    public func checkRoom(for bytes: Int, largest: Int, in conversation: ConversationKey) async throws {
        let content = NewContent.measured(in: conversation)
        try await countingRefusals {
            try folder.checkSpace(for: largest)
            if let lack = try await read({ try self.lack(of: max(0, bytes), for: content, $0) }) { throw lack }
        }
    }

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

    /// Runs an operation that may store bytes, and counts refusals for lack of space.
    func countingRefusals<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as ContentError {
            if let way = RefusedContent(error) { refusals.add(to: way) }
            throw error
        }
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
        return try Int.fetchOne(try db.cachedStatement(sql: sql), arguments: StatementArguments(values + values)) ?? 0
    }
}
