import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@testable import Studio

/// What agents do at the desk in `usher dev`, with customers of the web chat.
@Suite struct DeskAgentTests {
    private static func run(_ work: @escaping @Sendable (DeskServer, DeskServer.Customer, String) async throws -> Void)
        async throws
    {
        try await DeskServer.run { server in
            let customer = try await DeskServer.Customer(of: server)
            try await customer.says("help")
            let id = try #require(try await server.handover()["id"]?.int)
            try await work(server, customer, "/desk/api/handovers/\(id)")
        }
    }

    @Test func `everyone is the author, who takes, notes and releases`() async throws {
        try await Self.run { server, customer, path in
            let queues = try await server.get("/desk/api/queues")
            #expect(queues["me"] == "studio")
            #expect(queues["queues"]?[0]?["name"] == "counter" && queues["queues"]?[0]?["waiting"] == 1)
            for (act, body) in [("take", [:]), ("notes", ["text": "Rings at noon."])] as [(String, JSONValue)] {
                #expect(try await server.send("POST", "\(path)/\(act)", body).status == 200)
            }
            let entry = try await server.get(path)
            #expect(entry["assignee"] == "studio")
            let lines = entry["transcript"]?.array?.compactMap(\.string) ?? []
            #expect(lines.suffix(2) == ["# agent: studio", "# note: Rings at noon."])
            #expect(try await server.send("POST", "\(path)/release", [:]).status == 200)
            #expect(try await server.send("POST", "\(path)/release", [:]).status == 409)
            _ = try await server.send("POST", "\(path)/messages", ["text": "Jo here."])
            let heard = try await customer.hears("Jo here.")
            #expect(!heard.contains { $0.contains("Rings") })
        }
    }

    @Test func `a file is stored, and the customer can fetch it`() async throws {
        try await Self.run { server, customer, path in
            let bytes = Array("%PDF-1.7 a bill".utf8)
            let stored = try await server.send("POST", "\(path)/files?name=bill.pdf", bytes: bytes) {
                $0["Content-Type"] = "application/octet-stream"
            }
            #expect(stored.status == 200)
            let id = try #require(server.json(stored)["id"]?.string)
            #expect(try await server.send("POST", "\(path)/messages", ["file": .string(id)]).status == 200)
            _ = try await customer.hears("bill")
            let answer = try await server.send(
                "GET", "/chat/api/conversations/\(customer.conversation)/messages?limit=100"
            ) { $0["Cookie"] = customer.cookie }
            let messages: [JSONValue] = try server.json(answer)["messages"]?.array ?? []
            let parts: [JSONValue] = messages.flatMap { $0["parts"]?.array ?? [] }
            let links: [String] = parts.compactMap { part in part["content"]?["download_url"]?.string }
            let link = try #require(links.last)
            let address = link.hasPrefix("http") ? String(link.dropFirst(server.origin.count)) : link
            let file = try await server.send("GET", address) { $0["Cookie"] = customer.cookie }
            #expect(file.status == 200 && file.body == bytes)
        }
    }

    @Test func `choices are answered in the chat, and a form of another site sends no file`() async throws {
        try await Self.run { server, customer, path in
            let body: JSONValue = ["choices": ["title": "Which wheel?", "options": ["Front", "Rear"]]]
            #expect(try await server.send("POST", "\(path)/messages", body).status == 200)
            _ = try await customer.hears("Which wheel?")
            let offers = try await server.get("\(path)/offers")
            #expect(offers["questions"]?.array?.map { $0["step"] } == ["welcome", "wish"])
            for kind in ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"] {
                let refused = try await server.send("POST", "\(path)/files?name=a.txt", bytes: [1]) {
                    $0["Content-Type"] = kind
                }
                #expect(refused.status == 415)
            }
            let foreign = try await server.send("POST", "\(path)/files?name=a.txt", bytes: [1]) {
                $0["Content-Type"] = "application/octet-stream"
                $0["Origin"] = "https://evil.example"
            }
            #expect(foreign.status == 403)
        }
    }
}
