import ConversationRuntime
import Foundation
import GRDB
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport
import Testing

/// A backup of all data, made while the store is in use.
@Suite struct BackupTests {
    private static func withBackup(
        _ body: (SQLiteDatabase, TemporaryFolder, _ place: String) async throws -> Void
    ) async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database, key: ContentFixture.key)
            try await body(database, folder, folder.url.appending(path: "backups/today").path)
        }
    }

    @Test func `a server runs on the copy, with its files, and the original goes its own way`() async throws {
        try await Self.withBackup { database, folder, place in
            let first = try await database.sessions.saved(record())
            let file = try await database.content.keep(.new("m-1", isPrivate: true), from: folder.file(100_000))
            let parts = Mutex<[Double]>([])
            let backup = try await database.backUp(to: place) { part in parts.withLock { $0.append(part) } }
            try await database.sessions.keep(record(.ana, replacing: first))
            try await database.sessions.keep(record(.ben))

            #expect(backup.files == 1 && backup.database == place + "/usher.sqlite" && backup.size > 4_096)
            let seen = parts.withLock { $0 }
            #expect(seen == seen.sorted() && seen.last == 1)
            let copy = try SQLiteDatabase(path: backup.database, key: ContentFixture.key)
            #expect(try await copy.sessions.session(of: .ana)?.revision == 1)
            #expect(try await copy.sessions.session(of: .ben) == nil)
            let kept = try #require(try await copy.content.content("m-1"))
            #expect(try await copy.content.bytes(of: kept) == database.content.bytes(of: file))
            try await copy.sessions.keep(record(.ben))
            #expect(try await database.sessions.session(of: .ana)?.revision == 2)
        }
    }

    @Test func `a backup under load is of one moment`() async throws {
        try await Self.withBackup { database, _, place in
            // Both customers always have the same number of turns, or Ana has one more.
            let writing = Task {
                var (ana, ben): (StoredSession?, StoredSession?)
                while !Task.isCancelled {
                    ana = try await database.sessions.saved(record(.ana, replacing: ana))
                    ben = try await database.sessions.saved(record(.ben, replacing: ben))
                }
            }
            try await poll { try await database.sessions.session(of: .ben) != nil }
            for number in 0..<5 {
                let backup = try await database.backUp(to: "\(place)-\(number)")
                let copy = try SQLiteDatabase(path: backup.database, isOwner: false)
                let (ana, ben) = (
                    try await copy.sessions.session(of: .ana)?.revision,
                    try await copy.sessions.session(of: .ben)?.revision
                )
                let difference = try #require(ana) - #require(ben)
                #expect((0...1).contains(difference))
            }
            writing.cancel()
            _ = try await writing.value
        }
    }

    @Test func `only its owner reads a copy, and nothing is left beside it`() async throws {
        try await Self.withBackup { database, _, place in
            try await database.sessions.keep(record())
            _ = try await database.backUp(to: place)
            for (path, mode) in [(place, 0o700), (place + "/usher.sqlite", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == mode)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == ["content", "usher.sqlite"])
            let beside = URL(filePath: place).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: beside) == ["today"])
        }
    }

    @Test func `private files that are sealed with another key meanwhile are in the backup`() async throws {
        try await TemporaryFolder.run { folder in
            let former = try #require(ContentFixture.key)
            let newer = StorageKey.random().replacing([former])
            do {
                let database = try SQLiteDatabase(path: folder.database, key: former)
                try await database.sessions.keep(record())
                for id in ["m-1", "m-2"] {
                    _ = try await database.content.keep(.new(id, isPrivate: true), from: folder.file(1_000))
                }
            }
            let server = try SQLiteDatabase(path: folder.database, key: newer)
            let command = try SQLiteDatabase(path: folder.database, isOwner: false, key: newer)
            let sealed = DispatchSemaphore(value: 0)
            // The database has been copied, but no file yet.
            let backup = try await command.backUp(to: folder.url.appending(path: "backup").path) { part in
                guard part == 0.5 else { return }
                Task {
                    _ = try? await server.sealing.sealEverythingAnew()
                    sealed.signal()
                }
                sealed.wait()
            }
            #expect(backup.files == 2 && backup.missing == 0)
            let copy = try SQLiteDatabase(path: backup.database, key: newer)
            for id in ["m-1", "m-2"] {
                let kept = try #require(try await copy.content.content(id))
                let original = try #require(try await server.content.content(id))
                #expect(try await copy.content.bytes(of: kept) == server.content.bytes(of: original))
            }
        }
    }

    @Test func `a file that the database names and the disk does not have is reported`() async throws {
        try await Self.withBackup { database, folder, place in
            try await database.sessions.keep(record())
            let kept = try await database.content.keep(.new("m-1"), from: folder.file(10))
            _ = try await database.content.keep(.new("m-2"), from: folder.file(10))
            try FileManager.default.removeItem(atPath: folder.place(kept.file))
            let backup = try await database.backUp(to: place)
            #expect(backup.files == 1 && backup.missing == 1)
        }
    }

    @Test func `a folder that holds something is left alone`() async throws {
        try await Self.withBackup { database, _, place in
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(filePath: place + "/notes.txt"))
            await #expect(throws: BackupError.self) { try await database.backUp(to: place) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["notes.txt"])
            try FileManager.default.removeItem(atPath: place + "/notes.txt")
            _ = try await database.backUp(to: place)
        }
    }

    @Test func `where nothing can be written there is a reason and no folder`() async throws {
        try await Self.withBackup { database, folder, _ in
            let place = folder.url.appending(path: "data/usher.sqlite/below").path
            await #expect(throws: BackupError.self) { try await database.backUp(to: place) }
        }
    }
}
