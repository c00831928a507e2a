import AppleSimulator
import Channels
import Concurrency
import Expressions
import TestSupport
import Testing

@Suite struct ClosingTests {
    @Test func `a customer who closes the conversation receives no messages until they write`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try await phone.says("Hi")
            #expect(try await phone.after { _ = try await $0.close(from: $1) } == [])
            server.clock.turn(by: .hours(2))
            await server.untilQuiet()
            #expect(server.simulator.log().filter { $0.side == .gateway }.count == 3)
            #expect(try await phone.says("Hello again").count == 3)
        }
    }

    @Test func `what waits to be sent is dropped with the conversation`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try server.simulator.add(FaultRule(on: .gateway, .status(500)))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.untilHandled()
            #expect(try Tables(server.databasePath)["deliveries"].count == 3)
            _ = try await server.simulator.close(from: phone.device.id)
            await server.untilHandled()
            #expect(try Tables(server.databasePath)["deliveries"] == [])
        }
    }

    @Test func `what was dropped is not sent when the customer writes again`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            try server.simulator.add(FaultRule(on: .gateway, .status(500)))
            _ = try await server.simulator.send(text: "stop", from: phone.device.id)
            await server.gate.untilFailed(attempts: 1)
            _ = try await server.simulator.close(from: phone.device.id)
            await server.untilHandled()
            server.simulator.removeFaults()
            _ = try await server.simulator.send(text: "help", from: phone.device.id)
            server.clock.turn(by: .minutes(2))
            await server.untilQuiet()
            let shown = try await server.simulator.messages(of: phone.device.id).map(\.shown)
            #expect(
                shown == [
                    "You are writing with our automated assistant.", "One of our mechanics will answer you here.",
                ])
        }
    }
}
