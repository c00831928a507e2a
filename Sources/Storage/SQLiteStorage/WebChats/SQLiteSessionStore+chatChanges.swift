public import ConversationRuntime
public import Expressions
import GRDB

extension SQLiteSessionStore: WebChatStore {
    public func chatRevision() async throws -> Int { try await read { try Self.revision($0) } }

    public func chatChanges(
        for customer: String, after revision: Int, limit: Int
    ) async throws -> ChatChanges {
        try await read { db in
            var changes: [ChatChange] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT c.id FROM chat_participants p JOIN chat_conversations c ON c.id = p.conversation
                    WHERE p.customer = ? AND c.touched > ?
                    """)
            for id in try String.fetchAll(statement, arguments: [customer, revision]) {
                guard let conversation = try Self.conversation(id, db) else { continue }
                changes += try self.changes(in: conversation, for: customer, after: revision, limit, db)
                guard changes.count <= limit else {
                    return ChatChanges(changes: [], revision: try Self.revision(db), isTooMuch: true)
                }
            }
            return ChatChanges(
                changes: changes.sorted { $0.revision < $1.revision }, revision: try Self.revision(db))
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
        changes += conversation.present.filter { $0.revision > max(revision, $0.joinedRevision) }
            .map { .receipt($0, in: conversation.id) }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.messageColumns) FROM chat_messages
                WHERE conversation = ? AND revision > ? AND sequence > ? ORDER BY revision LIMIT ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [conversation.id, revision, own.since, limit + 1])
        return try changes
            + rows.map { row in
                let message = try message(row)
                return .message(message, in: conversation, isNew: message.firstRevision > revision)
            }
    }

    // The bot's queue.

    public func nextUnheard(in conversation: String) async throws -> ChatMessage? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.messageColumns) FROM chat_messages
                    WHERE conversation = ? AND is_heard = 0 ORDER BY sequence LIMIT 1
                    """)
            return try Row.fetchOne(statement, arguments: [conversation]).map(self.message)
        }
    }

    public func conversationsWithUnheard(after conversation: String?, limit: Int) async throws -> [String] {
        try await read { db in
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
            _ = try Self.noteReceipt(
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
                try Self.noteOwner(ofChat: conversation, db)
                try Self.forgetChat(conversation, db)
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

    static func forgetChat(_ conversation: String, _ db: Database) throws {
        for table in ["chat_messages", "chat_participants"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE conversation = ?")
                .execute(arguments: [conversation])
        }
        try db.cachedStatement(sql: "DELETE FROM chat_conversations WHERE id = ?").execute(arguments: [conversation])
        try db.cachedStatement(sql: "DELETE FROM downloads WHERE chat = ?").execute(arguments: [conversation])
        try expireContent(ofChat: conversation, db)
    }
}
