import Channels
import ConversationRuntime
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Commands read no more of a large database than they need.
@Suite struct CopyTests {
    @Test func `the copy of a dry run holds the sessions that wait, and nothing of their history`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.sessions.keep(record(.ana, Doing(asks: "q")))
            try Self.fillHistory(at: folder.database)
            let copy = try await database.copies.copySessions { _ in }
            defer { copy.remove() }
            #expect(try await copy.waiting(after: nil, limit: 9).count == 1)
            let data = URL(filePath: folder.database).deletingLastPathComponent()
            let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
            let place = data.appending(path: try #require(names.first { $0.hasPrefix(".usher-copy-") }))
            let size = try Self.size(of: place.appending(path: "copy.sqlite").path)
            #expect(size > 0 && size < 100_000, "of a database with 10 MB of history")
        }
    }

    @Test func `others write while the sessions of a dry run are copied`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.sessions.keep(record(.ana, Doing(asks: "q")))
            let outcomes = Mutex<[String]>([])
            let copy = try await database.copies.copySessions { _ in
                let outcome = Self.write(to: folder.database)
                outcomes.withLock { $0.append(outcome) }
            }
            defer { copy.remove() }
            #expect(outcomes.withLock { $0 } == ["written"])
        }
    }

    @Test(arguments: DatabaseKind.allCases) func `who waits is in a copy, as of its moment, and nothing is left of it`(
        kind: DatabaseKind
    ) async throws {
        try await kind.place { place in
            let database = try await place.open(key: .random())
            let sessions = database.sessions
            let ana = try await sessions.saved(record(.ana, Doing(asks: "q")))
            try await sessions.keep(record(.ben))
            let copy = try await database.copies.copySessions { _ in }
            try await sessions.keep(record(.ben, Doing(asks: "r"), replacing: sessions.session(of: .ben)))
            _ = try await database.operators.erase(customer: "ana")
            #expect(try await copy.waitingCount() == 1)
            let found = try await copy.waiting(after: nil, limit: 9)
            guard case .session(let stored)? = found.first, found.count == 1 else { return #expect(Bool(false)) }
            #expect(stored == ana)
            #expect(try await copy.waiting(after: ana.id, limit: 9).isEmpty)
            copy.remove()
            let data = URL(filePath: place.folder.database).deletingLastPathComponent().path
            let left = try FileManager.default.contentsOfDirectory(atPath: data)
            #expect(!left.contains { $0.contains("copy") })
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `who waits for a reminder alone is in a copy, and a copy can end twice`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            try await database.sessions.keep(record(.ana, Doing(remindsAt: tenOClock)))
            try await database.sessions.keep(record(.ben))
            let copy = try await database.copies.copySessions { _ in }
            #expect(try await copy.waiting(after: nil, limit: 9).count == 1)
            for _ in 0..<2 { copy.remove() }
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func `pages of a copy that are read from where others end hold everybody once`(
        kind: DatabaseKind
    ) async throws {
        try await kind.run { database in
            for number in 1...7 {
                let key = ConversationKey(channel: "apple", customer: "c\(number)", business: "b")
                try await database.sessions.keep(record(key, Doing(asks: "q\(number)")))
            }
            let copy = try await database.copies.copySessions { _ in }
            defer { copy.remove() }
            let ends = try await copy.pageEnds(every: 3)
            var pages: [Int] = []
            var seen: [SessionID] = []
            for end in [nil] + ends {
                let page = try await copy.waiting(after: end, limit: 3)
                pages.append(page.count)
                seen += page.map(\.id)
            }
            #expect(pages == [3, 3, 1])
            #expect(seen.map(\.number) == seen.map(\.number).sorted() && Set(seen).count == 7)
        }
    }

    @Test func `reading ahead reads all of a database and says how far it is`() async throws {
        try await TemporaryFolder.run { folder in
            do { _ = try SQLiteDatabase(path: folder.database) }
            let parts = Mutex<[Double]>([])
            await SQLiteDatabase.readAhead(folder.database) { part in parts.withLock { $0.append(part) } }
            let seen = parts.withLock { $0 }
            #expect(seen == seen.sorted() && seen.last == 1)
        }
    }

    private static func copies(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".usher-copy-") }
    }

    @Test func `an erasure leaves no copy that somebody has left`() async throws {
        try await Self.run { store, folder in
            try await store.database.sessions.keep(record(.ana, Doing(asks: "q")))
            let data = folder.folder.url.appending(path: "data")
            let left = data.appending(path: ".usher-copy-left")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 0)]
            try FileManager.default.setAttributes(old, ofItemAtPath: left.path)
            #expect(try await store.database.operators.erase(customer: ConversationKey.ana.customer).isThorough)
            #expect(try Self.copies(in: data).isEmpty)
        }
    }

    @Test func `an erasure is not thorough while a copy is worked with that holds the customer`() async throws {
        try await Self.run { store, _ in
            try await store.database.sessions.keep(record(.ana, Doing(asks: "q")))
            let copy = try await store.database.copies.copySessions { _ in }
            #expect(try await !store.database.operators.erase(customer: ConversationKey.ana.customer).isThorough)
            copy.remove()
            #expect(try await store.database.operators.erase(customer: ConversationKey.ana.customer).isThorough)
        }
    }

    @Test func `a copy that somebody left who was killed goes, one that is worked with stays`() async throws {
        try await Self.run { store, folder in
            try await store.database.sessions.keep(record(.ana, Doing(asks: "q")))
            let data = folder.folder.url.appending(path: "data")
            let copy = try await store.database.copies.copySessions { _ in }
            let worked = try #require(try Self.copies(in: data).first)
            let left = data.appending(path: ".usher-copy-left")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            for place in [data.appending(path: worked), left] {
                let old = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 0)]
                try FileManager.default.setAttributes(old, ofItemAtPath: place.path)
            }
            let other = try await store.database.copies.copySessions { _ in }
            #expect(try Self.copies(in: data).contains(worked))
            #expect(try !Self.copies(in: data).contains(".usher-copy-left"))
            #expect(try await copy.waitingCount() == 1)
            for copy in [copy, other] { copy.remove() }
            #expect(try Self.copies(in: data).isEmpty)
        }
    }

    private static func run(_ body: (SQLVersions, TestDatabase) async throws -> Void) async throws {
        try await DatabaseKind.sqlite.place { try await body($0.open().versions, $0) }
    }

    /// Writes as another process would that does not wait for locks.
    private static func write(to path: String) -> String {
        do {
            let queue = try DatabaseQueue(path: path)
            try queue.write { try $0.execute(sql: "UPDATE sessions SET updated_at = updated_at + 1") }
            try queue.close()
            return "written"
        } catch {
            return "\(error)"
        }
    }

    private static func fillHistory(at path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            for turn in 100..<1_100 {
                try db.execute(
                    sql: """
                        INSERT INTO history (session_id, turn, at, version, event, effects)
                        VALUES (1, ?, 0, '1', '{}', ?)
                        """, arguments: [turn, String(repeating: "x", count: 10_000)])
            }
        }
        try queue.close()
    }

    private static func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
