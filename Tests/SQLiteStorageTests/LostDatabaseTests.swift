import Channels
import ConversationRuntime
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// A database is moved, deleted or replaced: later writes are not acknowledged, and no empty database replaces it
/// unless asked.
@Suite struct LostDatabaseTests {
    /// An accident with the files of a running server.
    enum Mishap: CaseIterable {
        case moved, deleted, replaced, logDeleted, folderMoved

        func happen(to database: String) throws {
            let manager = FileManager.default
            switch self {
            case .moved:
                for suffix in ["", "-wal", "-shm"] {
                    try manager.moveItem(atPath: database + suffix, toPath: database + ".away" + suffix)
                }
            case .deleted: try manager.removeItem(atPath: database)
            case .replaced:
                try Data("another".utf8).write(to: URL(filePath: database + ".new"))
                guard rename(database + ".new", database) == 0 else { throw CocoaError(.fileWriteUnknown) }
            case .logDeleted: try manager.removeItem(atPath: database + "-wal")
            case .folderMoved:
                let folder = URL(filePath: database).deletingLastPathComponent()
                try manager.moveItem(at: folder, to: URL(filePath: folder.path + "-away"))
            }
        }
    }

    private static func isGone(_ error: any Error) -> Bool {
        guard case .gone(let reason)? = error as? StoreTrouble else { return false }
        return reason.contains("was moved, deleted or replaced")
    }

    /// Whether a server that starts on a database knows Ana.
    private static func hasAna(_ database: String) async throws -> Bool {
        try await SQLiteDatabase(path: database).sessions.session(of: .ana) != nil
    }

