import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowModel
import Foundation
import GRDB
import Hummingbird
import JSON
import Logging
import ServerMetrics
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import Server

@Suite struct HealthTests {
    @Test func `a running server is live and ready, and says how old that is`() async throws {
        try await TestServer.run { server in
            let version = try Fixtures.bot().version
            let live = try await server.get("/health/live")
            #expect(live.status == 200 && live.json["status"] == "live" && live.json["age_seconds"] == 0)
            let ready = try await server.get("/health/ready")
            #expect(ready.status == 200)
            #expect(
                ready.json
                    == ["status": "ready", "flows": .string(version), "age_seconds": 0])
        }
    }

    @Test func `a server on PostgreSQL says so, ready or not`() async throws {
        let monitor = HealthMonitor(now: Account.now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let clock = TurnableClock(standingAt: Account.now)
        try await TestServer.run { server in
            let routes = HealthRoutes(
                conversations: server.conversations, monitor: monitor, clock: clock, usesPostgreSQL: true)
            #expect(routes.database == "postgresql")
            let report = ReadyBots.Report(
                name: .main, flows: "1", problems: [HealthProblem(.disk, "a")], database: routes.database)
            #expect(ReadyBots([report]).body["bots"]?[0]?["database"] == "postgresql")
        }
    }

    @Test func `a server whose database does not answer is live and not ready`() async throws {
        try await TestServer.run { server in
            server.gate.breakTimers()
            let ready = try await server.untilReady(503)
            #expect(ready.json["status"] == "not ready")
            #expect(ready.reason == "the database does not respond: the disk is gone")
            #expect(ready.json["causes"] == ["database"])
            await server.log.line(with: "server not ready")
            #expect(try await server.get("/health/live").status == 200)
        }
    }

    @Test func `a full disk is told, and that there is room again`() async throws {
        let free = Mutex(1_000_000_000)
        var setup = TestServer.Setup()
        setup.freeSpace = { _ in free.withLock { $0 } }
        try await TestServer.run(setup) { server in
            free.withLock { $0 = 5_000_000 }
            let ready = try await server.untilReady(503)
            #expect(ready.reason?.hasPrefix("the disk is full: 5000 KB are free in ") == true)
            #expect(ready.json["causes"] == ["disk"])
            free.withLock { $0 = 1_000_000_000 }
            _ = try await server.untilReady(200)
            await server.log.line(with: "server ready again")
        }
    }

    @Test func `damaged pages are told, though nobody needs them`() async throws {
        try await TestServer.run { server in
            let root = try await server.database.pool.writeWithoutTransaction { db in
                _ = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                return try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'payments'") ?? 0
            }
            let file = open(server.databasePath, O_WRONLY)
            #expect(pwrite(file, [UInt8](repeating: 0xFF, count: 4_096), 4_096, off_t((root - 1) * 4_096)) == 4_096)
            close(file)
            let ready = try await server.untilReady(503)
            #expect(ready.reason?.hasPrefix("the database is damaged: ") == true)
            #expect(ready.reason?.hasSuffix("; stop the server and restore a backup") == true)
            #expect(ready.json["causes"]?.array?.contains("damage") == true)
        }
    }

    @Test func `a database that has gone is acknowledged to nobody, and stops the server`() async throws {
        try await TestServer.run { server in
            let before = try await Webhook.text("Hi").post(to: server)
            #expect(before.status == 200)
            await server.untilQuiet()
            try FileManager.default.moveItem(atPath: server.databasePath, toPath: server.databasePath + ".away")
            let late = try await Webhook.text("Are you there?").post(to: server)
            #expect(late.status == 503)
            await server.log.line(with: "could not store a message")
            await poll(
                after: { server.clock.turn(by: .seconds(1)) },
                until: {
                    server.log.lines.contains(where: { $0.contains("database missing, stopping the server") })
                })
            let service = HealthService(
                monitor: HealthMonitor(now: Account.now, logger: server.log.logger), store: server.database,
                clock: server.clock, logger: server.log.logger)
            await #expect(throws: StoreTrouble.self) { try await service.run() }
        }
    }

    @Test func `who asks often costs nothing and gets the last result`() async throws {
        try await TestServer.run { server in
            await poll { server.gate.probes != 0 }
            server.clock.turn(by: .milliseconds(999))
            server.gate.breakTimers()
            for _ in 0..<50 {
                let status = try await server.get("/health/ready").status
                #expect(status == 200)
            }
            #expect(server.gate.probes == 1)
        }
    }

    @Test func `looking through the database takes a hundredth of the time at most`() {
        #expect(HealthService.rest(afterLookOf: .milliseconds(2)) == .milliseconds(10_050))
        #expect(HealthService.rest(afterLookOf: .milliseconds(900)) == .milliseconds(89_100))
        #expect(HealthService.rest(afterLookOf: .seconds(30)) == .seconds(2_970))
    }

    @Test func `a look that does not come to an end is told after half a minute`() async throws {
        let monitor = HealthMonitor(now: Account.now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let clock = TurnableClock(standingAt: Account.now)
        try await TestServer.run { server in
            let routes = HealthRoutes(conversations: server.conversations, monitor: monitor, clock: clock)
            #expect(routes.ready().status == .ok)
            clock.turn(by: .seconds(31))
            #expect(routes.ready().status == .serviceUnavailable)
            monitor.note(trouble: nil, at: clock.now)
            #expect(routes.ready().status == .ok)
        }
    }

    @Test func `a probe that does not end is explained, and what was true before it is forgotten`() async throws {
        try await TestServer.run { server in
            server.gate.breakTimers()
            let before = try await server.untilReady(503)
            #expect(before.reason == "the database does not respond: the disk is gone")
            server.gate.holdProbes(because: "commits wait for a standby")
            try await server.until { $0.reason == "the database does not respond: commits wait for a standby" }
            server.gate.releaseProbes()
            try await server.until { $0.reason == "the database does not respond: the disk is gone" }
        }
    }

    @Test func `once it is known that commits wait, webhooks are refused at once, until one has ended`() async throws {
        try await TestServer.run { server in
            server.gate.holdProbes(because: "commits wait for a standby")
            try await server.until { $0.reason == "the database does not respond: commits wait for a standby" }
            var webhook = Webhook.text("Hi")
            webhook.authorization = Account.bearer(at: server.clock.now)
            let refused = try await webhook.post(to: server)
            #expect(refused.status == 503 && refused.retryAfter == "1", "\(refused)")
            await server.log.line(with: "could not store a message")
            let lines = server.log.lines.filter { $0.contains("could not store a message") }
            #expect(lines.allSatisfy { $0.contains("commits wait for a standby") }, "\(lines)")
            server.gate.releaseProbes()
            try await server.until { $0.status == 200 }
            webhook.authorization = Account.bearer(at: server.clock.now)
            let accepted = try await webhook.post(to: server)
            #expect(accepted.outcome == "accepted", "\(accepted)")
        }
    }

    @Test func `a probe that does not end for a reason that is not known names no earlier one`() async throws {
        let monitor = HealthMonitor(now: Account.now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let clock = TurnableClock(standingAt: Account.now)
        try await TestServer.run { server in
            let routes = HealthRoutes(conversations: server.conversations, monitor: monitor, clock: clock)
            monitor.note(trouble: HealthProblem(.database, "it cannot be reached"), at: clock.now)
            monitor.note(damage: "page 3")
            #expect(routes.problems.first?.reason == "it cannot be reached")
            clock.turn(by: .seconds(31))
            #expect(routes.problems.count == 2)
            #expect(routes.problems[0].reason.hasPrefix("the database is damaged: page 3"))
            #expect(routes.problems[1].reason == "the database has not responded for 31 seconds")
            #expect(routes.problems.causes == [.database, .damage])
        }
    }

    @Test func `what a failover has lost is reported before the server is ready again, which it is`() async throws {
        try await TestServer.run { server in
            server.gate.holdProbes(because: "it is being promoted")
            try await server.until { $0.status == 503 }
            server.gate.lose(
                LostCommits(
                    messages: 3, transactions: 5, since: Moment(seconds: 60), until: Moment(seconds: 120)))
            server.gate.releaseProbes()
            try await server.until { $0.status == 200 }
            let lost = try await server.get("/health/ready").json["lost"]
            #expect(lost?["messages"] == 3 && lost?["transactions"] == 5)
            #expect(lost?["since"] == "1970-01-01T00:01:00Z" && lost?["until"] == "1970-01-01T00:02:00Z")
            #expect(lost?["reason"]?.string?.contains("before you run `pg_rewind`") == true)

            await server.log.line(with: "server ready again")
            let lines = server.log.lines
            let report = try #require(lines.firstIndex { $0.hasPrefix("error acknowledged data lost") })
            let ready = try #require(lines.firstIndex { $0.contains("server ready again") })
            #expect(report < ready && lines[report].contains("messages=3"))
            #expect(lines.filter { $0.contains("acknowledged data lost") }.count == 1)
            #expect(await server.registry.page.contains("usher_messages_lost_total 3\n"))
        }
    }

    @Test func `what a failover has lost is reported at once, also while commits wait`() async throws {
        try await TestServer.run { server in
            server.gate.holdProbes(because: "commits wait for a standby")
            try await server.until { $0.status == 503 }
            server.gate.lose(
                LostCommits(messages: 3, transactions: 5, since: Moment(seconds: 60), until: Moment(seconds: 120)))
            try await server.until { $0.json["lost"]?["messages"] == 3 }
            #expect(try await server.get("/health/ready").status == 503)
            await server.log.line(with: "acknowledged data lost")
            #expect(!server.log.lines.contains { $0.contains("server ready again") })
            server.gate.releaseProbes()
            try await server.until { $0.status == 200 }
            #expect(server.log.lines.filter { $0.contains("acknowledged data lost") }.count == 1)
        }
    }

    @Test func `what a failover has lost is reported although the probe fails`() async throws {
        try await TestServer.run { server in
            server.gate.lose(
                LostCommits(messages: 1, transactions: 1, since: Moment(seconds: 60), until: Moment(seconds: 60)))
            server.gate.breakTimers()
            let ready = try await server.untilReady(503)
            #expect(ready.json["lost"]?["messages"] == 1)
            await server.log.line(with: "acknowledged data lost")
        }
    }

    @Test func `that a failover would lose messages is logged once, and that it no longer would`() async throws {
        try await TestServer.run { server in
            let logs = { (words: String) in server.log.lines.filter { $0.contains(words) } }
            let untilLogged = { (words: String) async in
                await poll(after: { server.clock.turn(by: .seconds(1)) }, until: { !logs(words).isEmpty })
            }
            server.gate.expose(because: "no server waits for another; name standbys")
            await untilLogged("failover unsafe")
            #expect(await server.registry.page.contains("usher_failover_unsafe 1\n"))
            server.gate.expose(because: nil)
            await untilLogged("failover safe again")
            #expect(await server.registry.page.contains("usher_failover_unsafe 0\n"))
            let warnings = logs("failover unsafe")
            #expect(warnings.count == 1 && warnings.first?.hasPrefix("warning ") == true, "\(warnings)")
            #expect(warnings.first?.contains("name standbys") == true)
            let ready = try await server.untilReady(200)
            #expect(ready.status == 200)
        }
    }

    @Test func `transactions without a message of a customer are lost with a warning`() {
        let log = LogRecorder()
        let monitor = HealthMonitor(now: Account.now, logger: log.logger)
        monitor.note(lost: nil)
        for _ in 0..<2 {
            monitor.note(
                lost: LostCommits(
                    messages: 0, transactions: 1, since: Moment(seconds: 60), until: Moment(seconds: 60)))
        }
        #expect(log.lines.count == 1 && log.lines[0].hasPrefix("warning acknowledged data lost"))
    }

    @Test func `a pause of sending that lasts is in the log, and nothing is ready before it ends`() {
        let log = LogRecorder()
        let monitor = HealthMonitor(now: Account.now, logger: log.logger)
        monitor.note(pause: "it is not registered yet")
        monitor.note(pause: nil)
        #expect(log.lines == [], "a server that starts")
        monitor.note(trouble: HealthProblem(.database, "commits wait"), at: Account.now)
        for _ in 0..<2 { monitor.note(pause: "it could not report") }
        monitor.note(trouble: nil, at: Account.now)
        monitor.note(pause: nil)
        #expect(log.lines.count == 4, "\(log.lines)")
        #expect(log.lines[1].contains("commits wait; sending is paused: it could not report"))
        #expect(log.lines[2].hasPrefix("error server not ready") && !log.lines[2].contains("commits wait"))
        #expect(log.lines[3].hasPrefix("notice server ready again"))
    }

    @Test func `a body is neither waited for nor kept, and counts as any other request`() async throws {
        var setup = TestServer.Setup()
        setup.connections.requestsPerAddress = 3
        try await TestServer.run(setup) { server in
            let head = "Host: usher\r\nContent-Length: 1000000\r\n\r\n"
            for (line, status) in [("GET /health/live", "200 OK"), ("GET /health/ready", "200 OK")] {
                let answer = try await RawConnection(port: server.port).exchange { raw in
                    raw.send("\(line) HTTP/1.1\r\n\(head)")
                }
                #expect(answer == "HTTP/1.1 \(status)")
            }
            for status in [
                "405 Method Not Allowed", "405 Method Not Allowed", "405 Method Not Allowed", "429 Too Many Requests",
            ] {
                let answer = try await RawConnection(port: server.port).exchange { raw in
                    raw.send("POST /health/live HTTP/1.1\r\n\(head)")
                }
                #expect(answer == "HTTP/1.1 \(status)")
            }
        }
    }

    @Test func `a refused key stops sending, which is told, and nothing is lost`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            let fault = try server.simulator.add(FaultRule(on: .gateway, .status(401)))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.log.line(with: "sending paused")

            let ready = try await server.get("/health/ready")
            #expect(ready.status == 503)
            let reason = ready.json["sending_stopped"]?.string ?? ""
            #expect(reason.hasSuffix("Apple rejected our token; check `apple.msp_id` and `apple.secret`"))
            #expect(ready.reason == "sending is paused: \(reason)")
            #expect(ready.json["causes"] == ["credentials"])
            await poll(
                after: { server.clock.turn(by: .seconds(1)) },
                until: { server.log.lines.contains { $0.contains("sending is paused: \(reason)") } })
            server.clock.turn(by: .hours(3))
            try server.simulator.removeFault(fault)
            await server.turnUntilSent()
            #expect(try Tables(server.databasePath)["dead_letters"] == [])
            let shown = try await server.simulator.messages(of: phone.device.id)
            #expect(shown.count >= 3, "the three that waited, and perhaps what silence brings")
            #expect(try await server.untilReady(200).json["sending_stopped"] == nil)
        }
    }
}

extension TestServer {
    /// Advances the clock until the readiness check answers so.
    fileprivate func until(_ isTrue: (Webhook.Answer) -> Bool) async throws {
        var answer = try await get("/health/ready")
        for _ in 0..<20_000 where !isTrue(answer) {
            clock.turn(by: .milliseconds(200))
            answer = try await get("/health/ready")
        }
        let isReached = isTrue(answer)
        #expect(isReached, "\(answer)")
    }

    /// Advances the clock until the readiness check returns a status. Returns the last response in any case.
    ///
    /// The probe runs beside it and takes as long as the machine needs: the clock advances when a result is new, and
    /// otherwise only now and then, so that the probe does not seem to hang.
    fileprivate func untilReady(_ status: Int) async throws -> Webhook.Answer {
        var answer = try await get("/health/ready")
        var asked = 0
        for _ in 0..<20_000 where answer.status != status {
            let isNew = answer.json["age_seconds"] == 0
            if isNew || asked == 200 {
                clock.turn(by: .seconds(1))
                asked = 0
            }
            asked += 1
            answer = try await get("/health/ready")
        }
        #expect(answer.status == status)
        return answer
    }
}
