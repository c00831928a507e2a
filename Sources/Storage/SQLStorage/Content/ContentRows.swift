import Channels
import ConversationRuntime
import Databases
import Expressions
import JSON

/// The rows of customers' files and of uploads.
enum ContentRows {
    static let columns =
        "id, channel, customer, business, details, stored_at, expires_at, private, chat, sender, size, checksum, file"

    static let uploadColumns =
        "id, channel, customer, business, details, begun_at, expires_at, 0, chat, sender, size, file"

    static func content(_ id: String, _ seal: Seal, _ db: Database) throws -> StoredContent? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM content WHERE id = ?", arguments: [id]).map {
            try StoredContent(row: $0, seal)
        }
    }

    /// Marks the files of a chat conversation as expired, so that the next cleanup deletes them; inside a transaction.
    static func expire(ofChat conversation: String, _ db: Database) throws {
        for table in ["content", "uploads"] {
            try db.execute(sql: "UPDATE \(table) SET expires_at = 0 WHERE chat = ?", arguments: [conversation])
        }
    }

    /// Deletes the rows of a customer's files, inside a transaction. Returns their names on disk.
    static func erase(_ customer: String, _ db: Database) throws -> [String] {
        let names = try ["content", "uploads"].flatMap { table in
            try String.fetchAll(
                db, sql: "SELECT file FROM \(table) WHERE customer = ? OR sender = ?", arguments: [customer, customer])
        }
        try db.execute(
            sql: """
                DELETE FROM downloads WHERE viewer = ?
                    OR content IN (SELECT id FROM content WHERE customer = ? OR sender = ?)
                """, arguments: [customer, customer, customer])
        for table in ["content", "uploads"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE customer = ? OR sender = ?", arguments: [customer, customer])
        }
        try ContentPieces.remove(names, db)
        return names
    }

    static func isUnderWay(_ upload: Upload, _ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT 1 FROM uploads WHERE id = ?", arguments: [upload.content.id]) != nil
    }
}

extension NewContent {
    /// A placeholder for a file of which only the conversation is known.
    static func measured(in conversation: ConversationKey) -> NewContent {
        let never = Moment(milliseconds: 0)
        return NewContent(
            id: "", conversation: conversation, name: "", kind: "", storedAt: never, expiresAt: never)
    }

    /// From `id, channel, customer, business, details, stored_at, expires_at, private, chat, sender`. Without a key,
    /// the name of a private file is not revealed.
    init(row: Row, _ seal: Seal) throws {
        let stored = try JSONValue(parsing: row[4] as String)
        let details = seal.hasKey ? try seal.opened(stored) : stored
        self.init(
            id: row[0], conversation: ConversationKey(channel: row[1], customer: row[2], business: row[3]),
            name: details["name"]?.string ?? "(private)",
            kind: details["kind"]?.string ?? "application/octet-stream",
            storedAt: Moment(milliseconds: row[5]), expiresAt: Moment(milliseconds: row[6]), isPrivate: row[7],
            chat: row[8], sender: row[9])
    }

    /// Its name and kind as stored.
    func details(_ seal: Seal) -> String {
        let details: JSONValue = ["name": .string(name), "kind": .string(kind)]
        return seal.closed(details, shown: isPrivate ? Optional(JSONValue.object([:])) : nil).text
    }
}

extension StoredContent {
    /// From the columns of a `NewContent`, then `size, checksum, file`.
    init(row: Row, _ seal: Seal) throws {
        self.init(try NewContent(row: row, seal), size: row[10], checksum: row[11], file: row[12])
    }

    /// Returns itself; throws when it belongs to another conversation.
    func given(to conversation: ConversationKey) throws(ContentError) -> StoredContent {
        guard content.conversation == conversation else { throw .taken }
        return self
    }
}

extension Upload {
    /// From the columns of a `NewContent`, then `size, file`; the rest is read from where its bytes are.
    init(row: Row, _ seal: Seal, _ files: ContentFiles, _ db: Database) throws {
        let file: String = row[11]
        self.init(
            try NewContent(row: row, seal), size: row[10], received: try files.received(of: file, db), file: file)
    }
}
