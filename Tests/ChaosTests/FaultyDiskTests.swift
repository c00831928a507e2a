import Foundation
import GRDB
import Testing

/// The faulty disk itself: without these tests, results on it would prove nothing.
@Suite struct FaultyDiskTests {
    @Test(arguments: [("FULL", 1), ("OFF", 0)])
    func `when the power goes, what was synced is there, and nothing else`(synchronous: String, rows: Int) throws {
        try Self.withFolder { folder in
            let disk = try Self.disk(in: folder)
            let pool = try Self.pool(disk, synchronous)
            try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
            #expect(try Self.rows(disk, .killed, folder) == 1)
            #expect(try Self.rows(disk, .lost, folder) == rows)
        }
    }

    @Test func `files that a process never opened survive its crash`() throws {
        try Self.withFolder { folder in
            let disk = try Self.disk(in: folder)
            let pool = try Self.pool(disk, "FULL")
            try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
            let next = folder.appending(path: "unopened")
            try disk.leave(in: next, .killed, seed: 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: next.path).count == 2, "a database and its log")
            for survival in Survival.allCases { #expect(try Self.rows(Disk(next), survival, folder) == 1) }
        }
    }

    @Test func `a process that has died changes nothing more`() throws {
        try Self.withFolder { folder in
            let disk = try Self.disk(in: folder)
            let pool = try Self.pool(disk, "FULL")
            disk.crashNow()
            #expect(throws: DatabaseError.self) { try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") } }
            #expect(disk.isDown)
            #expect(!disk.touchWorld())
            let moments = disk.moments
            #expect(throws: DatabaseError.self) { try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") } }
            #expect(disk.moments == moments)
            for survival in Survival.allCases { #expect(try Self.rows(disk, survival, folder) == 0) }
        }
    }

    @Test func `a database that is closed after the death of its process reads and changes nothing`() throws {
        try Self.withFolder { folder in
            let disk = try Self.disk(in: folder)
            let pool = try Self.pool(disk, "FULL")
            try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
            disk.die()
            let (moments, readings) = (disk.moments, disk.attempts(.unreadable))
            try? pool.close()
            #expect(disk.isDown)
            #expect(disk.moments == moments)
            #expect(disk.attempts(.unreadable) == readings)
            for survival in Survival.allCases { #expect(try Self.rows(disk, survival, folder) == 1) }
        }
    }

    @Test func `half a transaction is nothing, whatever parts of it are left`() throws {
        try Self.withFolder { folder in
            let disk = try Self.disk(in: folder)
            let pool = try Self.pool(disk, "FULL")
            // Before its sync: all of it was written.
            disk.crash(at: disk.moments + 3)
            try? pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
            for seed in 0..<40 as Range<UInt64> {
                #expect([0, 1].contains(try Self.rows(disk, .scattered, folder, seed: seed)))
                #expect([0, 1].contains(try Self.rows(disk, .torn, folder, seed: seed)))
            }
            #expect(try Self.rows(disk, .lost, folder) == 0)
        }
    }

    @Test func `a full disk takes nothing for so many writes, and then goes on`() throws {
        try Self.withFolder { folder in
            let disk = try Self.disk(in: folder)
            let pool = try Self.pool(disk, "FULL")
            disk.fail(Trouble(kind: .full, first: disk.moments + 1, count: 1))
            let error = #expect(throws: DatabaseError.self) {
                try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
            }
            #expect(error?.resultCode == .SQLITE_FULL)
            try pool.write { try $0.execute(sql: "INSERT INTO t VALUES (2)") }
            #expect(try Self.rows(disk, .lost, folder) == 1)
            #expect(disk.failures == 1)
        }
    }

    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "usher-disk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private static func disk(in folder: URL) throws -> Disk {
        let place = folder.appending(path: "disk")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return Disk(place)
    }

    /// Returns a database with an empty table that is durably stored.
    private static func pool(_ disk: Disk, _ synchronous: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: disk.database)
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            try db.execute(sql: "CREATE TABLE t (n INTEGER)")
            try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
        }
        return pool
    }

    /// Returns the number of rows in the table after a crash.
    private static func rows(_ disk: Disk, _ survival: Survival, _ folder: URL, seed: UInt64 = 1) throws -> Int {
        let place = folder.appending(path: UUID().uuidString)
        try disk.leave(in: place, survival, seed: seed)
        let left = try DatabaseQueue(path: place.appending(path: "usher.sqlite").path)
        return try left.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM t") } ?? -1
    }
}
