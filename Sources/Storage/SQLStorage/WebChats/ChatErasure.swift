import ConversationRuntime
import Databases
import Foundation
import JSON
import MessageParts

extension ChatRows {
    /// Deletes what belongs to a customer: their own conversation and, in conversations with others, what they have
    /// written. Their choices among given answers still count there, but can no longer be attributed.
    static func erase(_ customer: String, _ seal: Seal, _ db: Database) throws {
        let own = try String.fetchAll(
            db, sql: "SELECT id FROM chat_conversations WHERE customer = ?", arguments: [customer])
        for conversation in own { try forget(conversation, db) }
        let others = try String.fetchAll(
            db, sql: "SELECT conversation FROM chat_participants WHERE customer = ?", arguments: [customer])
        for conversation in others {
            try eraseTraces(of: customer, in: conversation, db)
            try eraseChoices(of: customer, in: conversation, seal, db)
        }
        try db.execute(sql: "DELETE FROM chat_participants WHERE customer = ?", arguments: [customer])
        try db.execute(sql: "DELETE FROM chat_customers WHERE id = ?", arguments: [customer])
    }

    /// Deletes their messages, the distinct key if it names them, and the metadata if they created the conversation.
    /// Where they were only invited, it remains the usual conversation of its creator.
    private static func eraseTraces(of customer: String, in conversation: String, _ db: Database) throws {
        let revision = try nextRevision(of: conversation, db)
        try db.execute(
            sql: """
                UPDATE chat_conversations SET revision = ?1, touched = ?1,
                    distinct_key = CASE WHEN instr(?4 || distinct_key || ?4, ?4 || ?3 || ?4) > 0
                        THEN NULL ELSE distinct_key END,
                    metadata = CASE WHEN EXISTS (SELECT 1 FROM chat_participants
                        WHERE conversation = ?2 AND customer = ?3 AND position = 0) THEN '{}' ELSE metadata END
                WHERE id = ?2
                """, arguments: [revision, conversation, customer, "\n"])
        try db.execute(
            sql: "DELETE FROM chat_messages WHERE conversation = ? AND sender = ?",
            arguments: [conversation, customer])
    }

    /// Anonymises their choices in messages of others: in each message they are replaced by a new random id.
    private static func eraseChoices(
        of customer: String, in conversation: String, _ seal: Seal, _ db: Database
    ) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT \(messageColumns) FROM chat_messages WHERE conversation = ? ORDER BY sequence",
            arguments: [conversation])
        var changed: [(ChatMessage, JSONValue)] = []
        for row in rows {
            let message = try message(row, seal)
            guard message.parts.text.contains(customer) else { continue }
            let parts = (message.parts.array ?? []).compactMap { try? MessagePart(json: $0) }
            let left = TypeRegistry.standard.parts(
                parts, without: customer, replacedBy: UUID().uuidString.lowercased())
            changed.append((message, .array(left.map(\.json))))
        }
        for (message, parts) in changed {
            try write(ChatAnswer.Changed(parts: parts, stateTypes: message.stateTypes), to: message, seal, db)
        }
    }
}
