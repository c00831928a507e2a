public import ConversationRuntime
public import Expressions
import GRDB
public import JSON
import MessageModel

extension SQLiteSessionStore {
    public func add(_ message: NewChatMessage) async throws -> ChatAddition {
        try await changing { db in
            if let known = try self.known(message, db) { return known }
            guard try Self.conversation(message.conversation, db)?.member(message.sender) != nil else {
                return .notFound
            }
            return .added(try self.insert(message, db))
        }
    }

    public func respond(
        with response: NewChatMessage, to message: String,
        _ reduce: @escaping @Sendable (ChatMessage, ChatConversation) throws(ChatRefusal) -> ChatAnswer
    ) async throws -> ChatAddition {
        try await changing { db in
            if let known = try self.known(response, db) { return known }
            guard let conversation = try Self.conversation(response.conversation, db),
                conversation.member(response.sender) != nil,
                let target = try self.message(message, in: response.conversation, db)
            else { return .notFound }
            let answer = try reduce(target, conversation)
            if let changed = answer.changed { try self.write(changed, to: target, db) }
            var response = response
            response.parts = answer.parts
            response.heard = answer.heard
            return .added(try self.insert(response, db))
        }
    }

    public func change(
        _ message: String, in conversation: String, _ change: @escaping @Sendable (ChatMessage) -> JSONValue?
    ) async throws -> ChatMessage? {
        try await changing { db in
            guard let known = try self.message(message, in: conversation, db), let parts = change(known) else {
                return nil
            }
            try self.write(ChatAnswer.Changed(parts: parts, stateTypes: known.stateTypes), to: known, db)
            return try self.message(message, in: conversation, db)
        }
    }

    public func chatMessage(_ id: String, in conversation: String) async throws -> ChatMessage? {
        try await read { try self.message(id, in: conversation, $0) }
    }

