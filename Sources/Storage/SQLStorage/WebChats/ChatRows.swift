import Channels
import ConversationRuntime
import Databases
import Expressions
import JSON
import MessageModel

/// The rows of the web chat.
enum ChatRows {
    // Revisions.

    /// The revision for a change in a conversation: higher than that of every customer who takes part in it, and than
    /// all earlier ones of the conversation. It becomes the revision of those customers, whose rows are held until the
    /// commit, so that a customer's revisions are in the order of their commits.
    static func nextRevision(of conversation: String, _ db: Database) throws -> Int {
        let present = "SELECT customer FROM chat_participants WHERE conversation = ?1 AND has_left = 0"
        let highest = try db.cachedStatement(
            sql: """
                SELECT revision FROM chat_customers WHERE id IN (\(present))
                UNION ALL SELECT touched FROM chat_conversations WHERE id = ?1
                """)
        let revision = (try Int.fetchAll(highest, arguments: [conversation]).max() ?? 0) + 1
        try db.cachedStatement(sql: "UPDATE chat_customers SET revision = ?2 WHERE id IN (\(present))")
            .execute(arguments: [conversation, revision])
        return revision
    }

    /// The current revision of a customer.
    static func revision(of customer: String, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT revision FROM chat_customers WHERE id = ?"), arguments: [customer]) ?? 0
    }

    // Conversations.

    /// A conversation with all of its participants.
    static func conversation(_ id: String, _ db: Database) throws -> ChatConversation? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT customer, business, distinct_key IS NOT NULL, metadata, created_at, last_sequence, revision
                FROM chat_conversations WHERE id = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
        return ChatConversation(
            id: id, key: ConversationKey(channel: "web", customer: row[0], business: row[1]), isDistinct: row[2],
            metadata: try JSONValue(parsing: row[3] as String).object ?? [:], createdAt: Moment(milliseconds: row[4]),
            participants: try participants(of: id, db), lastSequence: row[5], revision: row[6])
    }

    private static func participants(of conversation: String, _ db: Database) throws -> [ChatParticipant] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.customer, c.name, c.language, c.role, p.has_left, p.since, p.delivered_up_to, p.read_up_to,
                    p.joined_revision, p.revision
                FROM chat_participants p LEFT JOIN chat_customers c ON c.id = p.customer
                WHERE p.conversation = ? ORDER BY p.position
                """)
        return try Row.fetchAll(statement, arguments: [conversation]).map { row in
            ChatParticipant(
                id: row[0], name: row[1], language: row[2],
                role: (row[3] as String?).flatMap(ChatCustomer.Role.init) ?? .customer, hasLeft: row[4], since: row[5],
                deliveredUpTo: row[6], readUpTo: row[7], joinedRevision: row[8], revision: row[9])
        }
    }

    /// Deletes a conversation with everything that belongs to it.
    static func forget(_ conversation: String, _ db: Database) throws {
        for table in ["chat_messages", "chat_participants"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE conversation = ?")
                .execute(arguments: [conversation])
        }
        try db.cachedStatement(sql: "DELETE FROM chat_conversations WHERE id = ?").execute(arguments: [conversation])
        try db.cachedStatement(sql: "DELETE FROM downloads WHERE chat = ?").execute(arguments: [conversation])
        try ContentRows.expire(ofChat: conversation, db)
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
        let revision = isNews ? try nextRevision(of: conversation, db) : nil
        try db.cachedStatement(
            sql: """
                UPDATE chat_participants SET delivered_up_to = ?, read_up_to = ?, revision = COALESCE(?, revision)
                WHERE conversation = ? AND customer = ?
                """
        ).execute(arguments: [now, readNow, revision, conversation, participant])
        if let revision { try touch(conversation, revision, db) }
        return isNews
    }

    // Messages.

    static let messageColumns =
        "conversation, sequence, id, sender, sent_at, parts, state_types, heard, is_heard, first_revision, revision"

    /// From `messageColumns`.
    static func message(_ row: Row, _ seal: Seal) throws -> ChatMessage {
        let heard = try (row[7] as String?).map { try Heard(json: seal.opened(JSONValue(parsing: $0))) }
        let isHeard: Bool? = row[8]
        return ChatMessage(
            conversation: row[0], sequence: row[1], id: row[2], sender: row[3], sentAt: Moment(milliseconds: row[4]),
            parts: try seal.opened(JSONValue(parsing: row[5] as String)),
            stateTypes: try JSONValue(parsing: row[6] as String).object ?? [:],
            hearing: isHeard == false ? heard.map { .waiting($0) } ?? .notForIt : isHeard == true ? .done : .notForIt,
            firstRevision: row[9], revision: row[10])
    }

    static func message(
        _ id: String, in conversation: String, _ seal: Seal, _ db: Database
    ) throws -> ChatMessage? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(messageColumns) FROM chat_messages WHERE conversation = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [conversation, id]).map { try message($0, seal) }
    }

    static func write(
        _ changed: ChatAnswer.Changed, to message: ChatMessage, _ seal: Seal, _ db: Database
    ) throws {
        let revision = try nextRevision(of: message.conversation, db)
        try db.cachedStatement(
            sql: """
                UPDATE chat_messages SET parts = ?, state_types = ?, revision = ? WHERE conversation = ? AND sequence = ?
                """
        ).execute(arguments: [
            closed(changed.parts, seal), JSONValue.object(changed.stateTypes).text, revision, message.conversation,
            message.sequence,
        ])
        try touch(message.conversation, revision, db)
    }

    /// The stored form of what participants write to each other: sealed, so that it cannot be read from the file.
    static func closed(_ json: JSONValue, _ seal: Seal) -> String {
        seal.hasKey ? seal.closed(json, shown: [:]).text : json.text
    }
}
