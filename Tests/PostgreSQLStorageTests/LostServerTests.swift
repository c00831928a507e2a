import ConversationRuntime
import Databases
import Foundation
import Testing

@testable import PostgreSQLStorage

/// A server that is gone for a while, and what protects a connection.
@Suite(.enabled(if: TestSchema.server != nil, "there is no PostgreSQL server"))
struct LostServerTests {
    /// A database of its own, which can be cut off without disturbing other tests.
    private struct Own {
        let name = TestSchema.newName()
        let address: PostgreSQLAddress
        private let outside: PostgreSQLEngine

        init() async throws {
            let server = try #require(TestSchema.server)
            outside = try await .patient(server)
            try await outside.run("CREATE DATABASE \(name)")
            address = try PostgreSQLAddress(server.replacing("/postgres?", with: "/\(name)?"), node: "own")
        }

        /// Ends all connections and takes no new ones, as a server that restarts.
        func vanish() async throws {
            try await outside.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
            try await outside.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
        }

        func comeBack() async throws { try await outside.run("ALTER DATABASE \(name) ALLOW_CONNECTIONS true") }
    }

    private static func kind(_ work: () async throws -> Void) async -> SQLFaultKind? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? SQLError)?.kind
        }
    }

    @Test func `while a server is gone everything is unavailable, and works when it is back`() async throws {
        let own = try await Own()
        let database = try await PostgreSQLDatabase(own.address, files: "", writers: 2, readers: 2)
        let write = { (id: Int) in
            try await database.perform { db in
                try db.execute(sql: "INSERT INTO queue_waits (id, queue, waited) VALUES (?, 'q', 1)", arguments: [id])
            }
        }
        let count = {
            try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM queue_waits") ?? 0 }
        }
        for round in 1...3 {
            try await database.probe()
            try await write(round)
            #expect(try await count() == round)
            try await own.vanish()
            #expect(await Self.kind { try await write(100) } == .unavailable)
            #expect(await Self.kind { _ = try await count() } == .unavailable)
            #expect(await Self.kind { try await database.probe() } == .unavailable)
            #expect(await Self.kind { _ = try await database.copySessions { _ in } } == .unavailable)
            try await own.comeBack()
        }
        #expect(try await count() == 3)
    }

    private struct AlreadyThere: Error {}

    /// What a turn does with its arrival: a row that is not inserted was there before.
    private static func arrive(_ id: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO arrivals (id, channel, received_at, outcome) VALUES (?, 'c', 1, '') ON CONFLICT DO NOTHING
                """
        ).execute(arguments: [id])
        guard db.changesCount == 1 else { throw AlreadyThere() }
    }

    @Test func `an event whose connection has ended is stored, and not taken for one that was there before`()
        async throws
    {
        let own = try await Own()
        let database = try await PostgreSQLDatabase(own.address, files: "", writers: 2, readers: 2)
        for round in 1...5 {
            for number in 1...4 {
                try await database.perform { try Self.arrive("warm \(round) \(number)", $0) }
            }
            try await own.vanish()
            try await own.comeBack()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...12 {
                    group.addTask { try await database.perform { try Self.arrive("\(round) \(number)", $0) } }
                }
                try await group.waitForAll()
            }
            let count = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM arrivals") ?? 0 }
            #expect(count == round * 16)
        }
        await #expect(throws: AlreadyThere.self) { try await database.perform { try Self.arrive("1 1", $0) } }
    }

    @Test func `an event that others hold up is tried again, and not taken for one that was there before`()
        async throws
    {
        let own = try await Own()
        let database = try await PostgreSQLDatabase(own.address, files: "", writers: 4, readers: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...40 {
                group.addTask {
                    try await database.perform { db in
                        // Each reads what the others change.
                        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM arrivals") ?? 0
                        try db.execute(
                            sql: """
                                INSERT INTO queue_waits (id, queue, waited) VALUES (1, 'q', ?)
                                ON CONFLICT (id) DO UPDATE SET waited = excluded.waited
                                """, arguments: [count])
                        try Self.arrive("\(number)", db)
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM arrivals") ?? 0 }
        #expect(count == 40)
    }

    @Test func `a dry run whose connection is lost ends, and does not continue with another moment`() async throws {
        let own = try await Own()
        let database = try await PostgreSQLDatabase(own.address, files: "", writers: 1, readers: 1)
        let copy = try await database.copySessions { _ in }
        try await own.vanish()
        try await own.comeBack()
        for _ in 0..<2 { #expect(await Self.kind { _ = try await copy.waitingCount() } == .unavailable) }
        copy.remove()
    }

    @Test func `every connection limits how long it waits, and has a name`() async throws {
        let schema = try await TestSchema(node: "one")
        let engine = schema.engine()
        let sql = """
            SELECT name, setting FROM pg_settings WHERE name IN ('application_name', 'statement_timeout', 'lock_timeout',
                'idle_in_transaction_session_timeout', 'synchronous_commit', 'TimeZone', 'standard_conforming_strings')
            """
        let expected = [
            "application_name": "usher one", "statement_timeout": "10000", "lock_timeout": "5000",
            "idle_in_transaction_session_timeout": "30000", "synchronous_commit": "on", "TimeZone": "UTC",
            "standard_conforming_strings": "on",
        ]
        let settings = { @Sendable (db: Database) in
            Dictionary(uniqueKeysWithValues: try Row.fetchAll(db, sql: sql).map { ($0[0] as String, $0[1] as String) })
        }
        #expect(try await engine.read(settings) == expected)
        #expect(try await engine.perform(settings) == expected)
    }

    @Test func `a connection notices that the other side has vanished, unless the address says how itself`() throws {
        let values = { (address: PostgreSQLAddress) in
            Dictionary(uniqueKeysWithValues: address.parameters.map { ($0.keyword, $0.value) })
        }
        let usual = values(try PostgreSQLAddress("postgresql://usher@db.example/shop", node: "one"))
        #expect(usual["keepalives_idle"] == "10" && usual["tcp_user_timeout"] == "10000")
        #expect(usual["connect_timeout"] == "5" && usual["target_session_attrs"] == "read-write")
        #expect(usual["application_name"] == "usher one")
        let own = values(
            try PostgreSQLAddress("postgresql://usher@db.example/shop?connect_timeout=9&keepalives_idle=60"))
        #expect(own["connect_timeout"] == "9" && own["keepalives_idle"] == "60")
    }
}