    public func chatMessages(since moment: Moment, limit: Int) async throws -> [ChatMessage] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.messageColumns) FROM chat_messages
                    WHERE sent_at >= ?1
                        AND conversation IN (SELECT id FROM chat_conversations WHERE updated_at >= ?1)
                    ORDER BY sent_at DESC, first_revision DESC LIMIT ?2
                    """, arguments: [moment.milliseconds, limit]
            ).map(self.message).reversed()
        }
    }

    public func chatMessages(
        in conversation: String, after: Int, before: Int?, limit: Int
    ) async throws -> (messages: [ChatMessage], revision: Int) {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.messageColumns) FROM chat_messages
                    WHERE conversation = ? AND sequence > ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
                    """)
            let rows = try Row.fetchAll(statement, arguments: [conversation, after, before ?? Int.max, limit])
            return (try rows.reversed().map { try self.message($0) }, try Self.revision(db))
        }
    }

    public func noteReceipt(
        of participant: String, in conversation: String, deliveredUpTo: Int, readUpTo: Int
    ) async throws -> Bool {
        try await changing { db in
            try Self.noteReceipt(participant, conversation, deliveredUpTo, readUpTo, db)
        }
    }

    // Rows.

    static let messageColumns =
        "conversation, sequence, id, sender, sent_at, parts, state_types, heard, is_heard, first_revision, revision"

    /// From `messageColumns`.
    func message(_ row: Row) throws -> ChatMessage {
        let heard = try (row[7] as String?).map { try Heard(json: seal.opened(JSONValue(parsing: $0))) }
        let isHeard: Bool? = row[8]
        return ChatMessage(
            conversation: row[0], sequence: row[1], id: row[2], sender: row[3], sentAt: Moment(milliseconds: row[4]),
            parts: try seal.opened(JSONValue(parsing: row[5] as String)),
            stateTypes: try JSONValue(parsing: row[6] as String).object ?? [:],
            hearing: isHeard == false ? heard.map { .waiting($0) } ?? .notForIt : isHeard == true ? .done : .notForIt,
            firstRevision: row[9], revision: row[10])
    }

    func message(_ id: String, in conversation: String, _ db: Database) throws -> ChatMessage? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.messageColumns) FROM chat_messages WHERE conversation = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [conversation, id]).map(message)
    }

    private func known(_ new: NewChatMessage, _ db: Database) throws -> ChatAddition? {
        guard let known = try message(new.id, in: new.conversation, db) else { return nil }
        return known.sender == new.sender ? .known(known) : .taken
    }

    private func insert(_ new: NewChatMessage, _ db: Database) throws -> ChatMessage {
        let revision = try Self.nextRevision(db)
        let sequence =
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        UPDATE chat_conversations SET last_sequence = last_sequence + 1, updated_at = ?, touched = ?
                        WHERE id = ? RETURNING last_sequence
                        """), arguments: [new.sentAt.milliseconds, revision, new.conversation]) ?? 0
        try db.cachedStatement(
            sql: "INSERT INTO chat_messages (\(Self.messageColumns)) VALUES (?, ?, ?, ?, ?, ?, '{}', ?, ?, ?, ?)"
        ).execute(arguments: [
            new.conversation, sequence, new.id, new.sender, new.sentAt.milliseconds, closed(new.parts),
            new.heard.map { closed($0.json) }, new.heard == nil ? nil : false, revision, revision,
        ])
        // A participant who writes has read everything before.
        _ = try Self.noteReceipt(new.sender, new.conversation, sequence, sequence, isOwn: true, db)
        return ChatMessage(
            conversation: new.conversation, sequence: sequence, id: new.id, sender: new.sender, sentAt: new.sentAt,
            parts: new.parts, hearing: new.heard.map { .waiting($0) } ?? .notForIt, firstRevision: revision,
            revision: revision)
    }

    func write(_ changed: ChatAnswer.Changed, to message: ChatMessage, _ db: Database) throws {
        let revision = try Self.nextRevision(db)
        try db.cachedStatement(
            sql: """
                UPDATE chat_messages SET parts = ?, state_types = ?, revision = ? WHERE conversation = ? AND sequence = ?
                """
        ).execute(arguments: [
            closed(changed.parts), JSONValue.object(changed.stateTypes).text, revision, message.conversation,
            message.sequence,
        ])
        try Self.touch(message.conversation, revision, db)
    }

    /// The stored form of what participants write to each other: sealed, so that it cannot be read from the file.
    private func closed(_ json: JSONValue) -> String {
        seal.hasKey ? seal.closed(json, shown: [:]).text : json.text
    }

    /// Records that something in a conversation has changed.
    static func touch(_ conversation: String, _ revision: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE chat_conversations SET touched = ? WHERE id = ?")
            .execute(arguments: [revision, conversation])
    }

    /// - Parameter isOwn: whether the last message is the participant's own, so that no other participant needs to be
    ///   notified.
    static func noteReceipt(
        _ participant: String, _ conversation: String, _ delivered: Int, _ read: Int, isOwn: Bool = false,
        _ db: Database
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.delivered_up_to, p.read_up_to, c.last_sequence
                FROM chat_participants p JOIN chat_conversations c ON c.id = p.conversation
                WHERE p.conversation = ? AND p.customer = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [conversation, participant]) else { return false }
        let (before, readBefore, last): (Int, Int, Int) = (row[0], row[1], row[2])
        let readNow = max(readBefore, min(read, last))
        let now = max(before, min(delivered, last), readNow)
        guard now > before || readNow > readBefore else { return false }
        let isNews = !isOwn || readBefore < last - 1
        let revision = isNews ? try nextRevision(db) : nil
        try db.cachedStatement(
            sql: """
                UPDATE chat_participants SET delivered_up_to = ?, read_up_to = ?, revision = COALESCE(?, revision)
                WHERE conversation = ? AND customer = ?
                """
        ).execute(arguments: [now, readNow, revision, conversation, participant])
        if let revision { try touch(conversation, revision, db) }
        return isNews
    }
}