    @Test(arguments: Mishap.allCases)
    func `nothing is acknowledged once another file has the name`(mishap: Mishap) async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let ana = try await database.sessions.saved(record(arrival: "m-1"))
            try await database.probe()
            try mishap.happen(to: folder.database)
            let next = try record(.ana, replacing: ana, arrival: "m-2")
            await #expect { try await database.sessions.commit(next) } throws: { Self.isGone($0) }
            await #expect { try await database.probe() } throws: { Self.isGone($0) }
            await #expect { _ = try await database.operators.erase(customer: "ben") } throws: { Self.isGone($0) }
        }
    }

    @Test func `a file that comes back too late stays lost to who had it open`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try FileManager.default.moveItem(atPath: folder.database, toPath: folder.database + ".away")
            await #expect { try await database.sessions.commit(record()) } throws: { Self.isGone($0) }
            try FileManager.default.moveItem(atPath: folder.database + ".away", toPath: folder.database)
            await #expect { try await database.sessions.commit(record(.ben)) } throws: { Self.isGone($0) }
        }
    }

    @Test func `a database that is reached by a link is in its place`() async throws {
        try await TemporaryFolder.run { folder in
            let link = folder.url.appending(path: "link.sqlite").path
            do { _ = try SQLiteDatabase(path: folder.database) }
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.database)
            let database = try SQLiteDatabase(path: link)
            try await database.sessions.keep(record())
            try await database.probe()
        }
    }

    @Test func `no empty database takes the place of one that has gone, unless it is meant`() async throws {
        try await TemporaryFolder.run { folder in
            do { try await SQLiteDatabase(path: folder.database).sessions.keep(record()) }
            #expect(!SQLiteDatabase.isMissing(folder.database))
            try FileManager.default.moveItem(atPath: folder.database, toPath: folder.database + ".away")
            let missing = StorageError.missing(folder.database, marker: folder.database + ".created")
            #expect(SQLiteDatabase.isMissing(folder.database))
            for isOwner in [true, false] {
                #expect(throws: missing) { try SQLiteDatabase(path: folder.database, isOwner: isOwner) }
            }
            #expect(!FileManager.default.fileExists(atPath: folder.database))
            try Data().write(to: URL(filePath: folder.database))
            #expect(throws: missing) { try SQLiteDatabase(path: folder.database) }
            #expect("\(missing)".contains("--new-database") && "\(missing)".contains("usher.sqlite.created"))

            do {
                let database = try SQLiteDatabase(path: folder.database, beginsAnew: true)
                #expect(try await database.sessions.session(of: .ana) == nil)
                try await database.sessions.keep(record(.ben))
            }
            let next = try SQLiteDatabase(path: folder.database)
            #expect(try await next.sessions.session(of: .ben) != nil)
        }
    }

    @Test func `an operator puts a database back, restores a backup, moves it or deletes its folder`() async throws {
        try await TemporaryFolder.run { folder in
            let manager = FileManager.default
            let backup: Backup
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.sessions.keep(record())
                backup = try await database.backUp(to: folder.url.appending(path: "backup").path)
            }
            // Moved back.
            try manager.moveItem(atPath: folder.database, toPath: folder.database + ".away")
            try manager.moveItem(atPath: folder.database + ".away", toPath: folder.database)
            #expect(try await Self.hasAna(folder.database))
            // Restored, over the existing file.
            try manager.removeItem(atPath: folder.database)
            try manager.copyItem(atPath: backup.database, toPath: folder.database)
            #expect(try await Self.hasAna(folder.database))
            // Run in the folder of the backup.
            #expect(try await Self.hasAna(backup.database))
            // Moved, with the setting changed.
            let moved = folder.url.appending(path: "elsewhere.sqlite").path
            try manager.moveItem(atPath: folder.database, toPath: moved)
            #expect(try await Self.hasAna(moved))
            // Deleted, with its folder.
            try manager.removeItem(at: URL(filePath: folder.database).deletingLastPathComponent())
            #expect(try await Self.hasAna(folder.database) == false)
        }
    }

    @Test func `what is thrown away at each start is neither marked nor looked for`() async throws {
        try await TemporaryFolder.run { folder in
            for _ in 0..<2 {
                let database = try SQLiteDatabase(path: folder.database, startsEmpty: true)
                try FileManager.default.removeItem(atPath: folder.database)
                try await database.sessions.keep(record())
                try await database.probe()
            }
            #expect(!FileManager.default.fileExists(atPath: folder.database + ".created"))
        }
    }

    @Test func `a probe reaches the disk and leaves nothing behind`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.pool.writeWithoutTransaction { db in
                _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try await database.probe()
            let log = try FileManager.default.attributesOfItem(atPath: folder.database + "-wal")[.size] as? Int
            #expect((log ?? 0) > 0)
            #expect(try await database.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM arrivals") } == 0)
        }
    }

    @Test func `a disk that is full is found before writing fails`() async throws {
        try await TemporaryFolder.run { folder in
            let free = FreeBytes(9_999_999)
            let database = try SQLiteDatabase(path: folder.database, freeSpace: { _ in free.count })
            await #expect { try await database.probe() } throws: { error in
                guard case .full(let reason)? = error as? StoreTrouble else { return false }
                return reason.contains("the disk is full: 9999 KB are free")
            }
            free.count = 10_000_000
            try await database.probe()
        }
    }

    @Test func `damaged pages are found, by looking and by stumbling over them`() async throws {
        try await TemporaryFolder.run { folder in
            do {
                let database = try SQLiteDatabase(path: folder.database)
                for number in 0..<50 {
                    try await database.sessions.keep(
                        record(ConversationKey(channel: "apple", customer: "c\(number)", business: "shop")))
                }
                #expect(try await database.damage() == nil)
            }
            let root = try await DatabaseQueue(path: folder.database).read {
                try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'sessions'") ?? 0
            }
            let database = try SQLiteDatabase(path: folder.database)
            let file = open(folder.database, O_WRONLY)
            #expect(pwrite(file, [UInt8](repeating: 0xFF, count: 4_096), 4_096, off_t((root - 1) * 4_096)) == 4_096)
            close(file)
            #expect(try await database.damage() != nil)
            await #expect(throws: DatabaseError.self) { try await database.operators.sessions(named: "c1") }
            await #expect { try await database.probe() } throws: { error in
                guard case .damaged? = error as? StoreTrouble else { return false }
                return true
            }
        }
    }
}

/// The free bytes, as a test sets them.
private final class FreeBytes: Sendable {
    private let value: Mutex<Int>

    init(_ count: Int) { value = Mutex(count) }

    var count: Int {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
