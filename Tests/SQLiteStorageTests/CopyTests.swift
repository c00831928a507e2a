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

    @Test func `pages of a copy that are read from where others end hold everybody once`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
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
