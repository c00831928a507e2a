import AppleSimulator
import Foundation
import TestSupport
import Testing

@Suite struct PrivacyTests {
    @Test func `nothing that a customer says, nobody's id and no token is logged`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try server.simulator.add(FaultRule(on: .gateway, .status(404), count: 1))
            try await phone.says("Hi")
            try await phone.taps("Order parts")
            try await phone.taps("Bell", "Lock")
            try await phone.says("Ana Maria Torres")
            for bad in BadWebhook.all { _ = try await bad.webhook.post(to: server) }
            await server.stop()

            let secrets = [
                "Ana Maria Torres", "Order parts", "Bell", BadWebhook.words, Webhook.customer, Account.bearer(),
                Account.secret.base64EncodedString(), "eyJ",
            ]
            #expect(server.log.lines.count > 10)
            for secret in secrets { #expect(server.log.lines.filter { $0.contains(secret) } == []) }
        }
    }

    @Test func `a refused webhook is logged with its status and reason`() async throws {
        try await TestServer.run { server in
            var webhook = Webhook.text("Hi")
            webhook.authorization = nil
            _ = try await webhook.post(to: server)
            #expect(
                server.log.lines.contains {
                    $0.hasPrefix("notice webhook rejected") && $0.contains("status=401")
                        && $0.contains("reason=`Authorization` with a bearer token is missing")
                })
        }
    }
}
