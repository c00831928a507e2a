import ConversationRuntime
import FlowEngine
import GRDB
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// When the database cannot be written, nothing has changed, and the same turn can be committed later.
@Suite struct TroubleTests {
    @Test func `while another program locks the database nothing is kept`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            try await database.set("busy_timeout = 20")
            let ana = try await database.sessions.saved(record(.ana, Doing(says: ["Hi"])))
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: folder.database, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let next = try record(.ana, Doing(says: ["more"]), replacing: ana, arrival: "m")
            let locked = try #require(
                await #expect(throws: DatabaseError.self) { try await database.sessions.commit(next) })
            let trouble = try #require(StorageTrouble(locked, at: "usher.sqlite"))
            #expect(trouble.isTemporary)
            #expect(trouble.description == "usher.sqlite is locked by another program; try again when it has finished")
            let sent = DeliveryID(ana.id, 1)
            await #expect(throws: DatabaseError.self) { try await database.sessions.remove(upTo: [sent]) }
            #expect(try await database.sessions.session(of: .ana) == ana)
            #expect(try await database.sessions.deliveries(of: ana.id, after: nil, limit: 9).map(\.text) == ["Hi"])
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await database.sessions.keep(next)
        }
    }

    @Test func `on a full disk nothing is kept, and everything goes on when there is room`() async throws {
        try await TemporaryFolder.run { folder in
            let database = try SQLiteDatabase(path: folder.database)
            let ana = try await database.sessions.saved(record(.ana, Doing(says: ["Hi"])))
            try await database.set("max_page_count = 1")
            let long = String(repeating: "No room for all of this. ", count: 4_000)
            let next = try record(.ana, Doing(says: [long], asks: "q"), replacing: ana, arrival: "m")
            let full = try #require(
                await #expect(throws: DatabaseError.self) { try await database.sessions.commit(next) })
            let trouble = try #require(StorageTrouble(full, at: "usher.sqlite"))
            #expect(trouble.isTemporary)
            #expect(trouble.description == "no space left on the disk of usher.sqlite; free disk space")
            #expect(try await database.sessions.session(of: .ana) == ana)
            #expect(try await database.sessions.history(of: ana.id).count == 1)
            #expect(try await !database.sessions.hasSent(question: "q", in: .ana))
            #expect(try await database.sessions.deadLetters(limit: 9) == [], "a full disk is not the turn's fault")
            // Sent messages can still be removed from the outbox when that needs no space.
            try await database.set("max_page_count = 1073741823")
            try await database.sessions.keep(next)
            #expect(
                try await database.sessions.deliveries(of: ana.id, after: nil, limit: 9).map(\.text) == [
                    "Hi", long, nil,
                ])
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
            let database = try SQLiteDatabase(path: folder.database)
            let ana = try await database.sessions.saved(record(.ana, Doing(asks: "q", silentAt: tenOClock)))
            let ben = try await database.sessions.saved(record(.ben))
            try await database.pool.write {
                try $0.execute(sql: "UPDATE sessions SET state = ? WHERE customer = 'ana'", arguments: [state])
            }
            await #expect(throws: UnreadableSession.self) { try await database.sessions.session(of: .ana) }
            await #expect(throws: UnreadableSession.self) { try await database.sessions.session(ana.id) }
            #expect(try await database.sessions.session(of: .ben) == ben)
            #expect(try await database.sessions.dueTimers(at: tenOClock, limit: 9).map(\.conversation) == [.ana])
            // The event that failed can become a dead letter.
            var event = remark(.ana, arrival: "m")
            event.clearsTimer = TimerKey(session: ana.id, kind: .silence)
            try await database.sessions.keep(event)
            #expect(try await database.sessions.nextTimer() == nil)
        }
    }
}

extension SQLiteDatabase {
    /// Sets a `PRAGMA` of the connection that writes.
    fileprivate func set(_ pragma: String) async throws {
        try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma)") }
    }
}
