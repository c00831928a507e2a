import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import GRDB
import JSON
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport
import Testing

/// Restoring a backup, from every point at which it can be interrupted.
@Suite struct RestoreTests {
    private static let later = tenOClock + .hours(3)
    private static let previous = "before-restore-2026-03-02T12-00-00Z"
    private static let key = ContentFixture.key

    /// A database of which there is a backup: at that time a message to Ana waited and she had sent a file. Since then
    /// she has written again, and Ben has come.
    private static func withBackup(_ body: (_ folder: TemporaryFolder, _ backup: String) async throws -> Void)
        async throws
    {
        try await TemporaryFolder.run { folder in
            let backup = folder.url.appending(path: "backups/today").path
            do {
                let database = try SQLiteDatabase(path: folder.database, key: key)
                let ana = try await database.sessions.saved(record(.ana, Doing(says: ["first", "second"], asks: "q")))
                _ = try await database.content.keep(.new("m-1", isPrivate: true), from: folder.file(10_000))
                _ = try await database.backUp(to: backup)
                try await database.sessions.send(in: ana)
                try await database.sessions.keep(record(.ana, replacing: ana))
                try await database.sessions.keep(record(.ben))
                _ = try await database.content.keep(.new("m-2"), from: folder.file(10))
            }
            try await body(folder, backup)
        }
    }

