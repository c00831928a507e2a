import Channels
import Concurrency
import ConversationRuntime
import Expressions
import ServerMetrics
import Synchronization
import TestSupport
import Testing

@testable import Server

/// The metrics of whether a server is ready, and of whether a failover of its database is safe.
@Suite struct HealthGaugeTests {
    @Test func `what keeps a server from being ready is shown by cause`() async throws {
        let (registry, problems) = (MetricsRegistry(), Problems())
        let monitor = HealthMonitor(now: Account.now, logger: LogRecorder().logger)
        registry.showHealth(of: UnaskedStore(hasFailover: false), in: monitor) { problems.present }
        let ready = try MetricsPage(await registry.page)
        #expect(ready["usher_ready"] == 1 && ready.types["usher_ready"] == "gauge")
        for cause in UnreadyCause.allCases { #expect(ready[Self.sample(of: cause)] == 0, "\(cause)") }

        let present = [UnreadyCause.database, .credentials]
        problems.become(present.map { HealthProblem($0, "it is broken") } + [HealthProblem(.database, "twice")])
        let page = try MetricsPage(await registry.page)
        #expect(page["usher_ready"] == 0)
        for cause in UnreadyCause.allCases {
            let expected = present.contains(cause) ? 1.0 : 0.0
            #expect(page[Self.sample(of: cause)] == expected, "\(cause)")
        }
    }

    @Test func `whether a failover is safe is shown once it is known, and where one is possible`() async throws {
        let monitor = HealthMonitor(now: Account.now, logger: LogRecorder().logger)
        let (several, one) = (MetricsRegistry(), MetricsRegistry())
        several.showHealth(of: UnaskedStore(hasFailover: true), in: monitor) { [] }
        one.showHealth(of: UnaskedStore(hasFailover: false), in: monitor) { [] }
        let name = "usher_failover_unsafe"
        let before = try MetricsPage(await several.page)
        #expect(before[name] == nil, "nothing was checked yet")
        for (exposure, value) in [(nil, 0.0), ("name standbys", 1.0), (nil, 0.0)] as [(String?, Double)] {
            monitor.note(exposure: exposure)
            let (ofSeveral, ofOne) = (try MetricsPage(await several.page), try MetricsPage(await one.page))
            #expect(ofSeveral[name] == value && ofOne[name] == nil)
        }
    }

    @Test func `a scrape shows the last result and probes nothing`() async throws {
        try await TestServer.run { server in
            await poll { server.gate.probes != 0 }
            server.gate.breakTimers()
            for _ in 0..<5 { #expect(try await server.metrics()["usher_ready"] == 1) }
            #expect(server.gate.probes == 1)
            await poll(
                after: { server.clock.turn(by: .seconds(1)) },
                until: { server.log.lines.contains { $0.contains("server not ready") } })
            let page = try await server.metrics()
            #expect(page["usher_ready"] == 0 && page[Self.sample(of: .database)] == 1)
            #expect(page[Self.sample(of: .credentials)] == 0 && page["usher_failover_unsafe"] == nil)
        }
    }

    @Test func `a scrape does not wait for a database that does not respond`() async throws {
        try await TestServer.run { server in
            #expect(try await server.metrics()["usher_deliveries_waiting"] == 0)
            server.gate.breakTimers()
            await poll(
                after: { server.clock.turn(by: .seconds(1)) },
                until: { server.log.lines.contains { $0.contains("server not ready") } })
            server.gate.holdCounts()
            defer { server.gate.releaseCounts() }
            let page = try await server.metrics()
            #expect(page["usher_ready"] == 0 && page["usher_outbox_lanes"] == 0)
            for name in ["usher_deliveries_waiting", "usher_handovers_waiting", "usher_dead_letters_kept"] {
                #expect(page[name] == nil, "\(name)")
            }
            #expect((page["usher_disk_free_bytes"] ?? 0) > 0, "it is not in the database")
        }
    }

    @Test func `one of several bots that has stopped is not ready, whatever its database answers`() async throws {
        try await TestServer.run { server in
            let monitor = HealthMonitor(now: server.clock.now, logger: server.log.logger)
            let routes = HealthRoutes(conversations: server.conversations, monitor: monitor, clock: server.clock)
            let state = HostedState()
            #expect(routes.problems(of: state) == [])
            state.stop("the database is missing")
            #expect(routes.problems(of: state) == [HealthProblem(.stopped, "it has stopped: the database is missing")])
        }
    }

    private static func sample(of cause: UnreadyCause) -> String { #"usher_not_ready{cause="\#(cause.rawValue)"}"# }
}

/// What is wrong with a server at present.
private final class Problems: Sendable {
    private let held = Mutex<[HealthProblem]>([])

    var present: [HealthProblem] { held.withLock { $0 } }

    func become(_ problems: [HealthProblem]) { held.withLock { $0 = problems } }
}

/// A store that expects no question.
private struct UnaskedStore: HealthStore {
    let hasFailover: Bool

    func probe() async throws { Issue.record("it was probed") }

    func damage() async throws -> String? {
        Issue.record("it was looked through")
        return nil
    }

    func exposure() async throws -> String? {
        Issue.record("it was asked what a failover would lose")
        return nil
    }
}
