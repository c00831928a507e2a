public import ConversationRuntime
import Databases
import Files
public import Foundation

/// Downloads of stored files.
extension SQLContent {
    public func read(
        _ content: StoredContent, _ range: Range<Int>, _ take: (Data) async throws -> Void
    ) async throws {
        precondition(range.lowerBound >= 0 && range.upperBound <= content.size, "a range lies within its file")
        do {
            try await files.read(
                content.file, range, of: content.size,
                sealedWith: try await keys.openingKey(of: content), take)
        } catch let error as FileError {
            throw ContentError.disk("\(error)")
        }
    }

    public func seal(_ content: StoredContent) async throws -> StoredContent {
        guard !content.content.isPrivate else { return content }
        var sealed = content
        sealed.content.isPrivate = true
        sealed.file = UUID().uuidString.lowercased()
        let (details, id, name) = (sealed.content.details(database.seal), content.content.id, sealed.file)
        let key = try keys.key(of: name, isPrivate: true)
        do {
            let facts = try await countingRefusals {
                try await files.copy(content.file, as: name, sealedWith: key)
            }
            guard facts.checksum == content.checksum else { throw ContentError.damaged }
            let isSealed = try await database.perform { db in
                try db.execute(
                    sql: "UPDATE content SET private = 1, details = ?, file = ? WHERE id = ? AND private = 0",
                    arguments: [details, name, id])
                guard db.changesCount == 1 else { return false }
                try ContentPieces.remove([content.file], db)
                try ContentPieces.adopt(name, db)
                return true
            }
            if isSealed { files.folder.remove([content.file]) } else { await files.discard([name]) }
        } catch let error as FileError {
            await files.discard([name])
            throw ContentError.disk("\(error)")
        } catch {
            await files.discard([name])
            throw error
        }
        guard let kept = try await self.content(id) else { throw ContentError.noConversation }
        return kept
    }

    public func noteDownload(
        of content: String, in chat: String?, by viewer: String, bytes: Int
    ) async throws -> Bool {
        try await database.perform { db in
            try db.execute(
                sql: """
                    INSERT INTO downloads (content, viewer, received, chat)
                    SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM content WHERE id = ?1)
                        OR EXISTS (SELECT 1 FROM chat_conversations WHERE id = ?4)
                    ON CONFLICT (content, viewer) DO UPDATE SET received = excluded.received
                    WHERE excluded.received > downloads.received
                    """, arguments: [content, viewer, bytes, chat])
            return db.changesCount == 1
        }
    }

    public func forgetDownload(of content: String, by viewer: String) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "DELETE FROM downloads WHERE content = ? AND viewer = ?", arguments: [content, viewer])
        }
    }

    public func downloads(of contents: [String], by viewer: String) async throws -> [String: Int] {
        guard !contents.isEmpty else { return [:] }
        let places = repeatElement("?", count: contents.count).joined(separator: ", ")
        return try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT content, received FROM downloads WHERE viewer = ? AND content IN (\(places))",
                arguments: Arguments([viewer] + contents))
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }
}
