import Databases
import Foundation
import PostgreSQLServers
import SQLStorage
import TestSupport
import Testing

@testable import PostgreSQLStorage

/// A primary and its standby: what was acknowledged survives the loss of the primary, and a former primary is not used.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct FailoverTests {
    private static func address(_ servers: PostgreSQLServer...) throws -> PostgreSQLAddress {
        let hosts = servers.map(\.folder.path).joined(separator: ",")
        let ports = servers.map { "\($0.port)" }.joined(separator: ",")
        return try PostgreSQLAddress("postgresql:///postgres?host=\(hosts)&port=\(ports)&user=postgres", node: "test")
    }

    private struct AlreadyThere: Error {}

    private static func arrive(_ id: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO arrivals (id, channel, received_at, outcome) VALUES (?, 'c', 1, '') ON CONFLICT DO NOTHING
                """, arguments: [id])
        guard db.changesCount == 1 else { throw AlreadyThere() }
    }

    private static func arrivals(_ server: PostgreSQLServer) async throws -> [String] {
        try await server.query("SELECT id FROM arrivals ORDER BY id")
    }

    /// Cancels the wait of every commit for a standby until `work` has ended.
    private func cancellingWaits<Value: Sendable>(
        of server: PostgreSQLServer, _ work: @escaping @Sendable () async -> Value
    ) async throws -> Value {
        let result = Task { await work() }
        let canceller = Task {
            while !Task.isCancelled {
                try await server.query(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            }
        }
        let value = await result.value
        canceller.cancel()
        return value
    }

    @Test func `a commit that no standby has confirmed is not acknowledged, nor what was concluded from it`()
        async throws
    {
        let server = try await PostgreSQLServer()
        let database = try await PostgreSQLDatabase(Self.address(server), files: "", writers: 1, readers: 1)
        try await server.set(["synchronous_standby_names = 'standby'"])
        for _ in 0..<2 {
            let error = try await cancellingWaits(of: server) { () -> (any Error)? in
                do {
                    try await database.perform { try Self.arrive("1", $0) }
                    return nil
                } catch { return error }
            }
            #expect((error as? SQLError)?.kind == .unknown, "\(error.map { "\($0)" } ?? "it was acknowledged")")
            #expect(try await Self.arrivals(server) == ["1"], "it is there, as on a server that has lost its standby")
        }
        let standby = try await PostgreSQLServer.standby(of: server, named: "standby")
        await #expect(throws: AlreadyThere.self) { try await database.perform { try Self.arrive("1", $0) } }
        try await database.perform { try Self.arrive("2", $0) }
        #expect(try await Self.arrivals(standby) == ["1", "2"])
    }

    @Test func `what was acknowledged survives the primary, and a former primary takes nothing more`() async throws {
        let first = try await PostgreSQLServer(["synchronous_standby_names = 'second'"])
        let second = try await PostgreSQLServer.standby(of: first, named: "second")
        let address = try Self.address(first, second)
        let database = try await PostgreSQLDatabase(address, files: "", writers: 2, readers: 2)
        for number in 1...5 { try await database.perform { try Self.arrive("\(number)", $0) } }
        #expect(
            PostgreSQLDatabase.roles(at: address).map(\.role)
                == [.primary(timeline: 1), .standby(waitsFor: "second")])

        await first.crash()
        try await second.set(["synchronous_standby_names = ''"])
        try await second.promote()
        for number in 6...9 { try await database.perform { try Self.arrive("\(number)", $0) } }
        #expect(try await Self.arrivals(second) == (1...9).map { "\($0)" })

        // The former primary starts again, as if nothing had happened, and waits for no one.
        try await first.start()
        try await first.set(["synchronous_standby_names = ''"])
        let roles = PostgreSQLDatabase.roles(at: address)
        #expect(roles.map(\.role) == [.primary(timeline: 1), .primary(timeline: 2)])
        let finding = try #require(ServerRole.findings(in: roles).first)
        #expect(finding.isBad && finding.text.contains("\(first.folder.path):\(first.port) takes writes"))

        // Connections that are new, those of a process that has just started, and its doorbell.
        try await second.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'usher test'")
        try await database.perform { try Self.arrive("a", $0) }
        #expect(try await database.read { try String.fetchAll($0, sql: "SELECT id FROM arrivals").count } == 10)
        let started = try await PostgreSQLDatabase(
            Self.address(first, second), files: "", isServer: false, writers: 1, readers: 1)
        try await started.perform { try Self.arrive("b", $0) }
        #expect(try await Self.arrivals(first) == (1...5).map { "\($0)" })
        #expect(try await Self.arrivals(second).suffix(2) == ["a", "b"])

        // Without the new primary there is none.
        await second.crash()
        let error = await #expect(throws: SQLError.self) { try await database.perform { try Self.arrive("c", $0) } }
        #expect(error?.kind == .unavailable || error?.kind == .unknown)
        #expect(error?.description.contains("has been replaced as the primary") == true, "\(error?.description ?? "")")
        #expect(try await Self.arrivals(first) == (1...5).map { "\($0)" })

        // A process that has just started has seen no newer timeline.
        let fresh = try Self.address(first, second)
        let facts = try await PostgreSQLDatabase.facts(at: fresh)
        let doubt = try #require(PostgreSQLDatabase.doubt(facts, at: fresh))
        #expect(doubt.timeline == 1 && doubt.missing == ["\(second.folder.path):\(second.port)"], "\(doubt)")
        let command = try await PostgreSQLDatabase(
            fresh, files: "", isServer: false, refusal: doubt.refusal, writers: 1, readers: 1)
        #expect(try await command.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM arrivals") } == 5)
        let refusal = await #expect(throws: SQLError.self) { try await command.perform { try Self.arrive("d", $0) } }
        #expect(refusal?.description == doubt.refusal)
        #expect(try await Self.arrivals(first) == (1...5).map { "\($0)" })
    }

    /// It answers before this process has asked the new primary.
    @Test func `a former primary that starts again takes nothing, also from who has not seen the new one`() async throws
    {
        let first = try await PostgreSQLServer(["synchronous_standby_names = 'second'"])
        let second = try await PostgreSQLServer.standby(of: first, named: "second")
        let database = try await PostgreSQLDatabase(Self.address(first, second), files: "", writers: 2, readers: 2)
        try await database.perform { try Self.arrive("1", $0) }
        await first.crash()
        try await second.set(["synchronous_standby_names = ''"])
        try await second.promote()
        try await first.start()
        try await first.set(["synchronous_standby_names = ''"])
        for number in 2...5 { try await database.perform { try Self.arrive("\(number)", $0) } }
        #expect(try await database.read { try String.fetchAll($0, sql: "SELECT id FROM arrivals").count } == 5)
        #expect(try await Self.arrivals(first) == ["1"])
        #expect(try await Self.arrivals(second) == (1...5).map { "\($0)" })
        #expect(database.lost == nil)
    }

    @Test func `servers are compared whenever one has started, and now and then`() {
        let (primary, now) = (CurrentPrimary(), ContinuousClock.now)
        #expect(!primary.isCompared(since: "10:00", at: now))
        primary.noteComparison(since: "10:00", at: now)
        #expect(primary.isCompared(since: "10:00", at: now + .seconds(29)))
        #expect(!primary.isCompared(since: "10:07", at: now + .seconds(1)), "it has started since")
        #expect(!primary.isCompared(since: "10:00", at: now + .seconds(30)))
    }

    @Test func `a connection to a former primary that was open all the time is not used`() {
        let primary = CurrentPrimary()
        #expect(primary.admits(1) && primary.isCurrent(1))
        #expect(primary.admits(2) && primary.admits(2))
        #expect(!primary.isCurrent(1) && !primary.admits(1))
        #expect(primary.isCurrent(2) && primary.newest == 2)
        #expect(primary.admits(nil) && primary.isCurrent(nil), "a database without timelines has one primary")
    }

    @Test func `a server that does not answer is given up`() async throws {
        let server = try await PostgreSQLServer()
        let proxy = try WireProxy(to: "\(server.folder.path)/.s.PGSQL.\(server.port)")
        defer { proxy.stop() }
        var address = try PostgreSQLAddress(
            "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable&gssencmode=disable&connect_timeout=2"
        )
        address.patience = .milliseconds(300)
        let database = try await PostgreSQLDatabase(address, files: "", writers: 1, readers: 1)
        try await database.perform { try Self.arrive("1", $0) }
        proxy.freeze()
        let error = await #expect(throws: SQLError.self) { try await database.perform { try Self.arrive("2", $0) } }
        #expect(error?.kind == .unavailable)
        proxy.thaw()
        try await database.perform { try Self.arrive("3", $0) }
        #expect(try await Self.arrivals(server) == ["1", "3"])
    }

    @Test func `while the process shuts down, all that waits for a server without an answer is given up in seconds`()
        async throws
    {
        let server = try await PostgreSQLServer()
        let proxy = try WireProxy(to: "\(server.folder.path)/.s.PGSQL.\(server.port)")
        defer { proxy.stop() }
        var address = try PostgreSQLAddress(
            "postgresql://postgres@127.0.0.1:\(proxy.port)/postgres?sslmode=disable&gssencmode=disable&connect_timeout=60"
        )
        address.patience = .seconds(600)
        let database = try await PostgreSQLDatabase(address, files: "", writers: 1, readers: 1)
        try await database.perform { try Self.arrive("1", $0) }
        _ = try await database.obstacle()
        proxy.freeze()
        let start = ContinuousClock.now
        let faults: [SQLFaultKind?] = await withTaskGroup(of: SQLFaultKind?.self) { group in
            for number in 2..<60 {
                group.addTask {
                    do {
                        try await database.perform { try Self.arrive("\(number)", $0) }
                        return nil
                    } catch {
                        return (error as? SQLError)?.kind
                    }
                }
            }
            group.addTask {
                do {
                    _ = try await database.exposure()
                    _ = try await database.obstacle()
                    return nil
                } catch {
                    return (error as? SQLError)?.kind
                }
            }
            database.prepareForShutdown()
            return await group.reduce(into: [SQLFaultKind?]()) { $0.append($1) }
        }
        #expect(faults.count == 59 && faults.allSatisfy { $0 == .unavailable }, "\(faults)")
        #expect(start.duration(to: .now) < .seconds(60))
        proxy.thaw()
    }
}

/// The limits of a process that shuts down.
@Suite struct ShutdownTimeoutsTests {
    @Test func `they hold once the shutdown begins, from its beginning on`() {
        let timeouts = ShutdownTimeouts()
        let start = ContinuousClock.now
        #expect(timeouts.end(of: .seconds(20), since: start) == start + .seconds(20))
        #expect(timeouts.longest(.seconds(20)) == .seconds(20))
        timeouts.begin()
        let now = ContinuousClock.now
        #expect(timeouts.end(of: .seconds(20), since: start) <= now + .seconds(6))
        #expect(timeouts.end(of: .seconds(20), since: start) >= start + .seconds(6))
        let later = start + .seconds(100)
        #expect(timeouts.end(of: .seconds(20), since: later) == later + .seconds(6), "work that began later")
        #expect(timeouts.end(of: .seconds(1), since: later) == later + .seconds(1))
        #expect(timeouts.longest(.seconds(20)) == .seconds(6) && timeouts.longest(.seconds(1)) == .seconds(1))
    }

    @Test func `a server that cannot be reached is tried again after a pause`() {
        let timeouts = ShutdownTimeouts()
        let (now, failure) = (ContinuousClock.now, SQLError(.unavailable, "timeout expired"))
        timeouts.note(failure, at: now)
        #expect(timeouts.recentFailure(at: now) == nil, "a process that runs tries at once")
        timeouts.begin()
        timeouts.note(failure, at: now)
        #expect(timeouts.recentFailure(at: now + .milliseconds(1_900)) == failure)
        #expect(timeouts.recentFailure(at: now + .milliseconds(2_100)) == nil)
    }
}

/// What operators learn about the servers of an address.
@Suite struct ServerRoleTests {
    @Test func `a primary with standbys that wait for one another is in order`() {
        let servers = [ServerRole("a", .primary(timeline: 3)), ServerRole("b", .standby(waitsFor: "ANY 1 (a, c)"))]
        #expect(ServerRole.findings(in: servers) == [])
    }

    @Test func `a former primary is bad, a missing or careless standby a warning`() {
        let servers = [
            ServerRole("a", .primary(timeline: 3)), ServerRole("b", .primary(timeline: 4)),
            ServerRole("c", .standby(waitsFor: "")), ServerRole("d", .unreachable(reason: "no route")),
        ]
        let findings = ServerRole.findings(in: servers)
        #expect(findings.map(\.isBad) == [true, false, false])
        #expect(findings[0].text == "a takes writes on timeline 3, and so does b on 4")
        #expect(findings[1].text.contains("standby c"))
        #expect(findings[2].text.contains("d cannot be reached: no route"))
    }
}
