import Accounts
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

@testable import Server

/// The page on which operators sign in, and what a session opens.
@Suite struct SignInPageTests {
    private static let password = "correct horse battery"

    /// Runs a server with an account of this role.
    private static func run(
        as role: Role = .operator, publicURL: String? = nil,
        _ work: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        var setup = TestServer.Setup()
        setup.letsOperatorsSignIn = true
        setup.publicURL = publicURL
        try await TestServer.run(setup) { server in
            let hasher = PasswordHasher(cost: PasswordHash.Cost(rounds: 4, blockSize: 1, parallelism: 1))
            let hash = try await hasher.hash(password).description
            _ = try await server.database.accounts.add(
                ConversationRuntime.Account(name: "cleo", role: role, password: hash, at: server.clock.now),
                recording: AuditEntry(.addAccount, by: "test", at: server.clock.now))
            try await work(server)
        }
    }

    private static func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, cookie: String? = nil, on server: TestServer,
        _ change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        var headers = ["Origin": server.url, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"]
        headers["Cookie"] = cookie
        change(&headers)
        var request = HTTPRequest.patient(method, server.url + path)
        request.headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
        if let body { request.body = .bytes(body.bytes) }
        return try await server.client.send(request)
    }

    private static func signIn(
        _ server: TestServer, _ password: String = password, _ change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> HTTPResponse {
        try await send(
            "POST", "/operators/api/session", ["name": "cleo", "password": .string(password)], on: server, change)
    }

    private static func cookie(_ response: HTTPResponse) -> String {
        String((response.header("Set-Cookie") ?? "").prefix { $0 != ";" })
    }

    private static func json(_ response: HTTPResponse) throws -> JSONValue { try JSONValue(parsing: response.body) }

    @Test func `an operator signs in, uses the operators' API and signs out`() async throws {
        try await Self.run { server in
            let none = try await Self.send("GET", "/operators/api/session", on: server)
            #expect(none.status == 200)
            #expect(try Self.json(none) == ["account": .null, "provider": false])
            let signedIn = try await Self.signIn(server)
            #expect(signedIn.status == 200)
            #expect(
                try Self.json(signedIn) == [
                    "account": "cleo", "role": "operator", "studio": false, "desk": false, "provider": false,
                ])
            let header = signedIn.header("Set-Cookie") ?? ""
            #expect(header.hasPrefix("usher_operator=") && header.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
            let cookie = Self.cookie(signedIn)
            #expect(try await Self.send("GET", "/admin/api/sessions", cookie: cookie, on: server).status == 200)
            #expect(try await Self.send("GET", "/admin/api/audit", cookie: cookie, on: server).status == 403)
            let entries = try await server.database.audit.entries(AuditFilter(), before: nil, limit: 2).map(\.entry)
            #expect(entries.map(\.actor) == ["account cleo", "account cleo"])
            #expect(entries.map(\.outcome) == [.refused, .done])
            let out = try await Self.send("DELETE", "/operators/api/session", cookie: cookie, on: server)
            #expect(out.status == 204)
            #expect(out.header("Set-Cookie")?.hasPrefix("usher_operator=; Path=/; Max-Age=0") == true)
            #expect(try await Self.send("GET", "/admin/api/sessions", cookie: cookie, on: server).status == 401)
        }
    }

    @Test func `by https the cookie is for this host alone`() async throws {
        try await Self.run(publicURL: "https://bot.example.com") { server in
            #expect(try await Self.signIn(server).status == 403, "the page is that of the public address")
            let signedIn = try await Self.signIn(server) { $0["Origin"] = "https://bot.example.com" }
            let header = signedIn.header("Set-Cookie") ?? ""
            #expect(header.hasPrefix("__Host-usher_operator="))
            #expect(header.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Secure"))
            let sessions = try await Self.send(
                "GET", "/admin/api/sessions", cookie: Self.cookie(signedIn), on: server
            ) { $0["Origin"] = nil }
            #expect(sessions.status == 200)
        }
    }

    @Test func `a request of another site is refused, with the cookie or without`() async throws {
        try await Self.run { server in
            let foreign: [@Sendable (inout [String: String]) -> Void] = [
                { $0["Origin"] = "https://evil.example" }, { $0["Origin"] = "null" }, { $0["Origin"] = nil },
                { $0["Sec-Fetch-Site"] = "cross-site" }, { $0["Sec-Fetch-Site"] = "same-site" },
                { $0["Content-Type"] = "application/x-www-form-urlencoded" }, { $0["Content-Type"] = nil },
            ]
            let cookie = Self.cookie(try await Self.signIn(server))
            for change in foreign {
                #expect(try await Self.signIn(server, Self.password, change).status == 403)
                let reset = try await Self.send(
                    "POST", "/admin/api/sessions/1/reset", [:], cookie: cookie, on: server, change)
                #expect(reset.status == 403)
            }
            let read = try await Self.send("GET", "/admin/api/sessions", cookie: cookie, on: server) {
                $0["Sec-Fetch-Site"] = "cross-site"
            }
            #expect(read.status == 403)
        }
    }

