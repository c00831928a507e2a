import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Studio

/// The desk of a server: agents answer, see what their role allows, and are recorded.
@Suite struct ServedDeskTests {
    /// A customer of the web chat who waits for a person.
    private static func handOver(_ server: ServedServer) async throws -> Int {
        let session = try await server.send("POST", "/chat/api/session", [:], as: nil)
        let cookie = String((session.header("Set-Cookie") ?? "").prefix { $0 != ";" })
        let begun = try await server.send("POST", "/chat/api/conversations", [:], as: nil) { $0["Cookie"] = cookie }
        let id = try server.json(begun)["id"]?.string ?? ""
        let part = JSONValue.object(["text": "help"]).text
        _ = try await server.send(
            "POST", "/chat/api/conversations/\(id)/messages",
            [
                "id": .string(UUID().uuidString),
                "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": .string(part)]],
            ], as: nil
        ) { $0["Cookie"] = cookie }
        var found: Int?
        try await poll(until: {
            let list = try server.json(try await server.send("GET", "/desk/api/handovers", as: .agent))
            found = list["handovers"]?[0]?["id"]?.int
            return found != nil
        })
        return found ?? 0
    }

    @Test func `an agent reads and answers, and the log says who did`() async throws {
        try await ServedServer.run { server in
            let id = try await Self.handOver(server)
            let about = try server.json(try await server.send("GET", "/desk/api/about", as: .agent))
            #expect(about["private"] == false && about["chat"] == .null)
            #expect(about["account"]?["name"] == "ben")
            #expect(try await server.send("GET", "/desk/api/handovers/\(id)", as: .agent).status == 200)
            let sent = try await server.send(
                "POST", "/desk/api/handovers/\(id)/messages", ["text": "Jo here.", "id": "a-1"], as: .agent)
            #expect(sent.status == 200)
            let read = try #require(try await server.entries(.readHandover).first)
            #expect(read.actor == "account ben" && read.customer != nil && read.outcome == .done)
            #expect(try await server.entries(.answerHandover).map(\.actor) == ["account ben"])
            let author = try await server.send("GET", "/desk/api/handovers/\(id)", as: .author)
            #expect(author.status == 403)
            let refused = try #require(try await server.entries(.readHandover).last)
            #expect(refused.actor == "account ana" && refused.outcome == .refused)
        }
    }

    @Test func `private values are for those who may see them`() async throws {
        try await ServedServer.run { server in
            let path = "/desk/api/results/bookings?private=true"
            #expect(try await server.send("GET", path, as: .agent).status == 403)
            #expect(try await server.send("GET", path, as: .operator).status == 200)
            let about = try server.json(try await server.send("GET", "/desk/api/about", as: .operator))
            #expect(about["private"] == true)
        }
    }

    @Test func `a change of the role ends what the session opens`() async throws {
        try await ServedServer.run { server in
            #expect(try await server.send("GET", "/desk/api/handovers", as: .agent).status == 200)
            _ = try await server.database.accounts.change(
                account: "ben", AccountChange(role: .author), at: server.clock.now,
                recording: AuditEntry(.changeAccount, by: "test", at: server.clock.now))
            #expect(try await server.send("GET", "/desk/api/handovers", as: .agent).status == 401)
            server.clock.turn(by: .minutes(31))
            #expect(try await server.send("GET", "/desk/api/handovers", as: .operator).status == 401)
        }
    }
}
