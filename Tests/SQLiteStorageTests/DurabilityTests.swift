import Foundation
import GRDB
import Testing

@testable import SQLiteStorage

@Suite struct DurabilityTests {
    @Test func `every commit is written through to the disk`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + "/usher.sqlite").path
        let store = try SQLiteSessionStore(path: path)
        let (mode, synchronous) = try await store.pool.writeWithoutTransaction { db in
            (try String.fetchOne(db, sql: "PRAGMA journal_mode"), try Int.fetchOne(db, sql: "PRAGMA synchronous"))
        }
        #expect(mode == "wal")
        #expect(synchronous == 2)
    }
}
