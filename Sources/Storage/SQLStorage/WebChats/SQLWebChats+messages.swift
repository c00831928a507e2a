public import ConversationRuntime
import Databases
public import Expressions
public import JSON
import MessageModel

/// Messages and receipts.
extension SQLWebChats {
    public func add(_ message: NewChatMessage) async throws -> ChatAddition {
        try await changing { db in
            if let known = try known(message, db) { return known }
            guard try ChatRows.conversation(message.conversation, db)?.member(message.sender) != nil else {
                return .notFound
            }
            return .added(try insert(message, db))
        }
    }

    public func respond(
        with response: NewChatMessage, to message: String,
        _ reduce: @escaping @Sendable (ChatMessage, ChatConversation) throws(ChatRefusal) -> ChatAnswer
    ) async throws -> ChatAddition {
        try await changing { db in
            if let known = try known(response, db) { return known }
            guard let conversation = try ChatRows.conversation(response.conversation, db),
                conversation.member(response.sender) != nil,
                let target = try ChatRows.message(message, in: response.conversation, database.seal, db)
            else { return .notFound }
            let answer = try reduce(target, conversation)
            if let changed = answer.changed { try ChatRows.write(changed, to: target, database.seal, db) }
            var response = response
            response.parts = answer.parts
            response.heard = answer.heard
            return .added(try insert(response, db))
        }
    }

    public func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONValue?
    ) async throws -> ChatMessage? {
        try await changing { db in
            guard let known = try ChatRows.message(message, in: conversation, database.seal, db),
                let parts = change(known)
            else {
                return nil
            }
            try ChatRows.write(
                ChatAnswer.Changed(parts: parts, stateTypes: known.stateTypes), to: known, database.seal, db)
            return try ChatRows.message(message, in: conversation, database.seal, db)
        }
    }

    public func chatMessage(_ id: String, in conversation: String) async throws -> ChatMessage? {
        try await database.read { try ChatRows.message(id, in: conversation, database.seal, $0) }
    }

    public func chatMessages(since moment: Moment, limit: Int) async throws -> [ChatMessage] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(ChatRows.messageColumns) FROM chat_messages
                    WHERE sent_at >= ?1
                        AND conversation IN (SELECT id FROM chat_conversations WHERE updated_at >= ?1)
                    ORDER BY sent_at DESC, conversation DESC, sequence DESC LIMIT ?2
                    """, arguments: [moment.milliseconds, limit]
            ).map { try ChatRows.message($0, database.seal) }.reversed()
        }
    }

    public func chatMessages(
        in conversation: String, after: Int, before: Int?, limit: Int
    ) async throws -> [ChatMessage] {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(ChatRows.messageColumns) FROM chat_messages
                    WHERE conversation = ? AND sequence > ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
                    """)
            let rows = try Row.fetchAll(statement, arguments: [conversation, after, before ?? Int.max, limit])
            return try rows.reversed().map { try ChatRows.message($0, database.seal) }
        }
    }

    public func noteReceipt(
        of participant: String, in conversation: String, deliveredUpTo: Int, readUpTo: Int
    ) async throws -> Bool {
        try await changing { db in
            try ChatRows.noteReceipt(participant, conversation, deliveredUpTo, readUpTo, db)
        }
    }

    private func known(_ new: NewChatMessage, _ db: Database) throws -> ChatAddition? {
        guard let known = try ChatRows.message(new.id, in: new.conversation, database.seal, db) else { return nil }
        return known.sender == new.sender ? .known(known) : .taken
    }

    private func insert(_ new: NewChatMessage, _ db: Database) throws -> ChatMessage {
        let revision = try ChatRows.nextRevision(of: new.conversation, db)
        let sequence =
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        UPDATE chat_conversations SET last_sequence = last_sequence + 1, updated_at = ?, touched = ?
                        WHERE id = ? RETURNING last_sequence
                        """), arguments: [new.sentAt.milliseconds, revision, new.conversation]) ?? 0
        try db.cachedStatement(
            sql: "INSERT INTO chat_messages (\(ChatRows.messageColumns)) VALUES (?, ?, ?, ?, ?, ?, '{}', ?, ?, ?, ?)"
        ).execute(arguments: [
            new.conversation, sequence, new.id, new.sender, new.sentAt.milliseconds,
            ChatRows.closed(new.parts, database.seal),
            new.heard.map { ChatRows.closed($0.json, database.seal) }, new.heard == nil ? nil : false, revision,
            revision,
        ])
        // A participant who writes has read everything before.
        _ = try ChatRows.noteReceipt(new.sender, new.conversation, sequence, sequence, isOwn: true, db)
        return ChatMessage(
            conversation: new.conversation, sequence: sequence, id: new.id, sender: new.sender, sentAt: new.sentAt,
            parts: new.parts, hearing: new.heard.map { .waiting($0) } ?? .notForIt, firstRevision: revision,
            revision: revision)
    }
}
