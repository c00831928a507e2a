import ConversationRuntime
import FlowEngine
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage

/// When the database cannot be written, nothing has changed, and the same turn can be committed later.
@Suite struct TroubleTests {
    @Test func `while another program locks the database nothing is kept`() async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            try await store.set("busy_timeout = 20")
            let ana = try await store.saved(record(.ana, Doing(says: ["Hi"])))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: folder.database, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let next = try record(.ana, Doing(says: ["more"]), replacing: ana, arrival: "m")
            let locked = try #require(await #expect(throws: DatabaseError.self) { try await store.commit(next) })
            let trouble = try #require(StorageTrouble(locked, at: "usher.sqlite"))
            #expect(trouble.isTemporary)
            #expect(trouble.description == "usher.sqlite is locked by another program; try again when it has finished")
            await #expect(throws: DatabaseError.self) { try await store.remove([DeliveryID(1)]) }
            #expect(try await store.session(of: .ana) == ana)
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9).map(\.text) == ["Hi"])
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await store.keep(next)
        }
    }

    @Test func `on a full disk nothing is kept, and everything goes on when there is room`() async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            let ana = try await store.saved(record(.ana, Doing(says: ["Hi"])))
            try await store.set("max_page_count = 1")
            let long = String(repeating: "No room for all of this. ", count: 4_000)
            let next = try record(.ana, Doing(says: [long], asks: "q"), replacing: ana, arrival: "m")
            let full = try #require(await #expect(throws: DatabaseError.self) { try await store.commit(next) })
            let trouble = try #require(StorageTrouble(full, at: "usher.sqlite"))
            #expect(trouble.isTemporary)
            #expect(trouble.description == "no space left on the disk of usher.sqlite; free disk space")
            #expect(try await store.session(of: .ana) == ana)
            #expect(try await store.history(of: ana.id).count == 1)
            #expect(try await !store.hasSent(question: "q", in: .ana))
            #expect(try await store.deadLetters(limit: 9) == [], "a full disk is not the turn's fault")
            // Sent messages can still be removed from the outbox when that needs no space.
            try await store.set("max_page_count = 1073741823")
            try await store.keep(next)
            #expect(try await store.deliveries(of: ana.id, after: nil, limit: 9).map(\.text) == ["Hi", long, nil])
        }
    }

    @Test func `a full disk on which the file is opened is reported as one`() throws {
        let error = DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE)
        let trouble = try #require(StorageTrouble(error, at: "usher.sqlite"))
        #expect(trouble.isTemporary)
        #expect(trouble.description == "no space left on the disk of usher.sqlite; free disk space")
    }

    @Test(arguments: ["{}", "not even JSON", #"{"customer": "ana"}"#]) func `a session that cannot be read says so`(
        state: String
    ) async throws {
        try await TemporaryFolder.run { folder in
            let store = try SQLiteSessionStore(path: folder.database)
            let ana = try await store.saved(record(.ana, Doing(asks: "q", silentAt: tenOClock)))
            let ben = try await store.saved(record(.ben))
            try await store.pool.write {
                try $0.execute(sql: "UPDATE sessions SET state = ? WHERE customer = 'ana'", arguments: [state])
            }
            await #expect(throws: UnreadableSession.self) { try await store.session(of: .ana) }
            await #expect(throws: UnreadableSession.self) { try await store.session(ana.id) }
            #expect(try await store.session(of: .ben) == ben)
            #expect(try await store.dueTimers(at: tenOClock, limit: 9).map(\.conversation) == [.ana])
            // The event that failed can become a dead letter.
            var event = remark(.ana, arrival: "m")
            event.clearsTimer = TimerKey(session: ana.id, kind: .silence)
            try await store.keep(event)
            #expect(try await store.nextTimer() == nil)
        }
    }
}

extension SQLiteSessionStore {
    /// Sets a `PRAGMA` of the connection that writes.
    fileprivate func set(_ pragma: String) async throws {
        try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma)") }
    }
}
