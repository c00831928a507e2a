import AppleSimulator
import Channels
import CurlClient
import Expressions
import Foundation
import JSON
import Testing

/// Operators' commands and routes with a running server of the real program, to which a customer is writing.
@Suite struct LiveOperatorTests {
    @Test func `a customer is found, moved, exported, counted and erased while the server runs`() async throws {
        try await World.with(seed: 31, project: LittleShopProject()) { world in
            let server = try await world.startServer()
            let customer = CustomerID("urn:mbid:ana-4711")
            let device = try world.simulator.createDevice(
                DeviceDescription(.iphone, business: World.business, customer: customer)
            ).id
            try await talk(device, in: world)
            try await find(in: world)
            try await move(device, in: world)
            try await export(in: world)
            try await count(in: world)
            try await erase(in: world)
            _ = try await world.simulator.send(text: "Hello again", from: device)
            _ = try await see(12, of: device, in: world)
            let list = try await world.run("sessions", "list")
            #expect(list.output.contains("main/first  1  "), "\(list)")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }

    /// Says hello, chooses a colour, and gives a private address.
    private func talk(_ device: DeviceID, in world: World) async throws {
        _ = try await world.simulator.send(text: "Hello", from: device)
        _ = try await see(2, of: device, in: world)
        _ = try await world.simulator.tap(["Red"], from: device)
        _ = try await see(4, of: device, in: world)
        _ = try await world.simulator.send(text: "12 Hidden Lane", from: device)
        _ = try await see(6, of: device, in: world)
    }

    private func find(in world: World) async throws {
        let found = try await world.run(
            "sessions", "list", "--flow", "main", "--step", "sure", "--since", "1 hour", "--text", "red", "--format",
            "json")
        #expect(found.status == 0, "\(found.errors)")
        #expect(try JSONValue(parsing: found.output)["sessions"]?.array?.count == 1)
        let hidden = try await world.run("sessions", "list", "--text", "Hidden Lane")
        #expect(hidden.output == "", "what is private is not looked through")
        let old = try await world.run("sessions", "list", "--waiting-longer-than", "1 day")
        #expect(old.output == "")
        try await world.run("sessions", "list", "--since", "lately").expectEnd(with: 2)
    }

    private func move(_ device: DeviceID, in world: World) async throws {
        let wrong = try await world.run("sessions", "move", "1", "frist")
        wrong.expectEnd(with: 2)
        #expect(wrong.errors.contains("did you mean `first`?"))
        let moved = try await world.run("sessions", "move", "1", "first")
        #expect(moved.status == 0, "\(moved.errors)")
        let shown = try await see(8, of: device, in: world)
        #expect(shown.last?.kind == "quick-reply", "the server has sent the question of the step")
        let refused = try await world.admin("POST", "/sessions/1/move", #"{"step": "sure", "flow": "mian"}"#)
        #expect(refused.status == 400)
        #expect(try await world.admin("POST", "/sessions/1/move", #"{"step": "address"}"#).status == 200)
        let all = try await see(10, of: device, in: world)
        #expect(all.count == 10, "\(all.map { "\($0.number) \($0.kind)" })")
        let history = try await world.run("sessions", "history", "1")
        #expect(history.output.contains("# an operator moved the conversation to main/first"))
        #expect(!history.output.contains("Hidden Lane"))
    }

    private func export(in world: World) async throws {
        let masked = try JSONValue(parsing: try await world.run("sessions", "export", "1").output)
        let session = try #require(masked["sessions"]?[0])
        #expect(session["answers"]?["address"] == "(private)")
        #expect(session["answers"]?["first"] == "Red")
        #expect(session["events"]?.array?.count == 5)
        #expect(!masked.text.contains("Hidden Lane"))
        #expect(masked["known"]?[0]?["language"] == "en")
        let whole = try await world.run("sessions", "export", "urn:mbid:ana-4711", "--private", "--output", "ana.json")
        #expect(whole.status == 0, "\(whole.errors)")
        let file = try String(contentsOf: world.folder.appending(path: "ana.json"), encoding: .utf8)
        #expect(try JSONValue(parsing: file)["sessions"]?[0]?["answers"]?["address"] == "12 Hidden Lane")
        let keyless = try await world.run("sessions", "export", "1", "--private", without: "USHER_STORAGE_KEY")
        keyless.expectEnd(with: 2)
        #expect(keyless.errors.contains("storage.key"))
        let route = try await world.admin("GET", "/sessions/1/export")
        #expect(route.json?["private_answers"] == "left out" && route.json?["customer"] == "urn:mbid:ana-4711")
        try await world.run("sessions", "export", "nobody").expectEnd(with: 3)
    }

    private func count(in world: World) async throws {
        let stats = try await world.run("flow", "stats", "main", "--format", "json")
        let steps = try #require(try JSONValue(parsing: stats.output)["flows"]?[0]?["steps"]?.array)
        #expect(steps.map { $0["step"] } == ["first", "address", "sure"])
        #expect(steps.map { $0["entered"] } == [2, 2, 1])
        #expect(steps.map { $0["answered"] } == [1, 1, 0])
        #expect(steps.map { $0["elsewhere"] } == [1, 0, 1])
        #expect(steps.map { $0["waiting"] } == [0, 1, 0])
        let text = try await world.run("flow", "stats")
        #expect(text.output.contains("main") && text.output.contains("drop-off"))
        try await world.run("flow", "stats", "mian").expectEnd(with: 2)
        let map = try await world.run("map", "main", "--stats", "--since", "7 days", "--format", "mermaid")
        #expect(map.status == 0, "\(map.errors)")
        #expect(map.output.contains("<b>first</b>") && map.output.contains("2 visits, 1 gone elsewhere"))
        let early = try await world.run("map", "main", "--stats", "--until", "2020-01-01", "--format", "mermaid")
        #expect(early.output.contains("no visits") && !early.output.contains("2 visits"))
    }

    private func erase(in world: World) async throws {
        let erased = try await world.run("sessions", "erase", "1", "--yes", "--receipt", "-")
        #expect(erased.status == 0, "\(erased.errors)")
        let receipt = try JSONValue(parsing: erased.output)
        #expect(receipt["removed"]?["sessions"] == 1 && receipt["removed"]?["events"] == 5)
        #expect(receipt["thorough"] == true)
        #expect(receipt["digest"]?.string?.hasPrefix("sha256:") == true)
        #expect(!receipt.text.contains("ana-4711"))
        #expect(try await world.admin("GET", "/sessions/1").status == 404)
        for id in ["1", "urn:mbid:ana-4711", "4711"] {
            let again = try await world.admin("DELETE", "/sessions/\(id)")
            #expect(again.status == 404)
            #expect(again.json?["receipt"] == nil)
            #expect(again.json?["error"]?["reason"] == "there is no such session")
        }
    }

    /// Waits until `count` messages have arrived, and returns them.
    private func see(_ count: Int, of device: DeviceID, in world: World) async throws -> [TranscriptEntry] {
        var messages = try await world.simulator.messages(of: device)
        while messages.count < count {
            let last = messages.last?.number ?? 0
            let more = try await world.simulator.messages(of: device, after: last, wait: .seconds(60))
            try #require(!more.isEmpty, "message \(count) did not come within a minute")
            messages += more
        }
        return messages
    }
}

/// Three questions; the answer to the second is private.
private struct LittleShopProject: ProjectOfTest {
    let secrets: [String: String] = [:]

    private static let main = """
        flow: main
        start: first
        if_silent:
          after: 1 day
          then: end
        if_other:
          say: Sorry?
          tries: 2
          then: people/desk
        if_failed: people/desk
        steps:
          first:
            ask: Which?
            answers: [Red, Blue]
            then: address
          address:
            say: {first} it is.
            ask: Where to?
            text: one line
            private: yes
            then: sure
          sure:
            ask: Are you sure?
            answers: [Yes, No]
            then: end
        """

    func make(in folder: URL, _ simulator: AppleSimulator) async throws -> URL {
        try OperatedProject.write(main: Self.main, in: folder)
    }

    func signIn(_ simulator: AppleSimulator) async throws -> Business.SignIn? { nil }
}

extension World {
    /// Sends a request of an operator.
    fileprivate func admin(
        _ method: String, _ path: String, _ body: String = ""
    ) async throws -> (status: Int, json: JSONValue?) {
        let client = CurlClient(patience: .seconds(300))
        var request = HTTPRequest(method, "http://127.0.0.1:\(serverPort)/admin/api" + path)
        request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(Self.operatorToken)")]
        if !body.isEmpty { request.body = .bytes(Array(body.utf8)) }
        let response = try await client.send(request)
        await client.shutdown()
        return (response.status, try? JSONValue(parsing: response.body))
    }
}
