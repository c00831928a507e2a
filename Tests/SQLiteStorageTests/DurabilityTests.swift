import ConversationRuntime
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Committed data is durable.
@Suite struct DurabilityTests {
    @Test func `every commit is written through to the disk`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let (mode, synchronous) = try await database.pool.writeWithoutTransaction { db in
                (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous"))
            }
            #expect(mode == "wal")
            #expect(synchronous == 2)
        }
    }

    @Test func `after an unclean end everything that was committed is there`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let ana = try await database.sessions.saved(
                record(.ana, Doing(says: ["Hi"], asks: "q", silentAt: tenOClock), arrival: "m1"))
            // The files as a power failure would leave them: nothing has been closed or checkpointed into the main
            // file.
            let copy = folder.url.appending(path: "copy")
            try FileManager.default.copyItem(at: URL(filePath: folder.database).deletingLastPathComponent(), to: copy)
            let again = try SQLiteDatabase(path: copy.appending(path: "usher.sqlite").path)
            #expect(try await again.sessions.session(of: .ana) == ana)
            #expect(try await again.sessions.deliveries(of: ana.id, after: nil, limit: 9).count == 2)
            #expect(try await again.sessions.nextTimer() == tenOClock)
            #expect(try await again.sessions.commit(record(.ana, replacing: ana, arrival: "m1")) == .repeated)
        }
    }

    @Test func `half of a transaction is nothing after an unclean end`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let ana = try await database.sessions.saved(record())
            let wal = folder.database + "-wal"
            let before = try FileManager.default.attributesOfItem(atPath: wal)[.size] as? Int
            try await database.sessions.keep(
                record(.ana, Doing(says: Array(repeating: "Hi", count: 200)), replacing: ana))
            let copy = folder.url.appending(path: "copy")
            try FileManager.default.copyItem(at: URL(filePath: folder.database).deletingLastPathComponent(), to: copy)
            let handle = try FileHandle(forWritingTo: copy.appending(path: "usher.sqlite-wal"))
            try handle.truncate(atOffset: UInt64(try #require(before)) + 5_000)
            try handle.close()
            let again = try SQLiteDatabase(path: copy.appending(path: "usher.sqlite").path)
            #expect(try await again.sessions.session(of: .ana) == ana)
            #expect(try await again.sessions.deliveries(of: ana.id, after: nil, limit: 9) == [])
            #expect(try await again.sessions.history(of: ana.id).count == 1)
        }
    }

    @Test func `the empty start of a development server throws away what was there, and what had not been closed`()
        async throws
    {
        try await TemporaryFolder.run { folder in
            do {
                let database = try SQLiteDatabase(path: folder.database)
                try await database.sessions.keep(record())
            }
            let database = try SQLiteDatabase(path: folder.database, startsEmpty: true)
            #expect(try await database.sessions.session(of: .ana) == nil)
        }
    }
}
