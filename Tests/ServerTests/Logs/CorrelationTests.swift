import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import TestSupport
import Testing

/// The id of a webhook is in every log line that it causes.
@Suite struct CorrelationTests {
    private static let id = "7d1f0000-0000-4000-8000-00000000c0de"

    @Test func `from the webhook to retries, dead letters and deliveries`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try server.simulator.add(FaultRule(on: .gateway, .status(503), count: 1))
            try server.simulator.add(FaultRule(on: .gateway, .status(404), count: 1))
            _ = try await Webhook.text("Hi", id: Self.id).post(to: server)
            await server.gate.untilFailed(attempts: 1)
            server.clock.turn(by: .seconds(1))
            await server.untilQuiet()
            let shown = try await server.simulator.messages(of: phone.device.id).count
            let lines = server.log.lines.filter { $0.contains("arrival=\(Self.id)") }
            #expect(
                lines.filter { $0.hasPrefix("debug webhook answered") && $0.contains("outcome=accepted") }.count
                    == 1)
            #expect(lines.filter { $0.hasPrefix("info delivery attempt failed") }.count == 1)
            #expect(
                lines.filter { $0.hasPrefix("warning message moved to the dead letters") && $0.contains("delivery=") }
                    .count == 1)
            #expect(lines.filter { $0.hasPrefix("debug message sent") }.count == shown)
            #expect(server.log.lines.filter { $0.contains("delivery=") && !$0.contains("arrival=") } == [])
        }
    }

    @Test func `after a restart`() async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(.init(folder: folder)) { server in
            _ = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try server.simulator.add(FaultRule(on: .gateway, .status(503)))
            _ = try await Webhook.text("Hi", id: Self.id).post(to: server)
            await server.gate.untilFailed(attempts: 1)
            #expect(try Tables(server.databasePath)["deliveries"].count == 2)
        }
        try await TestServer.run(.init(folder: folder)) { server in
            _ = try Phone(on: server, customer: CustomerID(Webhook.customer))
            server.clock.turn(by: .minutes(1))
            await server.untilQuiet()
            let sent = server.log.lines.filter { $0.hasPrefix("debug message sent") }
            #expect(sent.count == 2)
            #expect(sent.allSatisfy { $0.contains("arrival=\(Self.id)") })
        }
    }

    @Test func `what no message sets off is found by the question that it is about`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            try await phone.opensSheet()
            let shown = try await phone.after { simulator, device in
                let outcome = try await simulator.pay(from: device)
                #expect(outcome.isPaid)
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            let payment = try await shop.payment()
            expectFollowed(payment.question, in: shop.server.log.lines)
        }
    }

    private func expectFollowed(_ question: String, in log: [String]) {
        let lines = log.filter { $0.contains("arrival=\(question)") }
        #expect(lines.contains { $0.hasPrefix("info payment ended") })
        #expect(lines.contains { $0.hasPrefix("debug message sent") })
        #expect(log.filter { $0.contains("delivery=") && !$0.contains("arrival=") } == [])
    }

    @Test func `from a message in a browser to its answer`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            let heard = server.log.lines.filter { $0.hasPrefix("debug web chat message answered") }
            #expect(heard.count == 1 && heard.first?.contains("outcome=accepted") == true)
            let arrival = try #require(heard.first?.split(separator: " ").first { $0.hasPrefix("arrival=") })
            let sent = server.log.lines.filter { $0.hasPrefix("debug message sent") }
            #expect(!sent.isEmpty)
            #expect(sent.allSatisfy { $0.contains(arrival) })
        }
    }

    @Test(arguments: [
        (id, "arrival=\(id)"), ("<script>", nil), (String(repeating: "a", count: 65), nil), (Webhook.customer, nil),
    ])
    func `a refused webhook is named by its id when that looks like one`(_ id: String, _ wanted: String?) async throws {
        try await TestServer.run { server in
            var webhook = Webhook.text("Hi")
            webhook.authorization = nil
            webhook.headers["id"] = id
            _ = try await webhook.post(to: server)
            let line = try #require(server.log.lines.first { $0.hasPrefix("notice webhook rejected") })
            #expect(line.contains("arrival=") == (wanted != nil))
            #expect(line.contains(" from=127.0.0.1"))
            if let wanted { #expect(line.contains(wanted)) }
        }
    }
}