    @Test func `wrong passwords from one address are refused for a while, for the right one, too`() async throws {
        try await Self.run { server in
            for _ in 1...10 {
                let answer = try await Self.send(
                    "POST", "/operators/api/session", ["name": "unknown", "password": "wrong"], on: server)
                #expect(answer.status == 401)
            }
            #expect(try await Self.signIn(server).status == 429)
            // Others are not refused what they have: tokens are counted by themselves.
            #expect(try await server.get("/health/live").status == 200)
            server.clock.turn(by: .minutes(1))
            #expect(try await Self.signIn(server).status == 200)
        }
    }

    @Test func `who signs in while too many others do is asked to come again`() async throws {
        var setup = TestServer.Setup()
        setup.letsOperatorsSignIn = true
        setup.passwords = PasswordHasher(atOnce: 0, waiting: 0)
        try await TestServer.run(setup) { server in
            let answer = try await Self.signIn(server)
            #expect(answer.status == 503)
            #expect(answer.header("Retry-After") == "1")
        }
    }

    @Test func `an operator changes their own password`() async throws {
        try await Self.run { server in
            let cookie = Self.cookie(try await Self.signIn(server))
            func change(_ current: String, _ new: String, _ cookie: String?) async throws -> HTTPResponse {
                try await Self.send(
                    "PUT", "/operators/api/password", ["current": .string(current), "new": .string(new)],
                    cookie: cookie, on: server)
            }
            #expect(try await change(Self.password, "another one, long", nil).status == 401)
            #expect(try await change("wrong", "another one, long", cookie).status == 403)
            for (new, rule) in [
                ("short", "too-short"), ("I am cleo, an operator", "contains-name"), ("aaaaaaaaaaaaab", "too-uniform"),
                (String(repeating: "long", count: 60), "too-long"),
            ] {
                let refused = try await change(Self.password, new, cookie)
                #expect(refused.status == 422)
                #expect(try Self.json(refused)["error"]?["rule"] == .string(rule))
            }
            let changed = try await change(Self.password, "another one, long", cookie)
            #expect(changed.status == 204)
            #expect(try await Self.send("GET", "/admin/api/sessions", cookie: cookie, on: server).status == 401)
            let new = Self.cookie(changed)
            #expect(try await Self.send("GET", "/admin/api/sessions", cookie: new, on: server).status == 200)
            #expect(try await Self.signIn(server).status == 401)
            #expect(try await Self.signIn(server, "another one, long").status == 200)
        }
    }

    @Test func `the page is in the language of the browser, with a policy, and bad requests have a reason`()
        async throws
    {
        try await Self.run { server in
            let page = try await Self.send("GET", "/operators", on: server) { $0["Accept-Language"] = "ar" }
            #expect(page.status == 200)
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(html.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(page.header("Content-Security-Policy")?.contains("require-trusted-types-for 'script'") == true)
            let script = try #require(html.firstMatch(of: /src="([^"]+account\.js)"/)).output.1
            let file = try await Self.send("GET", String(script), on: server)
            #expect(file.status == 200)
            #expect(file.header("Cache-Control")?.contains("immutable") == true)
            let large: JSONValue = ["name": "cleo", "password": .string(String(repeating: "x", count: 5_000))]
            let refused = try await Self.send("POST", "/operators/api/session", large, on: server)
            #expect(refused.status == 413)
            #expect(try Self.json(refused)["error"]?["reason"] == "the body is larger than 4096 bytes")
            for body in ["[]", "{", "{\"name\": 1}"] {
                var request = HTTPRequest.patient("POST", server.url + "/operators/api/session")
                request.headers = [
                    HTTPHeader(name: "Origin", value: server.url),
                    HTTPHeader(name: "Content-Type", value: "application/json"),
                ]
                request.body = .bytes(Array(body.utf8))
                #expect(try await server.client.send(request).status == 400, "\(body)")
            }
        }
    }

    @Test func `without the setting there is no page, and a cookie opens nothing`() async throws {
        try await TestServer.run { server in
            for path in ["/operators", "/operators/api/session", "/studio", "/desk", "/studio/api/project"] {
                let answer = try await Self.send("GET", path, on: server)
                #expect(answer.status == 404, "\(path)")
            }
            let cookie = "usher_operator=something"
            let sessions = try await Self.send("GET", "/admin/api/sessions", cookie: cookie, on: server)
            #expect(sessions.status == 401)
        }
    }
}
