import ConversationRuntime
import Databases
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Customers' files beside the database: what others can read of them, and what a crash leaves.
@Suite struct ContentOnDiskTests {
    @Test func `what a crash has left is gone after the next start, and nothing else`() async throws {
        try await TemporaryFolder.run { folder in
            let kept: StoredContent
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.sessions.keep(record())
                kept = try await database.content.keep(.new("m-1"), from: folder.file(10))
                _ = try folder.file(10)
                try Data("orphan".utf8).write(to: URL(filePath: folder.place("orphan")))
                // An operator's command leaves everything unchanged, because it is not the server.
                _ = try SQLiteDatabase(path: folder.database, isOwner: false)
                #expect(folder.kept.count == 2 && folder.underWay.count == 1)
            }
            let next = try SQLiteDatabase(path: folder.database)
            #expect(folder.kept == [kept.file] && folder.underWay.isEmpty)
            #expect(try await next.content.bytes(of: kept).count == 10)
        }
    }

    @Test func `a store that starts empty has no files either`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.sessions.keep(record())
                _ = try await database.content.keep(.new("m-1"), from: folder.file(10))
            }
            let next = try SQLiteDatabase(path: folder.database, startsEmpty: true)
            #expect(folder.kept.isEmpty)
            #expect(try await next.content.content("m-1") == nil)
        }
    }

    @Test(arguments: FileKind.allCases) func `a private file shows neither what is in it nor what it is called`(
        kind: FileKind
    ) async throws {
        try await kind.place { folder in
            let database = try await folder.open(key: ContentFixture.key).database
            try await database.sessions.keep(record())
            let plain = Data("my passport number, over and over ".utf8)
            let path = try folder.file(0)
            try plain.write(to: URL(filePath: path))
            let content = NewContent.new("m-1", name: "passport.jpg", isPrivate: true)
            let kept = try await database.content.keep(content, from: path)
            let onDisk = try await folder.stored(kept.file)
            #expect(onDisk.count == plain.count + 16 && onDisk.range(of: Data("passport".utf8)) == nil)
            let details = try await database.read { try Databases.Row.fetchOne($0, sql: "SELECT details FROM content") }
            #expect((details?[0] as String?)?.contains("passport") == false)
            #expect(try await database.content.content("m-1")?.content.name == "passport.jpg")

            let stranger = try await folder.database.open(isOwner: false)
            let seen = try #require(try await stranger.content.content("m-1"))
            #expect(seen.content.name == "(private)")
            await #expect(throws: ContentError.noKey) { try await stranger.content.bytes(of: seen) }
        }
    }

    @Test(arguments: FileKind.allCases) func `without a key nothing private is kept`(kind: FileKind) async throws {
        try await kind.place { folder in
            let database = try await folder.open().database
            try await database.sessions.keep(record())
            await #expect(throws: ContentError.noKey) {
                try await database.content.keep(.new("m-1", isPrivate: true), from: folder.file(10))
            }
            #expect(try await folder.kept.isEmpty)
            #expect(folder.underWay.isEmpty)
        }
    }

    @Test(arguments: FileKind.allCases) func `every private file is sealed with a key of its own`(
        kind: FileKind
    ) async throws {
        try await ContentFixture.run(kind) { store, folder in
            let first = try await store.keep(.new("m-1", isPrivate: true), from: folder.file(100))
            let second = try await store.keep(.new("m-2", isPrivate: true), from: folder.file(100))
            let sealed = try await folder.stored(first.file)
            #expect(try await folder.stored(second.file) != sealed)
            // A sealed piece cannot replace another.
            try await folder.store(sealed, as: second.file)
            await #expect(throws: ContentError.damaged) { try await store.bytes(of: second) }
        }
    }

    @Test func `a database of an earlier version gets its table of files`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.sessions.keep(record())
                try await database.pool.write { db in
                    try db.execute(
                        sql: """
                            DROP TABLE content; DROP TABLE uploads; DROP TABLE downloads;
                            DROP TABLE content_total; DROP TABLE chat_owners;
                            DELETE FROM grdb_migrations WHERE identifier IN ('007', '012', '017')
                            """)
                }
            }
            let next = try SQLiteDatabase(path: folder.database)
            let kept = try await next.content.keep(.new("m-1"), from: folder.file(10))
            #expect(try await next.sessions.session(of: .ana)?.revision == 1)
            #expect(try await next.content.bytes(of: kept).count == 10)
        }
    }
}

extension TemporaryFolder {
    private var content: String { url.appending(path: "data/content/usher.sqlite").path }

    /// Returns a file in transfer, with this size.
    func file(_ size: Int) throws -> String {
        let path = "\(content)/work/\(UUID().uuidString)"
        try ContentFixture.bytes(size).write(to: URL(filePath: path))
        return path
    }

    func place(_ name: String) -> String { "\(content)/\(name)" }

    var kept: [String] { names(content).filter { $0 != "work" } }
    var underWay: [String] { names("\(content)/work") }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