    @discardableResult private static func restore(
        _ backup: String, in folder: TemporaryFolder, sendsWaiting: Bool = false,
        passing: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async throws -> Restored {
        try await SQLiteDatabase.restore(
            backup, to: folder.database, key: key, sendsWaiting: sendsWaiting, at: later, passing: passing)
    }

    /// Expects the state of the backup in the place of the database, the previous state beside it, and nothing else.
    private static func expectRestored(in folder: TemporaryFolder, _ comment: Comment? = nil) async throws {
        let place = URL(filePath: folder.database).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        #expect(!names.contains { $0.contains(".restore") }, "\(names)")
        for (path, isPrevious) in [(folder.database, false), ("\(place.path)/\(previous)/usher.sqlite", true)] {
            let database = try SQLiteDatabase(path: path, key: key)
            #expect(try await database.sessions.session(of: .ana)?.revision == (isPrevious ? 2 : 1), comment)
            #expect(try await (database.sessions.session(of: .ben) != nil) == isPrevious, comment)
            let file = try #require(try await database.content.content("m-1"))
            #expect(try await database.content.bytes(of: file).count == 10_000, comment)
            #expect(try await (database.content.content("m-2") != nil) == isPrevious, comment)
        }
    }

    @Test func `the backup takes the place of the database, which is kept with its files`() async throws {
        try await Self.withBackup { folder, backup in
            let before = try FileManager.default.subpathsOfDirectory(atPath: backup).sorted()
            let restored = try await Self.restore(backup, in: folder)
            #expect(restored.files == 1 && restored.missing == 0 && !restored.wasInterrupted)
            #expect(restored.previous?.hasSuffix(Self.previous) == true)
            try await Self.expectRestored(in: folder)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: backup).sorted() == before)
        }
    }

    @Test func `messages that waited are dead letters, and no conversation changes`() async throws {
        try await Self.withBackup { folder, backup in
            let restored = try await Self.restore(backup, in: folder)
            #expect(restored.withheld == 3)
            let database = try SQLiteDatabase(path: folder.database, key: Self.key)
            #expect(try await database.sessions.waitingDeliveries() == 0)
            let letters = try await database.operators.filedLetters(after: nil, limit: 10)
            #expect(letters.map { $0.letter.content["id"] } == ["ana-1-0", "ana-1-1", "ana-1-ask"])
            for letter in letters {
                #expect(letter.letter.kind == .delivery && letter.letter.at == Self.later)
                #expect(letter.letter.reason.hasSuffix("may have been sent since; retry it if it was not"))
            }
            #expect(try await database.sessions.session(of: .ana)?.session.status == .waiting)

            let operations = Operations(
                sessions: database.sessions, operators: database.operators, clock: TurnableClock(standingAt: Self.later)
            )
            #expect(try await operations.retry(letters[1]) == .queued)
            let id = try #require(try await database.sessions.session(of: .ana)?.id)
            let waiting = try await database.sessions.deliveries(of: id, after: nil, limit: 10)
            #expect(waiting.map(\.delivery.id) == ["ana-1-1"] && waiting.first?.text == "second")
        }
    }

    @Test func `an operator may have what waited sent`() async throws {
        try await Self.withBackup { folder, backup in
            let restored = try await Self.restore(backup, in: folder, sendsWaiting: true)
            #expect(restored.withheld == 0)
            let database = try SQLiteDatabase(path: folder.database, key: Self.key)
            #expect(try await database.sessions.waitingDeliveries() == 3)
            #expect(try await database.operators.filedLetters(after: nil, limit: 10).isEmpty)
        }
    }

    @Test func `what waited for the web chat is sent, because browsers show what the database has`() async throws {
        try await TemporaryFolder.run { folder in
            let backup = folder.url.appending(path: "backup").path
            let web = ConversationKey(channel: "web", customer: "cem", business: "web")
            do {
                let database = try SQLiteDatabase(path: folder.database, key: Self.key)
                try await database.sessions.keep(record(web, Doing(says: ["hello"])))
                try await database.sessions.keep(record(.ana, Doing(says: ["hello"])))
                _ = try await database.backUp(to: backup)
            }
            #expect(try await Self.restore(backup, in: folder).withheld == 1)
            let database = try SQLiteDatabase(path: folder.database, key: Self.key)
            #expect(try await database.sessions.waitingDeliveries() == 1)
        }
    }

    @Test func `interrupted anywhere, the next call completes it`() async throws {
        struct Interruption: Error {}
        var points = 0
        repeat {
            points += 1
            let number = points
            var isOver = false
            try await Self.withBackup { folder, backup in
                let count = Mutex(0)
                do {
                    try await Self.restore(backup, in: folder) { _ in
                        if count.withLock({ count in
                            count += 1
                            return count == number
                        }) {
                            throw Interruption()
                        }
                    }
                    isOver = true
                } catch let error as RestoreError {
                    #expect(error.description.contains("Interruption"))
                    let isThere = FileManager.default.fileExists(atPath: folder.database)
                    // A server finds the previous database, the restored one, or none: never an empty one.
                    if !isThere {
                        #expect(throws: StorageError.self) { try SQLiteDatabase(path: folder.database, key: Self.key) }
                    }
                    try await Self.restore(backup, in: folder)
                }
                try await Self.expectRestored(in: folder, "interrupted at \(number)")
            }
            if isOver { break }
        } while points < 30
        #expect((9...29).contains(points))
    }

    @Test func `an interrupted restore of another backup is completed first`() async throws {
        struct Interruption: Error {}
        try await Self.withBackup { folder, backup in
            let other = folder.url.appending(path: "backups/other").path
            do {
                let database = try SQLiteDatabase(path: folder.database, key: Self.key)
                _ = try await database.backUp(to: other)
            }
            await #expect(throws: RestoreError.self) {
                try await Self.restore(backup, in: folder) {
                    if $0.hasSuffix("/usher.sqlite-wal") || $0.hasSuffix(Self.previous + "/usher.sqlite") {
                        throw Interruption()
                    }
                }
            }
            let restored = try await Self.restore(other, in: folder)
            #expect(restored.previous?.hasSuffix(Self.previous + "-2") == true)
            let database = try SQLiteDatabase(path: folder.database, key: Self.key)
            #expect(try await database.sessions.session(of: .ben) != nil)
        }
    }

    @Test func `a database that a server owns is refused, and so is what is no backup`() async throws {
        try await Self.withBackup { folder, backup in
            let place = URL(filePath: folder.database).deletingLastPathComponent().path
            do {
                let server = try SQLiteDatabase(path: folder.database, key: Self.key)
                let error = await #expect(throws: RestoreError.self) { try await Self.restore(backup, in: folder) }
                #expect(error?.isTemporary == true && error?.description.contains("in use by a server") == true)
                withExtendedLifetime(server) {}
            }
            let state = try FileManager.default.subpathsOfDirectory(atPath: place).sorted()
            let text = folder.url.appending(path: "text")
            try FileManager.default.createDirectory(at: text, withIntermediateDirectories: true)
            try Data("hello".utf8).write(to: text.appending(path: "usher.sqlite"))
            let foreign = folder.url.appending(path: "foreign")
            try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
            try await DatabaseQueue(path: foreign.appending(path: "other.sqlite").path).write {
                try $0.execute(sql: "CREATE TABLE notes (id INTEGER)")
            }
            for (name, start) in [("schema", UInt64(100)), ("tables", 4_096)] {
                let damaged = folder.url.appending(path: name)
                try FileManager.default.copyItem(atPath: backup, toPath: damaged.path)
                let handle = try FileHandle(forWritingTo: damaged.appending(path: "usher.sqlite"))
                try handle.seek(toOffset: start)
                try handle.write(contentsOf: Data(repeating: 0xFF, count: 40_000))
                try handle.close()
                let error = await #expect(throws: RestoreError.self) {
                    try await Self.restore(damaged.path, in: folder)
                }
                #expect(error?.isTemporary == false)
                let text = error?.description ?? ""
                #expect(text.contains("/\(name)/usher.sqlite is damaged"), "\(text)")
            }
            for wrong in ["/nowhere", text.path, text.appending(path: "usher.sqlite").path, foreign.path, place] {
                let error = await #expect(throws: RestoreError.self, "\(wrong)") {
                    try await Self.restore(wrong, in: folder)
                }
                #expect(error?.isTemporary == false, "\(error?.description ?? "")")
            }
            let otherKey = await #expect(throws: RestoreError.self) {
                try await SQLiteDatabase.restore(backup, to: folder.database, key: .random(), at: Self.later)
            }
            #expect(otherKey?.description.contains("sealed with another `storage.key`") == true)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: place).sorted() == state)
        }
    }

    @Test func `on a new machine there is nothing to keep, and the database may have another name`() async throws {
        try await Self.withBackup { folder, backup in
            let place = folder.url.appending(path: "new/machine/shop.sqlite").path
            let restored = try await SQLiteDatabase.restore(backup, to: place, key: Self.key, at: Self.later)
            #expect(restored.previous == nil && restored.database == place && restored.files == 1)
            let database = try SQLiteDatabase(path: place, key: Self.key)
            let file = try #require(try await database.content.content("m-1"))
            #expect(try await database.content.bytes(of: file).count == 10_000)
        }
    }
}
