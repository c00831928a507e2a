import Expressions
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import TestSupport
import Testing

@testable import Server

/// Requests that the server cannot parse: each gets one response, and that says why.
@Suite struct ParserRefusalTests {
    private static let setup: TestServer.Setup = {
        var setup = BrowserConversationTests.setup
        // A connection that stays open by mistake ends the test.
        setup.connections.idleTimeout = .seconds(5)
        return setup
    }()

    /// Returns all that comes back until the server closes the connection.
    private func answer(to text: String, isWhole: Bool = true, on server: TestServer) async throws -> String {
        try await RawConnection(port: server.port).everything(for: text, isWhole: isWhole)
    }

    private static func statuses(_ answer: String) -> [Int] {
        answer.matches(of: #/HTTP/1\.1 (\d\d\d) /#).compactMap { Int($0.1) }
    }

    @Test(arguments: [
        ("FOO /health/live HTTP/1.1\r\n\r\n", "the method is unknown"),
        ("GET /\0 HTTP/1.1\r\n\r\n", "the address is malformed"),
        ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\r\n", "the address or the headers are too large"),
        (
            "GET / HTTP/1.1\r\n\(String(repeating: "X: 1\r\n", count: 101))\r\n",
            "the address or the headers are too large"
        ),
        ("GET / HTTP/2.0\r\n\r\n", "the version of HTTP must be 1.1 or 1.0"),
        ("GET / HTTP/1.1\r\nX : 1\r\n\r\n", "the request is malformed"),
        ("GET / HTTP/1.1\r\nX: 1\r\n", "the request is incomplete"),
    ])
    func `the refusal of what is not HTTP says what is wrong`(_ text: String, _ reason: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let answer = try await answer(to: text, isWhole: false, on: server)
            #expect(Self.statuses(answer) == [400])
            #expect(answer.hasSuffix(#"{"error":{"status":400,"reason":"\#(reason)"}}"#), "\(answer)")
            for header in ["Content-Type: application/json", "Connection: close", "X-Content-Type-Options: nosniff"] {
                #expect(answer.contains("\r\n\(header)\r\n"), "\(header)")
            }
        }
    }

    @Test(arguments: [
        ("PUT /health/live", 405), ("POST /message", 401), ("PUT /chat/api/content/x", 401), ("POST /nothing", 404),
    ])
    func `a request that has been answered gets no second answer for its broken body`(
        _ line: String, _ status: Int
    ) async throws {
        try await TestServer.run(Self.setup) { server in
            let text = "\(line) HTTP/1.1\r\nHost: usher\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            let statuses = Self.statuses(try await answer(to: text, on: server))
            // Of a body that is read, an error is the answer.
            #expect(statuses == [status] || statuses == [400])
        }
    }

    /// What is written to a connection that breaks in the body of its only request.
    private static func written(
        after error: HTTPParserError, _ responses: [HTTPResponse]
    ) throws -> [HTTPResponsePart] {
        let channel = EmbeddedChannel(handler: ParserRefusals(headers: StandardHeaders(isSecure: false)))
        let head = HTTPRequest(method: .post, scheme: "http", authority: "usher", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        channel.pipeline.fireErrorCaught(error)
        for response in responses {
            try channel.writeOutbound(HTTPResponsePart.head(response))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }
        var parts: [HTTPResponsePart] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) { parts.append(part) }
        return parts
    }

    private static let bare = HTTPResponse(
        status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"])

    @Test(arguments: [
        (HTTPParserError.invalidEOFState, "the body is incomplete"),
        (.invalidChunkSize, "the body is malformed"),
    ])
    func `a body that is no HTTP is refused with its reason, once`(
        _ error: HTTPParserError, _ reason: String
    ) throws {
        let parts = try Self.written(after: error, [Self.bare])
        guard parts.count == 3, case .body(let body) = parts[1] else {
            Issue.record("\(parts)")
            return
        }
        #expect(String(buffer: body).contains(reason))
        let answered = try Self.written(after: error, [HTTPResponse(status: .unauthorized), Self.bare])
        #expect(answered == [.head(HTTPResponse(status: .unauthorized)), .end(nil)])
    }

    @Test func `a broken request after others is refused once, after their answers`() async throws {
        try await TestServer.run(Self.setup) { server in
            let live = "GET /health/live HTTP/1.1\r\nHost: usher\r\n\r\n"
            let answer = try await answer(to: live + live + "FOO / HTTP/1.1\r\n\r\n", on: server)
            #expect(Self.statuses(answer) == [200, 200, 400])
            #expect(answer.contains("the method is unknown"))
        }
    }

    @Test(arguments: [
        "GET /health/live HTTP/1.0\r\n\r\n", "GET /health/live HTTP/1.0\r\nConnection: TE\r\n\r\n",
        "GET /health/live HTTP/1.1\r\nHost: usher\r\nConnection: Close\r\n\r\n",
        "GET /health/live HTTP/1.1\r\nHost: usher\r\nConnection: close, TE\r\n\r\n",
    ])
    func `a connection ends after a request that keeps it no longer`(_ text: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let live = "GET /health/live HTTP/1.1\r\nHost: usher\r\nConnection: close\r\n\r\n"
            let answer = try await answer(to: text + live, on: server)
            #expect(Self.statuses(answer) == [200], "what follows is not answered any more")
            #expect(answer.contains("\r\nConnection: close\r\n"))
        }
    }

    @Test func `a client of HTTP 1_0 may keep its connection`() async throws {
        try await TestServer.run(Self.setup) { server in
            let kept = "GET /health/live HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
            let answer = try await answer(to: kept + "GET /health/live HTTP/1.0\r\n\r\n", on: server)
            #expect(Self.statuses(answer) == [200, 200])
        }
    }

    @Test(arguments: ["/nothing", "/chat/api/content/x", "/message", "/metrics", "/chat/api/events"])
    func `the answer to HEAD has no body, whatever it is`(_ path: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let text = "HEAD \(path) HTTP/1.1\r\nHost: usher\r\nConnection: close\r\n\r\n"
            let answer = try await answer(to: text, on: server)
            #expect(answer.hasSuffix("\r\n\r\n") && Self.statuses(answer).count == 1, "\(answer)")
        }
    }
}
