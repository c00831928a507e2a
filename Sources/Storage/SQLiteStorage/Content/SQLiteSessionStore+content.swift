public import Channels
public import ConversationRuntime
import Crypto
public import Expressions
import Files
public import Foundation
import GRDB
import JSON
import Synchronization

extension SQLiteSessionStore: ContentStore {
    static let contentColumns =
        "id, channel, customer, business, details, stored_at, expires_at, private, chat, sender, size, checksum, file"

    public var workFolder: String { folder.workFolder }

    public func content(_ id: String) async throws -> StoredContent? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT \(Self.contentColumns) FROM content WHERE id = ?", arguments: [id]).map {
                try StoredContent(row: $0, self.seal)
            }
        }
    }

    public func contents(of conversation: ConversationKey, limit: Int) async throws -> [StoredContent] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.contentColumns) FROM content
                    WHERE customer = ? AND business = ? AND channel = ? AND COALESCE(sender, '') <> ?
                    ORDER BY stored_at, id LIMIT ?
                    """,
                arguments: [
                    conversation.customer, conversation.business, conversation.channel, ChatCustomer.bot, limit,
                ]
            ).map { try StoredContent(row: $0, self.seal) }
        }
    }

    public func contents(sentBy customer: String) async throws -> [StoredContent] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.contentColumns) FROM content
                    WHERE sender = ?1 OR (customer = ?1 AND sender IS NULL)
                    ORDER BY stored_at, id
                    """, arguments: [customer]
            ).map { try StoredContent(row: $0, self.seal) }
        }
    }

    public func keep(_ content: NewContent, from path: String) async throws -> StoredContent {
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let kept = try await self.content(content.id) { return try kept.given(to: content.conversation) }
        let name = UUID().uuidString.lowercased()
        let key = try key(of: name, isPrivate: content.isPrivate)
        do {
            return try await countingRefusals {
                let facts = try await folder.write(path, as: name, sealedWith: key)
                return try await enter(
                    StoredContent(content, size: facts.size, checksum: facts.checksum, file: name))
            }
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        } catch {
            folder.remove([name])
            throw error
        }
    }

    public func read(_ content: StoredContent, _ take: (Data) async throws -> Void) async throws {
        do {
            try await folder.read(
                content.file, expecting: .init(size: content.size, checksum: content.checksum),
                sealedWith: try openingKey(of: content), take)
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        }
    }

    public func forgetContent(at moment: Moment, limit: Int) async throws -> Int {
        let files = Mutex<[String]>([])
        try await perform { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, file FROM content WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for row in rows {
                for sql in ["DELETE FROM content WHERE id = ?", "DELETE FROM downloads WHERE content = ?"] {
                    try db.execute(sql: sql, arguments: [row[0] as String])
                }
            }
            let names = rows.map { $0[1] as String }
            files.withLock { $0 = names }
        }
        let names = files.withLock { $0 }
        folder.remove(names)
        return names.count
    }

    /// Records a file that is on the disk, but only if its conversation exists: a customer who was erased while the
    /// file was being transferred must not reappear.
    private func enter(_ content: StoredContent) async throws -> StoredContent {
        let details = content.content.details(seal)
        let (key, facts) = (content.content.conversation, content.content)
        let outcome = Mutex<(isEntered: Bool, lack: ContentError?)>((false, nil))
        try await perform { db in
            let lack = try self.lack(of: content.size, for: facts, db)
            outcome.withLock { $0.lack = lack }
            guard lack == nil else { return }
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO content (\(Self.contentColumns))
                    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS
                        (SELECT 1 FROM sessions WHERE channel = ? AND customer = ? AND business = ?)
                    """,
                arguments: [
                    facts.id, key.channel, key.customer, key.business, details, facts.storedAt.milliseconds,
                    facts.expiresAt.milliseconds, facts.isPrivate, facts.chat, facts.sender, content.size,
                    content.checksum,
                    content.file, key.channel, key.customer, key.business,
                ])
            let isNew = db.changesCount == 1
            outcome.withLock { $0.isEntered = isNew }
        }
        if outcome.withLock({ $0.isEntered }) { return content }
        folder.remove([content.file])
        if let lack = outcome.withLock({ $0.lack }) { throw lack }
        guard let kept = try await self.content(facts.id) else { throw ContentError.noConversation }
        return try kept.given(to: key)
    }

    /// The key that seals a file; `nil` when it is not private.
    func key(of file: String, isPrivate: Bool) throws(ContentError) -> SymmetricKey? {
        guard isPrivate else { return nil }
        guard let key = seal.key(ofFile: file) else { throw .noKey }
        return key
    }

    /// The key with which a file was sealed; `nil` when it is not private.
    func openingKey(of content: StoredContent) throws -> SymmetricKey? {
        guard content.content.isPrivate else { return nil }
        let keys = seal.keys(ofFile: content.file)
        guard let newest = keys.first else { throw ContentError.noKey }
        return try keys.first { try folder.opens(content.file, sealedWith: $0) } ?? newest
    }

    /// Copies a private file to a new name, sealed with the newest key; returns `nil` when it is already sealed with
    /// that key.
    func sealAnew(_ content: StoredContent) async throws -> String? {
        guard content.content.isPrivate, let newest = seal.key(ofFile: content.file),
            let key = try openingKey(of: content),
            key != newest
        else { return nil }
        let name = UUID().uuidString.lowercased()
        try await folder.sealAnew(content.file, key, as: name, try self.key(of: name, isPrivate: true))
        return name
    }

    /// Marks the files of a chat conversation as expired, so that the next cleanup deletes them; inside a transaction.
    static func expireContent(ofChat conversation: String, _ db: Database) throws {
        for table in ["content", "uploads"] {
            try db.execute(sql: "UPDATE \(table) SET expires_at = 0 WHERE chat = ?", arguments: [conversation])
        }
    }

    /// Deletes the rows of a customer's files, inside a transaction. Returns their names on disk.
    static func eraseContent(of customer: String, _ db: Database) throws -> [String] {
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
        return names
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
