import AppleSimulator
import Channels
import Concurrency
import Expressions
import TestSupport
import Testing

@Suite struct StopTests {
    @Test func `a message that is being handled when the server stops is finished and acknowledged`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID(Webhook.customer))
            server.gate.closeGate()
            async let answer = Webhook.text("Hi").post(to: server)
            await server.gate.untilSomebodyWaits()
            async let stopped: Void = server.stop()
            await server.log.line(with: "Cascading shutdown to services")
            server.gate.openGate()
            #expect(try await answer.outcome == "accepted")
            await stopped
            let tables = try Tables(server.databasePath)
            #expect(tables["arrivals"].count == 1 && tables["history"].count == 1)
            let shown = try await server.simulator.messages(of: phone.device.id).count
            #expect(shown + tables["deliveries"].count >= 2, "each message was sent or waits for the next start")
        }
    }

    @Test func `what could not be sent before a stop is sent after the next start`() async throws {
        let folder = try TemporaryFolder()
        let customer = CustomerID(Webhook.customer)
        try await TestServer.run(.init(folder: folder)) { server in
            let phone = try Phone(on: server, customer: customer)
            try server.simulator.add(FaultRule(on: .gateway, .status(503)))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.stop()
            #expect(try Tables(server.databasePath)["deliveries"].count == 3)
        }
        try await TestServer.run(.init(folder: folder)) { server in
            let phone = try Phone(on: server, customer: customer)
            server.clock.turn(by: .minutes(1))
            let shown = try await server.simulator.messages(of: phone.device.id, wait: .seconds(60))
            #expect(shown.first?.shown == "You are writing with our automated assistant.")
            await server.untilQuiet()
            let all = try await server.simulator.messages(of: phone.device.id)
            #expect(all.count == 3)
        }
    }

    @Test func `a stopped server takes nothing`() async throws {
        try await TestServer.run { server in
            await server.stop()
            // Another server may have taken the port in the meantime; it has no such route.
            let answer = try? await Webhook.text("Hi").post(to: server)
            #expect(answer?.status != 200)
        }
    }
}
