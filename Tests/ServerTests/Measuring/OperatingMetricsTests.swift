import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import FlowEngine
import SQLiteStorage
import ServerMetrics
import Testing

@testable import Server

/// Metrics for operators' alerts, beyond those of conversations.
@Suite struct OperatingMetricsTests {
    @Test func `calls are counted by action and outcome, with the time that they took`() async {
        let registry = MetricsRegistry()
        let clock = TurnableClock(standingAt: Account.now)
        let caller = MeasuredCaller(
            inner: SlowCaller(clock: clock), measurements: MeasuredCaller.measurements(in: registry), clock: clock)
        for action in ["book", "book", "cancel", DeskNotice.action] {
            let conversation = ConversationKey(channel: "apple", customer: "ana", business: "shop")
            _ = await caller.call(
                ActionCall(action: action, inputs: Fields(), key: "k", conversation: conversation))
        }
        let page = await registry.page
        for line in [
            #"usher_calls_total{action="book",outcome="gave"} 2"#,
            #"usher_calls_total{action="cancel",outcome="timeout"} 1"#,
            #"usher_call_seconds_bucket{action="book",le="1"} 0"#,
            #"usher_call_seconds_bucket{action="book",le="2.5"} 2"#, #"usher_call_seconds_sum{action="book"} 4"#,
            #"usher_call_seconds_count{action="cancel"} 1"#,
            // The reason is for the log and the dead letter: no two need to be equal.
            #"usher_calls_total{action="@desk",outcome="not taken"} 1"#,
        ] {
            #expect(page.contains(line + "\n"), "\(line) is not on the page:\n\(page)")
        }
    }

    @Test func `what comes beyond so many names is added up`() async {
        let registry = MetricsRegistry()
        let measured = registry.labeled(
            counts: ("calls_total", "Calls."), times: ("call_seconds", "Times."), by: "action", bounds: [1], most: 2)
        for name in ["a", "b", "c", "d", "a"] { measured.record(name, outcome: "gave", seconds: 0.5) }
        #expect(measured.count(of: "a", outcome: "gave") == 2 && measured.count(of: "c", outcome: "gave") == 0)
        #expect(measured.count(of: "other", outcome: "gave") == 2)
    }

    @Test func `answers with 429 are counted by what was asked for`() async throws {
        var connections = ConnectionSettings()
        connections.requestsPerAddress = 2
        try await TestServer.run(.init(connections: connections)) { server in
            for status in [404, 404, 429, 429] { #expect(try await server.get("/chat/nothing").status == status) }
            server.clock.turn(by: .minutes(1))
            let page = try await server.metrics()
            #expect(page["usher_too_many_requests_total{route=\"chat\"}"] == 2)
            #expect(page["usher_too_many_requests_total{route=\"operators\"}"] == 0)
        }
    }

    @Test func `the state of the store is shown, and the age of a backup once there is one`() async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(.init(folder: folder)) { server in
            let before = try await server.metrics()
            for name in ["usher_dead_letters_kept", "usher_handovers_waiting", "usher_desk_notices_waiting"] {
                #expect(before[name] == 0, "\(name)")
            }
            #expect(before["usher_handover_oldest_seconds"] == nil)
            #expect((before["usher_disk_free_bytes"] ?? 0) > 0)
            #expect(before["usher_last_backup_age_seconds"] == nil)
            _ = try await server.store.backUp(to: folder.path + "/backup")
            #expect(try await server.metrics()["usher_last_backup_age_seconds"] != nil)
        }
    }
}

/// Takes two seconds for a call; one action reaches its timeout, and the agent desk refuses all notices.
private struct SlowCaller: ActionCaller {
    let clock: TurnableClock

    func call(_ call: ActionCall) async -> ActionOutcome {
        clock.turn(by: .seconds(2))
        return switch call.action {
        case "cancel": .failed("timeout")
        case DeskNotice.action: .failed("Failed to connect to desk.example port 443 after 12 ms")
        default: .gave(Fields())
        }
    }
}
