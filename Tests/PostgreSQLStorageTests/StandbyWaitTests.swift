import Concurrency
import ConversationRuntime
import Databases
import Expressions
import Foundation
import PostgreSQLServers
import SQLStorage
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// Commits that wait for a standby which is not there.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct StandbyWaitTests {
    private static func address(_ server: PostgreSQLServer, user: String = "postgres") throws -> PostgreSQLAddress {
        try PostgreSQLAddress(server.url.replacing("user=postgres", with: "user=\(user)"), node: "test")
    }

    /// Lets commits of new and old connections wait for a standby.
    private static func wait(for name: String, _ server: PostgreSQLServer) async throws {
        try await server.set(["synchronous_standby_names = '\(name)'"])
        // Empty lines are left out.
        try await poll {
            try await server.query("SHOW synchronous_standby_names") == (name.isEmpty ? [] : [name])
        }
    }

    @Test func `a command that reads works while commits wait for a missing standby, and the reason is known`()
        async throws
    {
        let server = try await PostgreSQLServer()
        let key = StorageKey.random()
        let database = try await PostgreSQLDatabase(Self.address(server), key: key, files: "", writers: 1, readers: 1)
        #expect(try await database.obstacle() == nil)
        try await Self.wait(for: "standby_1", server)

        let obstacle = try #require(try await database.obstacle())
        #expect(
            obstacle.hasPrefix(
                "commits wait for a standby in `synchronous_standby_names` (standby_1), and no standby is connected; start"
            ))
        // A transaction that changes something would wait here.
        let command = try await PostgreSQLDatabase(
            Self.address(server), key: key, files: "", isServer: false, writers: 1, readers: 1)
        #expect(try await command.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sessions") } == 0)
        let facts = try await PostgreSQLDatabase.facts(at: Self.address(server))
        #expect(facts.standbyWait == StandbyWait(names: "standby_1", connected: 0, waiting: 0))
    }

    @Test func `who reads while commits wait is in the audit log, on the primary alone`() async throws {
        let server = try await PostgreSQLServer()
        let database = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        let audit = try StoredData(database, key: nil, files: FileManager.default.temporaryDirectory.path).audit
        let read = { (actor: String) in AuditEntry(.listSessions, by: actor, at: Moment(seconds: 1)) }
        try await audit.record(read("ana"))
        try await Self.wait(for: "standby_1", server)
        try await audit.record(read("ben"))
        let found = try await audit.entries(AuditFilter(), before: nil, limit: 9)
        #expect(found.map(\.entry.actor) == ["ben", "ana"])
        #expect(try await server.query("SHOW synchronous_standby_names") == ["standby_1"])
    }

    @Test func `a transaction that waits for a standby is given up with the reason, and counts when the standby comes`()
        async throws
    {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        var address = try Self.address(server)
        address.patience = .seconds(2)
        let database = try await PostgreSQLDatabase(address, files: "", isServer: false, writers: 1, readers: 1)
        try await Self.wait(for: "standby_1", server)
        let write: @Sendable (Database) throws -> Void = { db in
            try db.execute(sql: "INSERT INTO queue_waits (id, queue, waited) VALUES (1, 'q', 1)")
        }
        let error = await #expect(throws: SQLError.self) { try await database.perform(write) }
        #expect(error?.kind == .unknown)
        #expect(error?.description.contains("commits wait for a standby") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("start that standby") == true)
        #expect(error?.waitsForStandby == true)

        let standby = try await PostgreSQLServer.standby(of: server, named: "standby_1")
        try await poll { try await standby.query("SELECT id FROM queue_waits") == ["1"] }
        try await poll { try await database.obstacle() == nil }
        #expect(database.lost == nil)
    }

    @Test func `a transaction that another one keeps waiting is given up without an effect`() async throws {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        try await Self.wait(for: "standby_1", server)
        let write = { (seconds: Int, queue: String) async throws -> SQLError? in
            var address = try Self.address(server)
            address.patience = .seconds(seconds)
            let database = try await PostgreSQLDatabase(address, files: "", isServer: false, writers: 1, readers: 1)
            return await #expect(throws: SQLError.self) {
                try await database.perform { db in
                    try db.execute(
                        sql: "INSERT INTO queue_waits (id, queue, waited) VALUES (1, ?, 1)", arguments: [queue])
                }
            }
        }
        #expect(try await write(2, "first")?.kind == .unknown)
        // It waits for the row of the first, which is longer than the server lets it.
        let second = try await write(12, "second")
        #expect(second?.kind == .unavailable, "\(second?.description ?? "")")
        #expect(second?.waitsForStandby == true)
        #expect(second?.description.hasPrefix("commits wait for a standby in") == true)
        #expect(second?.description.contains("not known") == false)

        let standby = try await PostgreSQLServer.standby(of: server, named: "standby_1")
        try await poll { try await standby.query("SELECT queue FROM queue_waits") == ["first"] }
    }

    @Test func `a transaction that waited behind one which waits for a standby has no effect, and is not in doubt`()
        async throws
    {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        var address = try Self.address(server)
        address.patience = .seconds(6)
        let database = try await PostgreSQLDatabase(address, files: "", isServer: false, writers: 1, readers: 1)
        try await Self.wait(for: "standby_1", server)
        let write = { @Sendable (queue: String) async -> SQLError? in
            await #expect(throws: SQLError.self) {
                try await database.perform { db in
                    try db.execute(
                        sql: "INSERT INTO queue_waits (id, queue, waited) VALUES (?, ?, 1)",
                        arguments: [queue.utf8.count, queue])
                }
            }
        }
        async let first = write("first")
        try await poll { try await PostgreSQLDatabase.facts(at: Self.address(server)).standbyWait?.waiting == 1 }
        let behind = await write("behind")
        #expect(await first?.kind == .unknown)
        #expect(behind?.kind == .unavailable, "\(behind?.description ?? "")")
        #expect(behind?.waitsForStandby == true)
        #expect(behind?.description.hasPrefix("commits wait for a standby in") == true)
        #expect(behind?.description.contains("not known") == false)

        let standby = try await PostgreSQLServer.standby(of: server, named: "standby_1")
        try await poll { try await standby.query("SELECT queue FROM queue_waits") == ["first"] }
    }

    @Test func `the commit of a move that waits for a standby is explained and given up, and counts when it comes`()
        async throws
    {
        let server = try await PostgreSQLServer()
        _ = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        try await Self.wait(for: "standby_1", server)
        var patient = try Self.address(server)
        patient.patience = .seconds(4)
        let (address, reports) = (patient, Reports())
        let error = await #expect(throws: SQLError.self) {
            try await onThreadOfItsOwn {
                try PostgreSQLDatabase.holding(address, onDelay: { reports.add($0) }) { db in
                    try db.execute(sql: "INSERT INTO queue_waits (id, queue, waited) VALUES (1, 'q', 1)")
                }
            }
        }
        #expect(error?.kind == .unknown)
        #expect(error?.description.hasPrefix("commits wait for a standby") == true, "\(error?.description ?? "")")
        #expect(reports.all.count == 1 && reports.all.first == error?.description, "\(reports.all)")

        let standby = try await PostgreSQLServer.standby(of: server, named: "standby_1")
        try await poll { try await standby.query("SELECT id FROM queue_waits") == ["1"] }
        try PostgreSQLDatabase.holding(address) { db in try db.execute(sql: "DELETE FROM queue_waits") }
        #expect(try await server.query("SELECT id FROM queue_waits") == [])
    }

    /// What was reported, in order.
    private final class Reports: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }
        func add(_ report: String) { kept.withLock { $0.append(report) } }
    }

    @Test func `tables are not created while commits wait for a standby that is missing`() async throws {
        let server = try await PostgreSQLServer()
        try await Self.wait(for: "standby_1", server)
        let error = await #expect(throws: PostgreSQLOpeningError.self) {
            _ = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        }
        #expect(error?.isTemporary == true)
        #expect(error?.description.contains("commits wait for a standby") == true, "\(error?.description ?? "")")
        #expect(try await server.query("SELECT to_regclass('layouts') IS NULL") == ["t"])
    }

    @Test func `a primary that waits for no standby would lose messages at a failover, if one is possible`()
        async throws
    {
        let server = try await PostgreSQLServer()
        let (folder, port) = (server.folder.path, server.port)
        let several = try PostgreSQLAddress(
            "postgresql:///postgres?host=\(folder),\(folder)&port=\(port),\(port)&user=postgres", node: "test")
        let alone = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        let database = try await PostgreSQLDatabase(several, files: "", writers: 1, readers: 1)
        #expect(try await alone.exposure() == nil)
        #expect(database.hasFailover && !alone.hasFailover)
        let exposure = try #require(try await database.exposure())
        #expect(exposure.hasPrefix("the address lists 2 servers, and none of them waits for another"))
        #expect(exposure.hasSuffix("set `storage.accept_loss: true` for as long as none is there"))
        try await Self.wait(for: "standby_1", server)
        try await poll { try await database.exposure() == nil }
    }

    @Test func `a user without further rights sees that commits wait, though a standby is connected`() async throws {
        let server = try await PostgreSQLServer()
        for sql in ["CREATE ROLE shop LOGIN", "GRANT CREATE ON SCHEMA public TO shop"] { try await server.query(sql) }
        let standby = try await PostgreSQLServer.standby(of: server, named: "another")
        let engine = PostgreSQLEngine(try Self.address(server, user: "shop"), writers: 1, readers: 1)
        try await Self.wait(for: "standby_1", server)
        let facts = { try await PostgreSQLDatabase.facts(at: Self.address(server, user: "shop")).standbyWait }
        try await poll { try await facts()?.connected == 1 }
        #expect(try await facts()?.isBlocked == false)

        let waiting = Task { try await engine.run("CREATE TABLE notes (id int)") }
        try await poll { try await facts()?.waiting == 1 }
        let wait = try #require(try await facts())
        #expect(wait.isBlocked && wait.finding.hasSuffix("and the one that is connected has not confirmed them yet"))
        try await Self.wait(for: "", server)
        try await waiting.value
        await standby.crash()
    }

    @Test func `a standby that is not named is found beside one that confirms commits, also without further rights`()
        async throws
    {
        let server = try await PostgreSQLServer()
        try await server.query("CREATE ROLE shop LOGIN")
        let named = try await PostgreSQLServer.standby(of: server, named: "standby_1")
        let other = try await PostgreSQLServer.standby(of: server, named: "standby_2")
        #expect(try await PostgreSQLDatabase.facts(at: Self.address(server)).connectedStandbys == [])
        try await Self.wait(for: "ANY 1 (standby_1)", server)
        try await poll {
            try await server.query("SELECT sync_state FROM pg_stat_replication ORDER BY 1") == ["async", "quorum"]
        }
        for user in ["postgres", "shop"] {
            let address = try Self.address(server, user: user)
            try await poll { try await PostgreSQLDatabase.facts(at: address).connectedStandbys.count == 2 }
            let facts = try await PostgreSQLDatabase.facts(at: address)
            #expect(facts.connectedStandbys == ["standby_1", "standby_2"], "\(user)")
            #expect(facts.unnamedStandbys(hosts: 2) == ["standby_2"], "\(user)")
        }
        try await Self.wait(for: "ANY 1 (standby_1, standby_2)", server)
        #expect(try await PostgreSQLDatabase.facts(at: Self.address(server)).unnamedStandbys(hosts: 2) == [])
        await named.crash()
        await other.crash()
    }

    @Test func `a start that cannot write says that a standby is missing, and does not speak of rights`() async throws {
        let server = try await PostgreSQLServer()
        let address = try Self.address(server)
        _ = try await PostgreSQLDatabase(address, files: "", writers: 1, readers: 1)
        try await Self.wait(for: "standby_1", server)
        for kind in [SQLFaultKind.unavailable, .unknown, .conflict] {
            let error = await PostgreSQLDatabase.reason(for: SQLError(kind, "no answer"), at: address)
            #expect(error.isTemporary && error.description.contains("commits wait for a standby"), "\(error)")
            #expect(!error.description.contains("right"))
        }
    }
}

