import AppleSimulator
import Channels
import Expressions
import FlowModel
import JSON
import Testing

@Suite struct HealthTests {
    @Test func `a running server is live and ready`() async throws {
        try await TestServer.run { server in
            let live = try await server.get("/health/live")
            #expect(live.status == 200 && live.json == ["status": "live"])
            let ready = try await server.get("/health/ready")
            #expect(ready.status == 200)
            #expect(ready.json == ["status": "ready", "flows": .string(try Fixtures.bot().version)])
        }
    }

    @Test func `a server whose database does not answer is live and not ready`() async throws {
        try await TestServer.run { server in
            server.gate.breakTimers()
            #expect(try await server.get("/health/live").status == 200)
            let ready = try await server.get("/health/ready")
            #expect(ready.status == 503)
            #expect(ready.reason == "the database does not answer")
        }
    }

    @Test func `a refused key stops sending, which is told, and nothing is lost`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server)
            let fault = try server.simulator.add(FaultRule(on: .gateway, .status(401)))
            _ = try await server.simulator.send(text: "Hi", from: phone.device.id)
            await server.log.line(with: "sending has stopped")

            let ready = try await server.get("/health/ready")
            #expect(ready.status == 200, "webhooks can be taken all the same")
            let reason = ready.json["sending_stopped"]?.string ?? ""
            #expect(reason.hasSuffix("our token is refused; check `apple.msp_id` and `apple.secret`"))
            server.clock.turn(by: .hours(3))
            try server.simulator.removeFault(fault)
            await server.turnUntilSent()
            #expect(try Tables(server.database)["dead_letters"] == [])
            let shown = try await server.simulator.messages(of: phone.device.id)
            #expect(shown.count >= 3, "the three that waited, and perhaps what silence brings")
            #expect(try await server.get("/health/ready").json["sending_stopped"] == nil)
        }
    }
}
