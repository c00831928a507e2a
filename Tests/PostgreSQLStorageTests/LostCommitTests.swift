import ConversationRuntime
import Databases
import Expressions
import Foundation
import PostgreSQLServers
import SQLStorage
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// A standby that was behind is promoted: what it lacks is reported, and nothing else ever is.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct LostCommitTests {
    private static func database(_ servers: PostgreSQLServer...) async throws -> PostgreSQLDatabase {
        let hosts = servers.map(\.folder.path).joined(separator: ",")
        let ports = servers.map { "\($0.port)" }.joined(separator: ",")
        let address = try PostgreSQLAddress(
            "postgresql:///postgres?host=\(hosts)&port=\(ports)&user=postgres", node: "test")
        return try await PostgreSQLDatabase(address, files: "", writers: 1, readers: 1)
    }

    /// Stores a message of a customer, as a turn does.
    private static func arrive(_ id: Int, in database: PostgreSQLDatabase) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "INSERT INTO arrivals (id, channel, received_at, outcome) VALUES (?, 'c', 1, '')",
                arguments: ["\(id)"])
            db.noteMessage()
        }
    }

    @Test func `what a standby that was behind lacks is known before it is used, and is counted once`() async throws {
        let first = try await PostgreSQLServer(["synchronous_standby_names = 'second'"])
        let second = try await PostgreSQLServer.standby(of: first, named: "second")
        let database = try await Self.database(first, second)
        for number in 1...5 { try await Self.arrive(number, in: database) }
        // From here on the standby does not follow, and the primary does not wait for it.
        await second.crash()
        try await first.set(["synchronous_standby_names = ''"])
        let began = Moment(milliseconds: Int(Date().timeIntervalSince1970 * 1000))
        for number in 6...7 { try await Self.arrive(number, in: database) }
        try await database.perform { try $0.execute(sql: "DELETE FROM timers") }
        #expect(database.lost == nil)

        await first.crash()
        try await second.start()
        try await second.set(["synchronous_standby_names = ''"])
        try await second.promote()
        #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM arrivals") } == 5)
        let lost = try #require(database.lost, "reading alone has found it")
        #expect(lost.messages == 2 && lost.transactions == 3 && !lost.isLeast)
        #expect(lost.since >= began && lost.until >= lost.since)

        // Neither new commits nor further connections change the report.
        for number in 8...9 { try await Self.arrive(number, in: database) }
        await second.crash()
        try await second.start()
        try await Self.arrive(10, in: database)
        #expect(database.lost == lost)
    }

    @Test func `a primary that restarts, or is restarted often, has lost nothing`() async throws {
        let server = try await PostgreSQLServer()
        let database = try await Self.database(server)
        for round in 1...3 {
            for number in 1...4 { try await Self.arrive(10 * round + number, in: database) }
            await server.crash()
            try await server.start()
            try await database.probe()
            try await server.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'usher test'")
            try await database.probe()
        }
        #expect(database.lost == nil)
    }

    @Test func `a standby that has everything has lost nothing when it is promoted`() async throws {
        let first = try await PostgreSQLServer(["synchronous_standby_names = 'second'"])
        let second = try await PostgreSQLServer.standby(of: first, named: "second")
        let database = try await Self.database(first, second)
        for number in 1...5 { try await Self.arrive(number, in: database) }
        await first.crash()
        try await second.set(["synchronous_standby_names = ''"])
        try await second.promote()
        try await Self.arrive(6, in: database)
        #expect(database.lost == nil)
    }

    @Test func `rows that were deleted because of their age are not missed`() async throws {
        let server = try await PostgreSQLServer()
        let database = try await Self.database(server)
        try await Self.arrive(1, in: database)
        try await server.query("DELETE FROM commits")
        await server.crash()
        try await server.start()
        try await Self.arrive(2, in: database)
        #expect(database.lost == nil)
    }
}
