import Concurrency
import CurlClient
import Expressions
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// What browsers get while it is known that the database stores nothing, or answers nothing.
@Suite struct ChatObstacleTests {
    private static let reason = "commits wait for a standby"

    private static let silence = "it has answered nothing for more than four seconds; check its server and the network"

    private static func message(_ id: String) -> JSONValue {
        ["id": .string(id), "parts": [["mime_type": "text/plain;role=root", "body": "Hi"]]]
    }

    /// Every request that writes to the database.
    private static func writes(_ conversation: String) -> [(method: String, path: String, body: JSONValue?)] {
        let (path, content) = ("conversations/\(conversation)", "content/\(UUID().uuidString.lowercased())")
        return [
            ("POST", "session", [:]), ("DELETE", "session", nil), ("POST", "conversations", [:]),
            ("DELETE", path, nil), ("POST", "\(path)/opened", nil),
            ("POST", "\(path)/receipts", ["type": "read", "up_to": 1]),
            ("POST", "\(path)/messages", message(UUID().uuidString)),
            ("POST", "\(path)/messages/\(UUID().uuidString)/responses", [:]),
            ("POST", "\(path)/content", ["mime_type": "image/jpeg", "size": 1]),
            ("PUT", content, nil), ("DELETE", content, nil),
            ("POST", "\(content)/progress", ["received": 1]), ("DELETE", "\(content)/progress", nil),
        ]
    }

    /// Requests that read from the database and write nothing.
    private static func reads(_ conversation: String) -> [(method: String, path: String, body: JSONValue?)] {
        let (path, content) = ("conversations/\(conversation)", "content/\(UUID().uuidString.lowercased())")
        return [
            ("GET", "conversations", nil), ("GET", path, nil), ("GET", "\(path)/messages", nil),
            ("GET", "\(path)/messages/\(UUID().uuidString)", nil), ("GET", "events", nil),
            ("GET", "\(path)/content", nil), ("GET", content, nil), ("GET", "\(content)/refresh", nil),
            ("POST", "\(path)/typing", ["action": "begin"]), ("POST", "\(path)/invitations", nil),
        ]
    }

    /// Expects that each request is refused, with the time of the next attempt.
    private static func expectRefusals(
        of requests: [(method: String, path: String, body: JSONValue?)], from browser: Browser
    ) async throws {
        let error: JSONValue = ["status": 503, "reason": "the request failed; try again"]
        for request in requests {
            let answer = try await browser.send(request.method, request.path, request.body)
            #expect(answer.status == 503, "\(request.method) \(request.path)")
            #expect(answer.header("Retry-After") == "1")
            #expect(try Browser.json(answer)["error"] == error)
        }
    }

    @Test func `once it is known that the database answers nothing, reads are refused at once, and streams stay open`()
        async throws
    {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            let stream = try await EventConnection(on: browser)
            _ = await stream.next(1, of: ["ready"])
            server.gate.freeze()
            defer { server.gate.thaw() }
            try await server.untilLogged(Self.silence)
            try await Self.expectRefusals(of: Self.reads(browser.conversation), from: browser)
            let lines = server.log.lines.filter { $0.contains("web chat request failed") }
            #expect(lines.count == Self.reads("").count)
            #expect(lines.allSatisfy { $0.hasPrefix("debug ") && $0.contains(Self.silence) }, "\(lines)")
            try await Self.expectRefusals(of: Self.writes(browser.conversation), from: browser)
            let page = try await server.client.send(HTTPRequest.patient("GET", "\(server.url)/chat"))
            #expect(page.status == 200, "the page needs no database")

            server.gate.thaw()
            try await server.untilReadyAgain()
            let answers = try await browser.says("hello again")
            #expect(!answers.isEmpty)
            let events = await stream.next(2, of: ["message.created"])
            #expect(events.count == 2, "the stream has stayed open")
            #expect(try await browser.send("GET", "conversations").status == 200)
        }
    }

    @Test func `once it is known that commits wait, what browsers write is refused at once, until one has ended`()
        async throws
    {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            server.gate.holdProbes(because: Self.reason)
            defer { server.gate.releaseProbes() }
            try await server.untilKnown(Self.reason)
            try await Self.expectRefusals(of: Self.writes(browser.conversation), from: browser)
            let lines = server.log.lines.filter { $0.contains("web chat request failed") }
            #expect(lines.count == Self.writes("").count)
            #expect(lines.allSatisfy { $0.hasPrefix("notice ") && $0.contains(Self.reason) }, "\(lines)")
            let foreign = try await Browser.send(
                "POST", "session", [:], cookie: nil, origin: "https://evil.example", on: server)
            #expect(foreign.status == 403)

            server.gate.releaseProbes()
            try await server.untilReadyAgain()
            let answer = try await browser.says("hello")
            #expect(!answer.isEmpty, "nothing was ended meanwhile")
        }
    }

    @Test func `while commits wait, what is stored can be read, and what is not stored is passed on`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            server.gate.holdProbes(because: Self.reason)
            defer { server.gate.releaseProbes() }
            try await server.untilKnown(Self.reason)
            let messages = try await browser.messages()
            #expect(!messages.isEmpty)
            let path = "conversations/\(browser.conversation)"
            #expect(try await browser.send("GET", path).status == 200)
            #expect(try await browser.send("POST", "\(path)/typing", ["action": "begin"]).status == 204)
            #expect(try await browser.send("POST", "\(path)/invitations").status == 201)
        }
    }

    @Test func `a write that has begun before commits are known to wait is answered when it is stored`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            server.gate.closeGate()
            let leaving = Task { try await browser.send("DELETE", "conversations/\(browser.conversation)").status }
            await server.gate.untilSomebodyWaits()
            server.gate.holdProbes(because: Self.reason)
            defer { server.gate.releaseProbes() }
            try await server.untilKnown(Self.reason)
            server.gate.openGate()
            #expect(try await leaving.value == 204)
        }
    }
}

extension TestServer {
    /// Advances the clock until the server knows why its database stores nothing.
    fileprivate func untilKnown(_ reason: String) async throws {
        try await untilReady { $0.reason == "the database does not respond: \(reason)" }
    }

    /// Advances the clock until the server has logged why it is not ready.
    fileprivate func untilLogged(_ reason: String) async throws {
        try await poll(
            after: { clock.turn(by: .milliseconds(200)) },
            until: {
                _ = try await get("/health/ready")
                return log.lines.contains { $0.contains("server not ready") && $0.contains(reason) }
            })
    }

    /// Advances the clock until the server is ready.
    fileprivate func untilReadyAgain() async throws { try await untilReady { $0.status == 200 } }

    private func untilReady(_ isWanted: (Webhook.Answer) -> Bool) async throws {
        var answer = try await get("/health/ready")
        try await poll(
            after: { clock.turn(by: .milliseconds(200)) },
            until: {
                answer = try await get("/health/ready")
                return isWanted(answer)
            })
        #expect(isWanted(answer), "\(answer)")
    }
}
