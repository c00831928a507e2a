import ConversationRuntime
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

    @Test func `a private file shows neither what is in it nor what it is called`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database, key: ContentFixture.key)
            try await database.sessions.keep(record())
            let plain = Data("my passport number, over and over ".utf8)
            let path = try folder.file(0)
            try plain.write(to: URL(filePath: path))
            let content = NewContent.new("m-1", name: "passport.jpg", isPrivate: true)
            let kept = try await database.content.keep(content, from: path)
            let onDisk = try Data(contentsOf: URL(filePath: folder.place(kept.file)))
            #expect(onDisk.count == plain.count + 16 && onDisk.range(of: Data("passport".utf8)) == nil)
            let details = try await database.pool.read { try String.fetchOne($0, sql: "SELECT details FROM content") }
            #expect(details?.contains("passport") == false)
            #expect(try await database.content.content("m-1")?.content.name == "passport.jpg")

            let stranger = try SQLiteDatabase(path: folder.database, isOwner: false)
            let seen = try #require(try await stranger.content.content("m-1"))
            #expect(seen.content.name == "(private)")
            await #expect(throws: ContentError.noKey) { try await stranger.content.bytes(of: seen) }
        }
    }

    @Test func `without a key nothing private is kept`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.sessions.keep(record())
            await #expect(throws: ContentError.noKey) {
                try await database.content.keep(.new("m-1", isPrivate: true), from: folder.file(10))
            }
            #expect(folder.kept.isEmpty && folder.underWay.isEmpty)
        }
    }

    @Test func `every private file is sealed with a key of its own`() async throws {
        try await ContentFixture.run { store, folder in
            let first = try await store.keep(.new("m-1", isPrivate: true), from: folder.file(100))
            let second = try await store.keep(.new("m-2", isPrivate: true), from: folder.file(100))
            let sealed = try [first, second].map { try Data(contentsOf: URL(filePath: folder.place($0.file))) }
            #expect(sealed[0] != sealed[1])
            // A sealed piece cannot replace another.
            try sealed[0].write(to: URL(filePath: folder.place(second.file)))
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
