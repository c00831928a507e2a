public import ConversationRuntime
import Databases
import Expressions

/// The texts on which authors work in the studio of a server.
public struct SQLDrafts: DraftStore {
    let database: StoredData

    // Saved texts.

    public func textHashes() async throws -> [String: String] {
        try await database.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT path, hash FROM flow_texts")
            return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
        }
    }

    public func texts() async throws -> [SavedText] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT path, content, hash, base, author, saved_at FROM flow_texts ORDER BY path"
            ).map { row in
                SavedText(
                    path: row[0], text: row[1], hash: row[2], base: row[3], author: row[4],
                    savedAt: Moment(milliseconds: row[5]))
            }
        }
    }

    public func save(
        _ text: SavedText, replacing hash: String?, removingDraftOf author: String?, recording entry: AuditEntry
    ) async throws -> Bool {
        try await database.change { db in
            if let hash {
                try db.execute(
                    sql: """
                        UPDATE flow_texts SET content = ?, hash = ?, base = ?, author = ?, saved_at = ?
                        WHERE path = ? AND hash = ?
                        """,
                    arguments: [
                        text.text, text.hash, text.base, text.author, text.savedAt.milliseconds, text.path, hash,
                    ])
            } else {
                try db.execute(
                    sql: """
                        INSERT INTO flow_texts (path, content, hash, base, author, saved_at) VALUES (?, ?, ?, ?, ?, ?)
                        ON CONFLICT DO NOTHING
                        """,
                    arguments: [
                        text.path, text.text, text.hash, text.base, text.author, text.savedAt.milliseconds,
                    ])
            }
            guard db.changesCount == 1 else { return false }
            if let author { try DraftRows.remove(text.path, by: author, db) }
            try AuditRows.insert(entry, db)
            return true
        }
    }

    public func removeText(_ path: String, hash: String) async throws {
        try await database.change { db in
            try db.execute(sql: "DELETE FROM flow_texts WHERE path = ? AND hash = ?", arguments: [path, hash])
        }
    }

    // Drafts.

    public func drafts(by author: String) async throws -> [AuthorDraft] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT path, author, content, hash, base, base_text FROM flow_drafts WHERE author = ? ORDER BY path
                    """, arguments: [author]
            ).map { row in
                AuthorDraft(
                    path: row[0], author: row[1], text: row[2], hash: row[3], base: row[4], baseText: row[5])
            }
        }
    }

    public func keep(_ draft: AuthorDraft, replacing hash: String?) async throws -> Bool {
        try await database.change { db in
            try db.execute(
                sql: """
                    INSERT INTO flow_drafts (path, author, content, hash, base, base_text) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (author, path) DO UPDATE SET content = excluded.content, hash = excluded.hash,
                        base = excluded.base, base_text = excluded.base_text
                    WHERE flow_drafts.hash = excluded.hash OR flow_drafts.hash = ?
                    """,
                arguments: [
                    draft.path, draft.author, draft.text, draft.hash, draft.base, draft.baseText, hash ?? "",
                ])
            return db.changesCount == 1
        }
    }

    public func removeDraft(of path: String, by author: String) async throws {
        try await database.change { try DraftRows.remove(path, by: author, $0) }
    }
}

/// The rows of drafts, inside the transaction of what ends them.
enum DraftRows {
    static func remove(_ path: String, by author: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM flow_drafts WHERE author = ? AND path = ?", arguments: [author, path])
    }

    /// Removes all drafts of an author.
    static func removeAll(by author: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM flow_drafts WHERE author = ?", arguments: [author])
    }
}
