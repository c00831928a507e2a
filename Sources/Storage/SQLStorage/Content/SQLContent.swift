public import Channels
public import ConversationRuntime
import Databases
public import Expressions
import Files
public import Foundation
import ServerMetrics

/// Files of customers, and uploads that are under way.
public struct SQLContent: UploadStore {
    let database: StoredData

    var files: ContentFiles { database.files }
    var keys: FileKeys { FileKeys(seal: database.seal, files: database.files) }
    var room: ContentRoom { ContentRoom(limits: database.limits) }

    public var workFolder: String { files.workFolder }

    public func content(_ id: String) async throws -> StoredContent? {
        try await database.read { try ContentRows.content(id, database.seal, $0) }
    }

    public func contents(of conversation: ConversationKey, limit: Int) async throws -> [StoredContent] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(ContentRows.columns) FROM content
                    WHERE customer = ? AND business = ? AND channel = ? AND COALESCE(sender, '') <> ?
                    ORDER BY stored_at, id LIMIT ?
                    """,
                arguments: [
                    conversation.customer, conversation.business, conversation.channel, ChatCustomer.bot, limit,
                ]
            ).map { try StoredContent(row: $0, database.seal) }
        }
    }

    public func contents(sentBy customer: String) async throws -> [StoredContent] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(ContentRows.columns) FROM content
                    WHERE sender = ?1 OR (customer = ?1 AND sender IS NULL)
                    ORDER BY stored_at, id
                    """, arguments: [customer]
            ).map { try StoredContent(row: $0, database.seal) }
        }
    }

    public func checkRoom(for bytes: Int, largest: Int, in conversation: ConversationKey) async throws {
        let content = NewContent.measured(in: conversation)
        try await countingRefusals {
            try files.checkSpace(for: largest)
            if let lack = try await database.read({ try room.lack(of: max(0, bytes), for: content, $0) }) { throw lack }
        }
    }

    public func keep(_ content: NewContent, from path: String) async throws -> StoredContent {
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let kept = try await self.content(content.id) { return try kept.given(to: content.conversation) }
        let name = UUID().uuidString.lowercased()
        let key = try keys.key(of: name, isPrivate: content.isPrivate)
        do {
            return try await countingRefusals {
                let facts = try await files.write(path, as: name, sealedWith: key)
                return try await enter(
                    StoredContent(content, size: facts.size, checksum: facts.checksum, file: name))
            }
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        } catch {
            await files.discard([name])
            throw error
        }
    }

    public func read(_ content: StoredContent, _ take: (Data) async throws -> Void) async throws {
        do {
            try await files.read(
                content.file, expecting: .init(size: content.size, checksum: content.checksum),
                sealedWith: try await keys.openingKey(of: content), take)
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        }
    }

    public func forgetContent(at moment: Moment, limit: Int) async throws -> Int {
        let names = try await database.perform { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, file FROM content WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for row in rows {
                for sql in ["DELETE FROM content WHERE id = ?", "DELETE FROM downloads WHERE content = ?"] {
                    try db.execute(sql: sql, arguments: [row[0] as String])
                }
            }
            let names = rows.map { $0[1] as String }
            try ContentPieces.remove(names, db)
            return names
        }
        files.folder.remove(names)
        try await files.pieces.sweep()
        return names.count
    }

    /// Records a file that is on the disk, but only if its conversation exists: a customer who was erased while the
    /// file was being transferred must not reappear.
    private func enter(_ content: StoredContent) async throws -> StoredContent {
        let details = content.content.details(database.seal)
        let (key, facts) = (content.content.conversation, content.content)
        let (isEntered, lack) = try await database.perform { db -> (Bool, ContentError?) in
            if let lack = try room.lack(of: content.size, for: facts, db) { return (false, lack) }
            try db.execute(
                sql: """
                    INSERT INTO content (\(ContentRows.columns))
                    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS
                        (SELECT 1 FROM sessions WHERE channel = ? AND customer = ? AND business = ?)
                    """,
                arguments: [
                    facts.id, key.channel, key.customer, key.business, details, facts.storedAt.milliseconds,
                    facts.expiresAt.milliseconds, facts.isPrivate, facts.chat, facts.sender, content.size,
                    content.checksum,
                    content.file, key.channel, key.customer, key.business,
                ])
            guard db.changesCount == 1 else { return (false, nil) }
            try ContentPieces.adopt(content.file, db)
            return (true, nil)
        }
        if isEntered { return content }
        await files.discard([content.file])
        if let lack { throw lack }
        guard let kept = try await self.content(facts.id) else { throw ContentError.noConversation }
        return try kept.given(to: key)
    }

    /// Runs an operation that may store bytes, and counts refusals for lack of space.
    func countingRefusals<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as ContentError {
            if let way = RefusedContent(error) { database.refusals.add(to: way) }
            throw error
        }
    }
}
