public import Channels
public import ConversationRuntime
import Databases
public import Expressions
import JSON

/// Conversations and their members.
extension SQLWebChats {
    public func begin(
        _ conversation: NewChatConversation
    ) async throws -> (conversation: ChatConversation, isNew: Bool) {
        try await changing { db in
            let key = conversation.isDistinct ? conversation.participants.sorted().joined(separator: "\n") : nil
            if let key, let known = try Self.distinctConversation(key, of: conversation.key, db) {
                try Self.comeBack(conversation.participants[0], known, db)
                return (try ChatRows.conversation(known.id, db) ?? known, false)
            }
            try Self.insert(conversation, key, db)
            guard let begun = try ChatRows.conversation(conversation.id, db) else {
                preconditionFailure("a conversation is gone that was just written")
            }
            return (begun, true)
        }
    }

    public func chatConversation(_ id: String) async throws -> ChatConversation? {
        try await database.read { try ChatRows.conversation(id, $0) }
    }

    public func chatConversation(of key: ConversationKey) async throws -> ChatConversation? {
        try await database.read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id FROM chat_conversations WHERE customer = ? AND business = ?")
            return try String.fetchOne(statement, arguments: [key.customer, key.business])
                .flatMap { try ChatRows.conversation($0, db) }
        }
    }

    public func chatConversations(
        of customer: String, limit: Int
    ) async throws -> (conversations: [ChatConversation], revision: Int) {
        try await database.read { db in
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT c.id FROM chat_participants p JOIN chat_conversations c ON c.id = p.conversation
                    WHERE p.customer = ? AND p.has_left = 0 ORDER BY c.updated_at DESC, c.id LIMIT ?
                    """, arguments: [customer, limit])
            return (try ids.compactMap { try ChatRows.conversation($0, db) }, try ChatRows.revision(of: customer, db))
        }
    }

    public func chatConversations(everOf customer: String) async throws -> [ChatConversation] {
        try await database.read { db in
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT c.id FROM chat_participants p JOIN chat_conversations c ON c.id = p.conversation
                    WHERE p.customer = ? ORDER BY c.created_at, c.id
                    """, arguments: [customer])
            return try ids.compactMap { try ChatRows.conversation($0, db) }
        }
    }

    public func join(
        _ customer: String, _ conversation: String, at moment: Moment, most: Int
    ) async throws -> Bool {
        try await changing { db in
            guard let known = try ChatRows.conversation(conversation, db) else { return false }
            if known.member(customer) != nil { return true }
            guard known.present.count < most else { return false }
            try db.cachedStatement(
                sql: """
                    INSERT INTO chat_participants (conversation, customer, position, joined_revision, revision)
                    VALUES (?, ?, ?, 0, 0)
                    ON CONFLICT (conversation, customer) DO UPDATE SET has_left = 0, since = 0
                    """
            ).execute(arguments: [conversation, customer, known.participants.count])
            try Self.noteJoined(customer, conversation, db)
            return true
        }
    }

    public func leave(_ customer: String, _ conversation: String) async throws -> Bool {
        try await changing { db in
            guard try ChatRows.conversation(conversation, db)?.member(customer) != nil else { return false }
            let revision = try ChatRows.nextRevision(of: conversation, db)
            try db.cachedStatement(
                sql: "UPDATE chat_participants SET has_left = 1, revision = ? WHERE conversation = ? AND customer = ?"
            ).execute(arguments: [revision, conversation, customer])
            try Self.change(conversation, revision, db)
            return true
        }
    }

    /// The existing conversation of the same participants.
    ///
    /// A conversation whose session is the customer's own also counts when it has lost its key, as happened in the past
    /// when an invited guest was erased; it gets its key back.
    private static func distinctConversation(
        _ key: String, of session: ConversationKey, _ db: Database
    ) throws -> ChatConversation? {
        let known = try String.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM chat_conversations WHERE distinct_key = ?"), arguments: [key])
        if let known { return try ChatRows.conversation(known, db) }
        let own = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    UPDATE chat_conversations SET distinct_key = ?
                    WHERE customer = ? AND business = ? AND distinct_key IS NULL RETURNING id
                    """), arguments: [key, session.customer, session.business])
        return try own.flatMap { try ChatRows.conversation($0, db) }
    }

    /// Readmits a participant who had left, without showing them earlier messages.
    private static func comeBack(_ customer: String, _ conversation: ChatConversation, _ db: Database) throws {
        guard conversation.participant(customer)?.hasLeft == true else { return }
        try db.cachedStatement(
            sql: """
                UPDATE chat_participants SET has_left = 0, since = ?1, delivered_up_to = ?1, read_up_to = ?1
                WHERE conversation = ?2 AND customer = ?3
                """
        ).execute(arguments: [conversation.lastSequence, conversation.id, customer])
        try noteJoined(customer, conversation.id, db)
    }

    /// Gives a customer who has just been added the revision of the change.
    private static func noteJoined(_ customer: String, _ conversation: String, _ db: Database) throws {
        let revision = try ChatRows.nextRevision(of: conversation, db)
        try db.cachedStatement(
            sql: """
                UPDATE chat_participants SET joined_revision = ?1, revision = ?1 WHERE conversation = ?2 AND customer = ?3
                """
        ).execute(arguments: [revision, conversation, customer])
        try change(conversation, revision, db)
    }

    private static func insert(_ new: NewChatConversation, _ key: String?, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO chat_conversations
                    (id, customer, business, distinct_key, metadata, created_at, updated_at, revision, touched)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)
                """
        ).execute(arguments: [
            new.id, new.key.customer, new.key.business, key, JSONValue.object(new.metadata).text,
            new.at.milliseconds, new.at.milliseconds,
        ])
        for (position, customer) in new.participants.enumerated() {
            try db.cachedStatement(
                sql: """
                    INSERT INTO chat_participants (conversation, customer, position, joined_revision, revision)
                    VALUES (?, ?, ?, 0, 0)
                    """
            ).execute(arguments: [new.id, customer, position])
        }
        let revision = try ChatRows.nextRevision(of: new.id, db)
        try db.cachedStatement(
            sql: "UPDATE chat_participants SET joined_revision = ?1, revision = ?1 WHERE conversation = ?2"
        ).execute(arguments: [revision, new.id])
        try change(new.id, revision, db)
    }

    /// Records that a conversation itself has changed.
    private static func change(_ conversation: String, _ revision: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE chat_conversations SET revision = ?, touched = ? WHERE id = ?")
            .execute(arguments: [revision, revision, conversation])
    }
}
