public import ConversationRuntime
import Databases
public import Expressions

/// The conversations and messages of the web chat, and what has changed in them.
public struct SQLWebChats: WebChatStore {
    let database: StoredData

    public func chatRevision(of customer: String) async throws -> Int {
        try await database.read { try ChatRows.revision(of: customer, $0) }
    }

    public func chatChanges(
        for customer: String, after revision: Int, limit: Int
    ) async throws -> ChatChanges {
        try await database.read { db in
            var changes: [ChatChange] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT c.id FROM chat_participants p JOIN chat_conversations c ON c.id = p.conversation
                    WHERE p.customer = ? AND c.touched > ?
                    """)
            for id in try String.fetchAll(statement, arguments: [customer, revision]) {
                guard let conversation = try ChatRows.conversation(id, db) else { continue }
                changes += try self.changes(in: conversation, for: customer, after: revision, limit, db)
                guard changes.count <= limit else {
                    return ChatChanges(
                        changes: [], revision: try ChatRows.revision(of: customer, db), isTooMuch: true)
                }
            }
            return ChatChanges(
                changes: changes.sorted { $0.revision < $1.revision },
                revision: try ChatRows.revision(of: customer, db))
        }
    }

    private func changes(
        in conversation: ChatConversation, for customer: String, after revision: Int, _ limit: Int, _ db: Database
    ) throws -> [ChatChange] {
        guard let own = conversation.participant(customer) else { return [] }
        guard !own.hasLeft else {
            return own.revision > revision ? [.left(conversation: conversation.id, revision: own.revision)] : []
        }
        var changes: [ChatChange] = []
        if conversation.revision > revision {
            changes.append(.conversation(conversation, isNew: own.joinedRevision > revision))
        }
        // What was there when the customer joined is not news: its revisions are those of others.
        let known = max(revision, own.joinedRevision)
        changes += conversation.present.filter { $0.revision > max(known, $0.joinedRevision) }
            .map { .receipt($0, in: conversation.id) }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(ChatRows.messageColumns) FROM chat_messages
                WHERE conversation = ? AND revision > ? AND sequence > ? ORDER BY revision LIMIT ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [conversation.id, known, own.since, limit + 1])
        return try changes
            + rows.map { row in
                let message = try ChatRows.message(row, database.seal)
                return .message(message, in: conversation, isNew: message.firstRevision > known)
            }
    }

    // The bot's queue.

    public func nextUnheard(in conversation: String) async throws -> ChatMessage? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(ChatRows.messageColumns) FROM chat_messages
                    WHERE conversation = ? AND is_heard = 0 ORDER BY sequence LIMIT 1
                    """)
            return try Row.fetchOne(statement, arguments: [conversation]).map {
                try ChatRows.message($0, database.seal)
            }
        }
    }

    public func conversationsWithUnheard(after conversation: String?, limit: Int) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT conversation FROM chat_messages WHERE is_heard = 0 AND conversation > ?
                    ORDER BY conversation LIMIT ?
                    """, arguments: [conversation ?? "", limit])
        }
    }

    public func noteHeard(_ message: ChatMessage) async throws {
        try await changing { db in
            try db.cachedStatement(
                sql: """
                    UPDATE chat_messages SET is_heard = 1, heard = NULL WHERE conversation = ? AND sequence = ?
                    """
            ).execute(arguments: [message.conversation, message.sequence])
            _ = try ChatRows.noteReceipt(
                ChatCustomer.bot, message.conversation, message.sequence, message.sequence, db)
        }
    }

    // Old data.

    public func forgetChats(quietSince moment: Moment, limit: Int) async throws -> Int {
        try await changing { db in
            let quiet = try String.fetchAll(
                db, sql: "SELECT id FROM chat_conversations WHERE updated_at < ? ORDER BY updated_at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for conversation in quiet {
                try CustomerNames.noteOwner(ofChat: conversation, db)
                try ChatRows.forget(conversation, db)
            }
            try db.execute(
                sql: """
                    DELETE FROM chat_customers WHERE id IN (
                        SELECT id FROM chat_customers WHERE seen_at < ?
                            AND NOT EXISTS (SELECT 1 FROM chat_participants WHERE customer = chat_customers.id)
                        ORDER BY seen_at LIMIT ?)
                    """, arguments: [moment.milliseconds, limit])
            return quiet.count + db.changesCount
        }
    }

    /// Makes a change in one transaction, grouped with other waiting commits, and returns its result.
    ///
    /// - Throws: a `ChatRefusal` from `change`, which must be thrown before anything is written, and what the database
    ///   throws.
    func changing<Result: Sendable>(_ change: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await database.perform { db -> Swift.Result<Result, ChatRefusal> in
            do {
                return .success(try change(db))
            } catch let refusal as ChatRefusal {
                return .failure(refusal)
            }
        }.get()
    }
}