/// What is said of commits that wait, without a server.
@Suite struct StandbyWaitTextTests {
    @Test(arguments: [
        (StandbyWait(names: "", connected: 0, waiting: 0), false),
        (StandbyWait(names: "", connected: 0, waiting: 3), false),
        (StandbyWait(names: "a", connected: 1, waiting: 0), false),
        (StandbyWait(names: "a", connected: 0, waiting: 0), true),
        (StandbyWait(names: "a", connected: 2, waiting: 1), true),
    ])
    func `commits wait only for standbys that are named`(wait: StandbyWait, isBlocked: Bool) {
        #expect(wait.isBlocked == isBlocked)
    }

    @Test func `the advice about a standby that is connected lets it catch up first`() {
        let missing = StandbyWait(names: "a", connected: 0, waiting: 1)
        #expect(missing.description.contains("no standby is connected; start that standby"))
        let returned = StandbyWait(names: "a", connected: 1, waiting: 1)
        #expect(returned.description.contains("has not confirmed them yet; a standby that has just returned confirms"))
        #expect(returned.advice.contains("is the `application_name` of a standby that works: start that"))
    }

    @Test func `a transaction that others held up says so, and to try again`() {
        let error = PostgreSQLOpeningError(SQLError(.conflict, "deadlock detected"), at: "db")
        #expect(error.isTemporary)
        #expect(
            error.description == "the PostgreSQL database db cannot be written at present: deadlock detected; try again"
        )
    }

    @Test(arguments: [
        ("", [String]()), ("a", ["a"]), ("a, b_2", ["a", "b_2"]), ("ANY 1 (a,b)", ["a", "b"]),
        ("FIRST 2 ( a , b )", ["a", "b"]),
        ("1 (a)", ["a"]), ("*", ["*"]), (#"ANY 1 ("db-1", "a (b), ""c""", d)"#, ["db-1", #"a (b), "c""#, "d"]),
    ])
    func `the names of standbys are those of the setting`(setting: String, names: [String]) {
        #expect(StandbyNames(setting).all == names)
    }

    @Test func `names of standbys are compared as PostgreSQL does`() {
        #expect(StandbyNames("ANY 1 (Standby_1)").contains("standby_1"))
        #expect(!StandbyNames("ANY 1 (standby_1)").contains("standby_10"))
        #expect(!StandbyNames("ANY 1 (standby_1)").contains("any") && !StandbyNames("1 (a)").contains("1"))
        #expect(StandbyNames("*").contains("walreceiver"))
    }
}
