import Channels
public import ConversationRuntime
public import Expressions
import Files
public import Foundation
import GRDB
import Synchronization

extension SQLiteSessionStore: UploadStore {
    static let uploadColumns =
        "id, channel, customer, business, details, begun_at, expires_at, 0, chat, sender, size, file"

    public func announce(_ upload: NewUpload, quota: Int) async throws -> Upload {
        if let begun = try await known(upload) { return begun }
        let (content, size) = (upload.content, upload.size)
        let (details, file) = (content.details(seal), UUID().uuidString.lowercased())
        let hasRoom = Mutex(false)
        try await perform { db in
            let fits = try Self.bytes(of: content.conversation.customer, db) + size <= quota
            hasRoom.withLock { $0 = fits }
            guard fits else { return }
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO uploads
                    (id, channel, customer, business, details, begun_at, expires_at, chat, sender, size, file)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    content.id, content.conversation.channel, content.conversation.customer,
                    content.conversation.business, details, content.storedAt.milliseconds,
                    content.expiresAt.milliseconds, content.chat, content.sender, size, file,
                ])
        }
        guard hasRoom.withLock({ $0 }) else { throw ContentError.noRoom }
        guard let begun = try await known(upload) else { throw ContentError.noConversation }
        return begun
    }

    /// What has this id already. It must be the same file in the same place.
    private func known(_ upload: NewUpload) async throws -> Upload? {
        var found = try await self.upload(upload.content.id)
        if found == nil, let kept = try await content(upload.content.id) {
            found = Upload(kept.content, size: kept.size, received: kept.size, file: kept.file)
        }
        guard let found else { return nil }
        let (known, new) = (found.content, upload.content)
        guard known.conversation == new.conversation, known.chat == new.chat, known.sender == new.sender,
            found.size == upload.size, known.kind == new.kind
        else { throw ContentError.taken }
        return found
    }

    /// What the files of a customer have together, those on their way as large as they will be.
    private static func bytes(of customer: String, _ db: Database) throws -> Int {
        let sql = """
            SELECT (SELECT COALESCE(SUM(size), 0) FROM uploads WHERE customer = ?)
                + (SELECT COALESCE(SUM(size), 0) FROM content WHERE customer = ?)
            """
        return try Int.fetchOne(db, sql: sql, arguments: [customer, customer]) ?? 0
    }

    public func upload(_ id: String) async throws -> Upload? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT \(Self.uploadColumns) FROM uploads WHERE id = ?", arguments: [id]).map {
                try Upload(row: $0, self.seal, self.folder)
            }
        }
    }

    public func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to upload: Upload, at start: Int
    ) async throws -> Int where Pieces.Element == Data {
        do {
            return try await folder.append(pieces, to: upload.file, at: start, upTo: upload.size)
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        }
    }

    public func complete(_ upload: Upload, at moment: Moment, until end: Moment) async throws -> StoredContent {
        let facts: ContentFolder.Facts
        do {
            facts = try await folder.settle(upload.file)
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        }
        guard facts.size == upload.size else { throw ContentError.gap(received: facts.size) }
        try await perform { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO content (\(Self.contentColumns))
                    SELECT id, channel, customer, business, details, ?, ?, 0, chat, sender, size, ?, file
                    FROM uploads WHERE id = ?
                    """,
                arguments: [moment.milliseconds, end.milliseconds, facts.checksum, upload.content.id])
            try db.execute(sql: "DELETE FROM uploads WHERE id = ?", arguments: [upload.content.id])
        }
        // Whoever was erased meanwhile has no upload any more, and gets no file.
        guard let kept = try await content(upload.content.id) else { throw ContentError.noConversation }
        return kept
    }

    public func giveUp(_ upload: Upload) async throws {
        try await perform { try $0.execute(sql: "DELETE FROM uploads WHERE id = ?", arguments: [upload.content.id]) }
        // It may have come whole meanwhile; then its file stays.
        if try await content(upload.content.id) == nil { folder.remove([upload.file]) }
    }

    public func uploads(in chat: String, limit: Int) async throws -> [Upload] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT \(Self.uploadColumns) FROM uploads WHERE chat = ? ORDER BY begun_at, id LIMIT ?",
                arguments: [chat, limit]
            ).map { try Upload(row: $0, self.seal, self.folder) }
        }
    }

    public func contents(in chat: String, limit: Int) async throws -> [StoredContent] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Self.contentColumns) FROM content WHERE chat = ? ORDER BY stored_at DESC, id DESC LIMIT ?
                    """, arguments: [chat, limit]
            ).map { try StoredContent(row: $0, self.seal) }
        }
    }

    public func forgetUploads(at moment: Moment, limit: Int) async throws -> Int {
        let files = Mutex<[String]>([])
        try await perform { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, file FROM uploads WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for row in rows {
                try db.execute(sql: "DELETE FROM uploads WHERE id = ?", arguments: [row[0] as String])
            }
            let names = rows.map { $0[1] as String }
            files.withLock { $0 = names }
        }
        let names = files.withLock { $0 }
        folder.remove(names)
        return names.count
    }
}

extension Upload {
    /// From the columns of a `NewContent`, then `size, file`; the rest is what lies on the disk.
    fileprivate init(row: Row, _ seal: Seal, _ folder: ContentFolder) throws {
        let file: String = row[11]
        self.init(try NewContent(row: row, seal), size: row[10], received: folder.size(of: file), file: file)
    }
}
