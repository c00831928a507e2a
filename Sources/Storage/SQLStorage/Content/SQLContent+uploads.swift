import Channels
public import ConversationRuntime
import Databases
public import Expressions
import Files
public import Foundation

/// Files that arrive in pieces.
extension SQLContent {
    public func announce(_ upload: NewUpload, quota: Int) async throws -> Upload {
        if let begun = try await known(upload) { return begun }
        try await countingRefusals {
            try files.checkSpace(for: upload.size)
            if let lack = try await enter(upload, quota: quota) { throw lack }
        }
        guard let begun = try await known(upload) else { throw ContentError.noConversation }
        return begun
    }

    /// Records an announced file. Returns the limit it would exceed, if there is no space for it.
    private func enter(_ upload: NewUpload, quota: Int) async throws -> ContentError? {
        let (content, size) = (upload.content, upload.size)
        let (details, file) = (content.details(database.seal), UUID().uuidString.lowercased())
        return try await database.perform { db in
            if let lack = try room.lack(of: size, for: content, quota: quota, db) { return lack }
            try db.execute(
                sql: """
                    INSERT INTO uploads
                    (id, channel, customer, business, details, begun_at, expires_at, chat, sender, size, file)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    content.id, content.conversation.channel, content.conversation.customer,
                    content.conversation.business, details, content.storedAt.milliseconds,
                    content.expiresAt.milliseconds, content.chat, content.sender, size, file,
                ])
            return nil
        }
    }

    /// The file that already has this id; it must be the same file in the same place.
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

    public func upload(_ id: String) async throws -> Upload? {
        try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT \(ContentRows.uploadColumns) FROM uploads WHERE id = ?", arguments: [id])
                .map {
                    try Upload(row: $0, database.seal, files, db)
                }
        }
    }

    public func append<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, to upload: Upload, at start: Int
    ) async throws -> Int where Pieces.Element == Data {
        try await database.turns.writing(upload.file) { turn in
            guard try await isUnderWay(upload) else { return upload.size }
            let received = try await onDisk {
                try await files.append(pieces, to: upload.file, at: start, upTo: upload.size, turn)
            }
            guard try await isUnderWay(upload) else {
                files.removeGrowing(upload.file)
                return upload.size
            }
            return received
        }
    }

    /// Whether bytes of a file are still needed; `false` when it is complete.
    ///
    /// - Throws: `ContentError.noConversation` when it no longer exists.
    private func isUnderWay(_ upload: Upload) async throws -> Bool {
        if try await self.upload(upload.content.id)?.file == upload.file { return true }
        guard try await content(upload.content.id) != nil else {
            files.removeGrowing(upload.file)
            throw ContentError.noConversation
        }
        return false
    }

    public func complete(_ upload: Upload, at moment: Moment, until end: Moment) async throws -> StoredContent {
        try await database.turns.finishing(upload.file) {
            if try await self.upload(upload.content.id)?.file == upload.file {
                try await finish(upload, at: moment, until: end)
            }
            // A customer erased meanwhile has no upload any more, and no file is stored.
            guard let kept = try await content(upload.content.id) else { throw ContentError.noConversation }
            return kept
        }
    }

    private func finish(_ upload: Upload, at moment: Moment, until end: Moment) async throws {
        let (facts, writer) = try await onDisk { try await files.settle(upload.file) }
        guard facts.size == upload.size else { throw ContentError.gap(received: facts.size) }
        try await onDisk { try files.finish(upload.file) }
        do {
            try await enter(upload, facts, by: writer, at: moment, until: end)
        } catch {
            // A file that the database did not accept is still an upload in progress. After a crash, the next start
            // does the same.
            try? files.reopen(upload.file)
            throw error
        }
    }

    private func enter(
        _ upload: Upload, _ facts: ContentFiles.Facts, by writer: String?, at moment: Moment, until end: Moment
    ) async throws {
        try await database.perform { db in
            try db.execute(
                sql: """
                    INSERT INTO content (\(ContentRows.columns))
                    SELECT id, channel, customer, business, details, ?, ?, 0, chat, sender, size, ?, file
                    FROM uploads WHERE id = ? AND COALESCE(writer, '') = COALESCE(?, writer, '')
                    """,
                arguments: [moment.milliseconds, end.milliseconds, facts.checksum, upload.content.id, writer])
            if db.changesCount == 0, try ContentRows.isUnderWay(upload, db) { throw ContentError.superseded }
            try db.execute(sql: "DELETE FROM uploads WHERE id = ?", arguments: [upload.content.id])
        }
    }

    /// Runs an operation on the disk, converting its errors to `ContentError`.
    private func onDisk<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await countingRefusals {
            do {
                return try await work()
            } catch let error as FileError {
                throw ContentError.disk("\(error)")
            }
        }
    }

    public func giveUp(_ upload: Upload) async throws {
        try await database.turns.finishing(upload.file) {
            try await database.perform { db in
                try db.execute(
                    sql: "DELETE FROM uploads WHERE id = ? AND file = ?", arguments: [upload.content.id, upload.file])
                if db.changesCount == 1 { try ContentPieces.remove([upload.file], db) }
            }
            // The upload may have been completed meanwhile; its file is kept then.
            files.removeGrowing(upload.file)
        }
    }

    public func uploads(in chat: String, limit: Int) async throws -> [Upload] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT \(ContentRows.uploadColumns) FROM uploads WHERE chat = ? ORDER BY begun_at, id LIMIT ?",
                arguments: [chat, limit]
            ).map { try Upload(row: $0, database.seal, files, db) }
        }
    }

    public func contents(in chat: String, limit: Int) async throws -> [StoredContent] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(ContentRows.columns) FROM content WHERE chat = ? ORDER BY stored_at DESC, id DESC LIMIT ?
                    """, arguments: [chat, limit]
            ).map { try StoredContent(row: $0, database.seal) }
        }
    }

    public func forgetUploads(at moment: Moment, limit: Int) async throws -> Int {
        let names = try await database.perform { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, file FROM uploads WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
                arguments: [moment.milliseconds, limit])
            for row in rows {
                try db.execute(sql: "DELETE FROM uploads WHERE id = ?", arguments: [row[0] as String])
            }
            let names = rows.map { $0[1] as String }
            try ContentPieces.remove(names, db)
            return names
        }
        files.folder.remove(names)
        return names.count
    }
}
