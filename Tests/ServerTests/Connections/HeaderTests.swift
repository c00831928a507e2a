import ChatPage
import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// The headers of every page and route, in one table.
@Suite struct HeaderTests {
    /// A request for a route, and the expected headers of its response.
    struct Row: Sendable, CustomTestStringConvertible {
        var method = "GET"
        let path: String
        var body: String?
        var isOperator = false
        let status: Int
        var kind: String? = "application/json"
        var policy = HeaderTests.bare
        var caching = "no-store"

        var testDescription: String { "\(method) \(path)" }
    }

    /// The policy of responses that are not pages.
    static let bare = "default-src 'none'; frame-ancestors 'none'"
    static let html = "text/html; charset=utf-8"
    static let text = "text/javascript; charset=utf-8"
    /// The policy of pages beside the chat.
    static let page =
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'"

    static let rows = [
        Row(path: "/chat", status: 200, kind: html, policy: "script-src 'self'", caching: "no-cache"),
        Row(
            path: "/chat?widget=1", status: 200, kind: html, policy: "frame-ancestors 'self' https://shop",
            caching: "no-cache"),
        Row(path: "/chat/widget.js", status: 200, kind: text, caching: "public, max-age=300"),
        Row(
            path: "/chat/assets/\(PageFiles.version)/main.js", status: 200, kind: text,
            caching: "public, max-age=31536000, immutable"),
        Row(path: "/chat/assets/old/main.js", status: 200, kind: text, caching: "no-cache"),
        Row(path: "/chat/assets/old/none.js", status: 404),
        Row(path: "/chat/images/none.png", status: 404),
        Row(method: "POST", path: "/chat/api/session", body: "{}", status: 200),
        Row(method: "DELETE", path: "/chat/api/session", status: 204, kind: nil),
        Row(path: "/chat/api/conversations", status: 401), Row(path: "/chat/api/events", status: 401),
        Row(path: "/chat/api/conversations/x/messages", status: 401),
        Row(path: "/chat/api/content/x", status: 403), Row(path: "/chat/api/content/x/progress", status: 401),
        Row(method: "PUT", path: "/chat/api/content/x", status: 401),
        Row(method: "OPTIONS", path: "/chat/api/session", status: 403),
        Row(path: "/sign-in/bank/link/x", status: 410, kind: html, policy: page),
        Row(method: "POST", path: "/sign-in/bank/link/x", body: "digits=12", status: 410, kind: html, policy: page),
        Row(path: "/sign-in/bank/callback?state=x", status: 400, kind: html, policy: page),
        Row(path: "/apple-pay/x/fallback", status: 404, kind: html, policy: page),
        Row(method: "POST", path: "/apple-pay/x/fallback", body: "card=x", status: 404),
        Row(method: "POST", path: "/apple-pay/x/payment-method", body: "no JSON", status: 400),
        Row(method: "POST", path: "/message", body: "{}", status: 401), Row(path: "/message", status: 404),
        Row(path: "/health/live", status: 200), Row(path: "/health/ready", status: 200),
        Row(path: "/metrics", status: 401),
        Row(path: "/metrics", isOperator: true, status: 200, kind: "text/plain; version=0.0.4; charset=utf-8"),
        Row(path: "/admin/api/handovers", status: 401), Row(path: "/admin/api/content/x", status: 401),
        Row(path: "/admin/api/handovers", isOperator: true, status: 200),
        Row(path: "/admin/api/handovers/1", isOperator: true, status: 404),
        Row(path: "/admin/api/content/x", isOperator: true, status: 404),
        Row(path: "/", status: 404), Row(path: "/nothing", status: 404), Row(path: "/admin", status: 404),
    ]

    private static let setup: TestServer.Setup = {
        var setup = BrowserConversationTests.setup
        setup.publicURL = "https://bot.example.com"
        return setup
    }()

    private func answer(to row: Row, on server: TestServer) async throws -> HTTPResponse {
        var request = HTTPRequest.patient(row.method, server.url + row.path)
        request.body = row.body.map { .bytes(Array($0.utf8)) }
        if row.isOperator {
            request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)")]
        }
        return try await server.client.send(request)
    }

    @Test func `every answer keeps browsers from guessing, framing, running and telling`() async throws {
        try await TestServer.run(Self.setup) { server in
            for row in Self.rows {
                let answer = try await answer(to: row, on: server)
                let name = row.testDescription
                #expect(answer.status == row.status, "\(name)")
                #expect(answer.header("Content-Type") == row.kind, "\(name)")
                #expect(answer.header("Content-Security-Policy")?.contains(row.policy) == true, "\(name)")
                #expect(answer.header("Cache-Control") == row.caching, "\(name)")
                #expect(answer.header("X-Content-Type-Options") == "nosniff", "\(name)")
                #expect(answer.header("Referrer-Policy") == "no-referrer", "\(name)")
                #expect(answer.header("Strict-Transport-Security") == "max-age=31536000", "\(name)")
                #expect(answer.header("Server") == "usher", "\(name): no version is told")
                #expect(answer.header("X-Powered-By") == nil, "\(name)")
            }
        }
    }

    @Test func `every policy forbids what it does not name, and says who may frame`() async throws {
        try await TestServer.run(Self.setup) { server in
            for row in Self.rows {
                let policy = try await answer(to: row, on: server).header("Content-Security-Policy") ?? ""
                let name = row.testDescription
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors "), "\(name)")
                for word in ["unsafe-eval", "*", "script-src 'unsafe-inline'", "http:"] {
                    #expect(!policy.contains(word), "\(name) allows \(word)")
                }
            }
        }
    }

    @Test func `what is refused says why, in a form that programs read`() async throws {
        try await TestServer.run(Self.setup) { server in
            for row in Self.rows where row.status >= 400 && row.kind == "application/json" {
                let error = try JSONValue(parsing: try await answer(to: row, on: server).body)["error"]
                #expect(error?["status"]?.int == row.status, "\(row.testDescription)")
                #expect(error?["reason"]?.string?.isEmpty == false, "\(row.testDescription)")
            }
        }
    }

    @Test func `cookies go over https alone, to this host alone, and to no script`() async throws {
        try await TestServer.run(Self.setup) { server in
            let session = try await answer(
                to: Row(method: "POST", path: "/chat/api/session", body: "{}", status: 200), on: server)
            let cookie = try #require(session.header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-usher_chat="))
            for word in ["; Path=/;", "; HttpOnly", "; SameSite=Lax", "; Secure"] { #expect(cookie.contains(word)) }
            #expect(!cookie.contains("Domain"))
            let signIn = try await answer(to: Row(path: "/sign-in/bank/callback?state=x", status: 400), on: server)
            #expect(signIn.header("Set-Cookie") == nil, "a callback of no sign-in takes no cookie away")
        }
    }

    @Test func `without https nobody is bound to it`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let answer = try await answer(to: Row(path: "/health/live", status: 200), on: server)
            #expect(answer.header("Strict-Transport-Security") == nil)
        }
    }
}
