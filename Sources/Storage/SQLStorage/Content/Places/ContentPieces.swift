import Channels
import ConversationRuntime
import Databases
import Expressions
import Foundation

/// Files in the database, in rows of 256 KB: what several machines share without a folder.
///
/// A new file is written in many transactions. Until one of them refers to it, it is noted as a draft, so that what a crash
/// leaves is found and removed.
struct ContentPieces: Sendable {
    /// The size in bytes of every row of a file but the last.
    static let length = 256 * 1024

    let engine: any StorageEngine

    /// The time after which a draft is abandoned.
    private static let patience = TimeLength.days(1)

    /// The row of a file with this number, from 0.
    func piece(_ place: Int, of name: String) async throws -> Data? {
        try await engine.read { db in
            try Data.fetchOne(
                try db.cachedStatement(sql: "SELECT bytes FROM content_pieces WHERE file = ? AND place = ?"),
                arguments: [name, place])
        }
    }

    /// The number of stored bytes; `nil` when there is no such file.
    static func size(of name: String, _ db: Database) throws -> Int? {
        let last = try db.cachedStatement(
            sql: "SELECT place, length(bytes) FROM content_pieces WHERE file = ? ORDER BY place DESC LIMIT 1")
        return try Row.fetchOne(last, arguments: [name]).map { ($0[0] as Int) * length + ($0[1] as Int) }
    }

    /// Appends bytes to a file of which `held` are stored.
    static func append(_ bytes: Data, to name: String, after held: Int, _ db: Database) throws {
        var rest = bytes
        var end = held
        repeat {
            let (place, filled) = end.quotientAndRemainder(dividingBy: length)
            let new = rest.prefix(length - filled)
            if filled > 0 {
                let row = try Data.fetchOne(
                    db, sql: "SELECT bytes FROM content_pieces WHERE file = ? AND place = ?", arguments: [name, place])
                try db.execute(
                    sql: "UPDATE content_pieces SET bytes = ? WHERE file = ? AND place = ?",
                    arguments: [(row ?? Data()) + new, name, place])
            } else {
                try db.execute(
                    sql: """
                        INSERT INTO content_pieces (file, place, bytes) VALUES (?, ?, ?)
                        ON CONFLICT (file, place) DO UPDATE SET bytes = excluded.bytes
                        """, arguments: [name, place, Data(new)])
            }
            rest = rest.dropFirst(new.count)
            end += new.count
        } while !rest.isEmpty
    }

    // MARK: New files

    /// Notes that a file is being written.
    func begin(_ name: String) async throws {
        let now = SystemClock().now.milliseconds
        try await engine.perform { db in
            try db.execute(
                sql: """
                    INSERT INTO content_drafts (file, at) VALUES (?, ?)
                    ON CONFLICT (file) DO UPDATE SET at = excluded.at
                    """, arguments: [name, now])
        }
    }

    func append(_ bytes: Data, to name: String, after held: Int) async throws {
        try await engine.perform { try Self.append(bytes, to: name, after: held, $0) }
    }

    /// The transaction refers to a file: it is no draft any more.
    static func adopt(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM content_drafts WHERE file = ?", arguments: [name])
    }

    /// Removes files in a transaction that ends every reference to them.
    static func remove(_ names: [String], _ db: Database) throws {
        for name in names {
            try db.execute(sql: "DELETE FROM content_pieces WHERE file = ?", arguments: [name])
            try adopt(name, db)
        }
    }

    func remove(_ names: [String]) async throws {
        guard !names.isEmpty else { return }
        try await engine.perform { try Self.remove(names, $0) }
    }

    /// Removes what was written long ago and is referred to by nothing. Pictures of versions stay drafts, because many
    /// versions refer to one.
    func sweep() async throws {
        let end = (SystemClock().now - Self.patience).milliseconds
        let abandoned = """
            SELECT file FROM content_drafts WHERE at < ? AND NOT EXISTS (SELECT 1 FROM flow_files
                WHERE flow_files.content IS NULL AND '\(Self.picture)' || flow_files.checksum = content_drafts.file)
            """
        let found = try await engine.read { try String.fetchAll($0, sql: abandoned, arguments: [end]) }
        guard !found.isEmpty else { return }
        try await engine.perform { db in
            // One may have been taken up since.
            try Self.remove(try String.fetchAll(db, sql: abandoned, arguments: [end]), db)
        }
    }

    /// Begins the names of pictures of versions; their checksum follows.
    static let picture = "picture-"

    // MARK: Uploads

    /// Takes over the writing of an upload. The writer before writes nothing more, on any server.
    ///
    /// - Returns: the number of bytes stored; `nil` when there is no such upload any more.
    func takeOver(_ name: String, as writer: String) async throws -> Int? {
        try await engine.perform { db in
            try db.execute(sql: "UPDATE uploads SET writer = ? WHERE file = ?", arguments: [writer, name])
            return db.changesCount == 1 ? try Self.size(of: name, db) ?? 0 : nil
        }
    }

    /// Whether a file has these bytes at an offset.
    func holds(_ bytes: Data, of name: String, at start: Int) async throws -> Bool {
        var rest = bytes
        var next = start
        while !rest.isEmpty {
            let (place, skipped) = next.quotientAndRemainder(dividingBy: Self.length)
            let piece = try await piece(place, of: name)?.dropFirst(skipped).prefix(rest.count) ?? Data()
            guard !piece.isEmpty, rest.starts(with: piece) else { return false }
            rest = rest.dropFirst(piece.count)
            next += piece.count
        }
        return true
    }

    /// Appends bytes to an upload, if the writer is still the one who writes it.
    ///
    /// - Throws: `ContentError.superseded`, or `noConversation` when its customer has been erased.
    func append(_ bytes: Data, to name: String, after held: Int, as writer: String) async throws {
        try await engine.perform { db in
            let current = try Row.fetchOne(db, sql: "SELECT writer FROM uploads WHERE file = ?", arguments: [name])
            guard let current else {
                let isStored =
                    try Int.fetchOne(db, sql: "SELECT 1 FROM content WHERE file = ?", arguments: [name]) != nil
                throw isStored ? ContentError.superseded : ContentError.noConversation
            }
            guard current[0] as String? == writer else { throw ContentError.superseded }
            try Self.append(bytes, to: name, after: held, db)
        }
    }
}
