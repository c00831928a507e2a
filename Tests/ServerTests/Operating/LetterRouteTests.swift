import AppleSimulator
import Channels
import ConversationRuntime
import Expressions
import JSON
import TestSupport
import Testing

/// `/admin/api/dead-letters`: dead letters over HTTP.
@Suite struct LetterRouteTests {
    @Test func `a lost message is listed, shown, sent again, and another one dropped`() async throws {
        try await TestServer.run { server in
            let phone = try Phone(on: server, customer: CustomerID("urn:mbid:a"))
            try server.simulator.add(FaultRule(on: .gateway, .status(404), count: 2))
            try await phone.says("Hi")
            let list = try await server.operate("GET", "/dead-letters?limit=1")
            let letter = try #require(list.json?["dead_letters"]?[0])
            #expect(letter["kind"] == "delivery" && letter["customer"] == "urn:mbid:a")
            let id = try #require(letter["id"]?.int)
            #expect(list.json?["next"]?.int == id)
            let rest = try await server.operate("GET", "/dead-letters?after=\(id)")
            let other = try #require(rest.json?["dead_letters"]?[0]?["id"]?.int)
            #expect(try await server.operate("GET", "/dead-letters/\(id)").json == letter)
            let retried = try await server.operate("POST", "/dead-letters/\(id)/retry")
            #expect(retried.json == ["done": true, "state": "queued"])
            #expect(try await server.operate("GET", "/dead-letters/\(id)").status == 404)
            #expect(try await server.operate("DELETE", "/dead-letters/\(other)").json == ["done": true])
            #expect(try await server.operate("DELETE", "/dead-letters/\(other)").status == 404)
            #expect(try await server.operate("GET", "/dead-letters").json?["dead_letters"] == [])
        }
    }
}
