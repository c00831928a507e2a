import AppleSimulator
import Channels
import CurlClient
import Expressions
import Foundation
import JSON
import Testing

/// Operators' commands write to the database of a running server, while its customer writes and programs call its
/// routes. The device receives all messages in the order of the history.
@Suite struct CommandOrderTests {
    private static let rounds = 10

    @Test func `what a command asks comes before the answer to what the customer writes next`() async throws {
        try await World.with(seed: 32, project: OrderProject()) { world in
            let server = try await world.startServer()
            let device = try world.simulator.createDevice(DeviceDescription(.iphone, business: World.business)).id
            _ = try await world.simulator.send(text: "Hello", from: device)
            for round in 1...Self.rounds {
                let moved = try await world.run("sessions", "move", "1", "first")
                #expect(moved.status == 0, "\(moved.errors)")
                // Immediately, before the server has seen the change.
                _ = try await world.simulator.send(text: "word \(round)", from: device)
            }
            try await expectOrderOfHistory(on: device, in: world)
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    @Test func `what people write by command and by program comes in the order in which they wrote it`() async throws {
        try await World.with(seed: 33, project: OrderProject()) { world in
            let server = try await world.startServer()
            let device = try world.simulator.createDevice(DeviceDescription(.iphone, business: World.business)).id
            _ = try await world.simulator.send(text: "Hello", from: device)
            _ = try await world.simulator.send(text: "agent", from: device)
            for round in 1...Self.rounds {
                let answered = try await world.run("handover", "answer", "1", "by command \(round)")
                #expect(answered.status == 0, "\(answered.errors)")
                #expect(try await world.write("by program \(round)") == 200)
                async let concurrent = world.run("handover", "answer", "1", "by command at once \(round)")
                for part in 1...3 { #expect(try await world.write("by program at once \(round).\(part)") == 200) }
                try await concurrent.expectEnd(with: 0)
            }
            try await expectOrderOfHistory(on: device, in: world)
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    /// Waits until the device has received every message of the history, and compares their order.
    private func expectOrderOfHistory(on device: DeviceID, in world: World) async throws {
        let expected = try await world.history()
        var received: [String] = []
        var last = 0
        while received.count < expected.count {
            let more = try await world.simulator.messages(of: device, after: last, wait: .seconds(60))
            guard let newest = more.last else { break }
            last = newest.number
            received += more.filter { if case .received = $0.content { true } else { false } }.map(\.messageID)
        }
        #expect(received == expected)
    }
}

/// A bot that counts the customer's messages.
struct OrderProject: ProjectOfTest {
    let secrets: [String: String] = [:]

    private static let main = """
        flow: main
        start: first
        if_silent: never
        if_other:
          say: Sorry?
          tries: 99
          then: people/desk
        if_failed: people/desk
        steps:
          first:
            ask: Yes?
            text: one line
            then: heard
          heard:
            say: You said {first}.
            when:
              first is enough: end
              otherwise: first
        """

    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL {
        try OperatedProject.write(main: Self.main, in: folder)
    }

    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn? { nil }
}

extension World {
    /// Writes to the customer by the route for operators' programs. Returns the status.
    fileprivate func write(_ text: String) async throws -> Int {
        let body = JSONValue.object(["text": .string(text)]).bytes
        return try await ask("POST", "/handovers/1/messages", body).status
    }

    /// Returns the ids of the messages in the history of the only session.
    fileprivate func history() async throws -> [String] {
        let json = try JSONValue(parsing: try await ask("GET", "/sessions/1/history", []).body)
        return (json["events"]?.array ?? []).flatMap { event in
            (event["effects"]?.array ?? []).filter { $0["send"] != nil }.compactMap { $0["id"]?.string }
        }
    }

    private func ask(_ method: String, _ path: String, _ body: [UInt8]) async throws -> HTTPResponse {
        let client = CurlClient(patience: .seconds(300))
        var request = HTTPRequest(method, "http://127.0.0.1:\(serverPort)/admin/api" + path)
        request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(Self.operatorToken)")]
        if !body.isEmpty { request.body = .bytes(body) }
        let response = try await client.send(request)
        await client.shutdown()
        return response
    }
}
