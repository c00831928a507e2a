import AppleSimulator
import Channels
import Concurrency
import CurlClient
import Expressions
import FlowModel
import Foundation
import TestSupport
import Testing

@Suite struct ServerMetricsTests {
    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer wrong", "Basic \(Account.operatorToken)", Account.operatorToken,
    ])
    func `without the token nothing is shown`(_ authorization: String?) async throws {
        try await TestServer.run { server in
            let response = try await server.getMetrics(authorization: authorization)
            #expect(response.status == 401)
            #expect(response.header("WWW-Authenticate") == "Bearer")
            #expect(!String(decoding: response.body, as: UTF8.self).contains("usher_"))
        }
    }

    @Test(arguments: ["Bearer", "bearer", "BEARER"])
    func `the token may be announced in any case`(_ word: String) async throws {
        try await TestServer.run { server in
            let response = try await server.getMetrics(authorization: "\(word) \(Account.operatorToken)")
            #expect(response.status == 200)
        }
    }

    @Test func `where no token is set there are no metrics`() async throws {
        try await TestServer.run(.init(operatorToken: nil)) { server in
            for authorization in [nil, "Bearer", "Bearer ", "Bearer \(Account.operatorToken)"] {
                let response = try await server.getMetrics(authorization: authorization)
                #expect(response.status == 404)
            }
        }
    }

    @Test func `a conversation is counted from webhook to delivery`() async throws {
        try await TestServer.run(.init(businessIDs: [Account.business])) { server in
            let before = try await server.metrics()
            #expect(before["usher_webhooks_total{outcome=\"accepted\"}"] == 0)
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            try await phone.taps("Order parts")
            let again = Webhook.text("help", id: "00000000-0000-0000-0000-000000000001")
            _ = try await again.post(to: server)
            _ = try await again.post(to: server)
            for bad in BadWebhook.all { _ = try await bad.webhook.post(to: server) }
            await server.untilQuiet()

            let page = try await server.metrics()
            let refused = BadWebhook.all.filter { $0.status != 200 }.count
            #expect(page["usher_webhooks_total{outcome=\"accepted\"}"] == 3)
            #expect(page["usher_webhooks_total{outcome=\"repeated\"}"] == 1)
            #expect(page["usher_webhooks_total{outcome=\"refused\"}"] == Double(refused))
            #expect(page["usher_webhooks_total{outcome=\"failed\"}"] == 0)
            #expect(page["usher_events_total{kind=\"heard\"}"] == 3)
            #expect(page["usher_delivery_attempts_total{outcome=\"sent\"}"] == 5)
            #expect(page["usher_first_answer_seconds_count"] == 3)
            #expect(page["usher_sessions_cached"] == 1)
            #expect(page["usher_outbox_lanes"] == 0)
            let commits = page["usher_commit_seconds_count"] ?? 0
            #expect(commits >= 3)
            #expect(page["usher_commit_group_size_count"] == commits)
        }
    }

    @Test func `a conversation that has ended takes no memory`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            #expect(try await server.metrics()["usher_sessions_cached"] == 1)
            try await phone.says("stop")
            #expect(try await server.metrics()["usher_sessions_cached"] == 0)
        }
    }

    @Test func `failed attempts are counted as what follows from them, and what waits is told`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try server.simulator.add(FaultRule(on: .gateway, .status(503), count: 1))
            try server.simulator.add(FaultRule(on: .gateway, .status(404), count: 1))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.gate.untilFailed(attempts: 1)
            let waiting = try await server.metrics()
            #expect(waiting["usher_deliveries_waiting"] == 3)
            #expect(waiting["usher_outbox_lanes"] == 1)
            #expect(waiting["usher_delivery_attempts_total{outcome=\"retried\"}"] == 1)
            #expect(waiting["usher_first_answer_seconds_count"] == 0)

            server.clock.turn(by: .seconds(1))
            await server.untilQuiet()
            let page = try await server.metrics()
            #expect(page["usher_delivery_attempts_total{outcome=\"dead\"}"] == 1)
            #expect(page["usher_dead_letters_total{kind=\"delivery\"}"] == 1)
            #expect(page["usher_events_total{kind=\"undelivered\"}"] == 1)
        }
    }

    @Test func `the first answer is measured until the gateway has taken it, by the server's clock`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try server.simulator.add(FaultRule(on: .gateway, .delay(.milliseconds(2_200)), count: 1))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            try await server.clock.untilSomebodySleeps(until: Account.now + .milliseconds(2_200))
            server.clock.turn(by: .milliseconds(2_200))
            await server.untilQuiet()
            let page = try await server.metrics()
            #expect(page["usher_first_answer_seconds_count"] == 1)
            #expect(page["usher_first_answer_seconds_sum"] == 2.2)
            #expect(page["usher_first_answer_seconds_bucket{le=\"1\"}"] == 0)
            #expect(page["usher_first_answer_seconds_bucket{le=\"2.5\"}"] == 1)
        }
    }

    @Test func `a refused key is told`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try server.simulator.add(FaultRule(on: .gateway, .status(401)))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.log.line(with: "sending paused")
            let page = try await server.metrics()
            #expect(page["usher_sending_stopped"] == 1)
            #expect(page["usher_delivery_attempts_total{outcome=\"halted\"}"] == 1)
        }
    }

    @Test func `what runs and what it uses is told`() async throws {
        try await TestServer.run { server in
            let page = try await server.metrics()
            let version = try Fixtures.bot().version
            #expect(page["usher_build_info{version=\"0.1.0\",flows=\"\(version)\"}"] == 1)
            #expect(try #require(page["process_resident_memory_bytes"]) > 1_000_000)
            #expect(try #require(page["process_cpu_seconds_total"]) > 0)
            #expect(try #require(page["process_open_fds"]) > 3)
            #expect(page.types["process_cpu_seconds_total"] == "counter")
        }
    }

    @Test func `nothing about customers is told`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            let response = try await server.getMetrics(authorization: "Bearer \(Account.operatorToken)")
            let text = String(decoding: response.body, as: UTF8.self)
            for secret in [Webhook.customer, Account.business, Account.mspID] { #expect(!text.contains(secret)) }
        }
    }
}
