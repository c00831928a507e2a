import AppleSimulator
import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@Suite struct BadWebhookTests {
    @Test(arguments: BadWebhook.all)
    func `bad input gets its status and a reason, and changes nothing`(_ bad: BadWebhook) async throws {
        try await TestServer.run(.init(businessIDs: [Account.business])) { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            try await phone.says("Hi")
            let before = try Tables(server.databasePath, without: ["deliveries"])
            let shown = try server.simulator.lastNumber(of: phone.device.id)
            let answer = try await bad.webhook.post(to: server)
            #expect(answer.status == bad.status)
            #expect((answer.reason ?? answer.json["reason"]?.string) == bad.reason)
            if bad.status != 200 { #expect(answer.json["error"]?["status"] == .int(bad.status)) }
            await server.untilQuiet()
            #expect(try Tables(server.databasePath, without: ["deliveries"]) == before)
            #expect(try server.simulator.lastNumber(of: phone.device.id) == shown)
            #expect(server.log.lines.filter { $0.contains(BadWebhook.words) } == [])
        }
    }
}
