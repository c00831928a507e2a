import Accounts
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import JSON
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// Who may use which route of operators.
@Suite struct RoleTests {
    private static func run(_ work: @Sendable (TestServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(.init(project: try NumberedShop(number: 1).sources(in: folder)), work)
    }

    @Test(arguments: Role.allCases) func `a role may use the routes of its rights, and no others`(
        role: Role
    ) async throws {
        try await Self.run { server in
            let token = try await server.token(role.rawValue, role: role)
            for route in OperatorRoute.allCases {
                let answer = try await server.send(route, authorization: "Bearer \(token)")
                if role.rights.contains(route.right) {
                    #expect(![401, 403, 405].contains(answer.status), "\(role) \(route): \(answer)")
                } else {
                    #expect(answer.status == 403, "\(role) \(route): \(answer)")
                    let reason = answer.json?["error"]?["reason"]?.string ?? ""
                    #expect(reason == "token \(role.rawValue) lacks the right `\(route.right.rawValue)`")
                }
            }
            let refused = OperatorRoute.allCases.filter { !role.rights.contains($0.right) }
            let entries = try await server.entries().filter { $0.outcome == .refused }
            #expect(entries.reversed().map(\.act) == refused.map(\.act.rawValue))
            #expect(entries.allSatisfy { $0.actor == "token \(role.rawValue)" && $0.customer == nil })
        }
    }

    @Test func `every route is there for the token of the settings, and for no one else`() async throws {
        try await Self.run { server in
            for route in OperatorRoute.allCases {
                let answer = try await server.send(route, authorization: "Bearer \(Account.operatorToken)")
                #expect(![401, 403, 405].contains(answer.status), "\(route): \(answer)")
                if answer.status == 404 { #expect(answer.json?["error"]?["reason"] != nil, "\(route) is no route") }
            }
            for route in OperatorRoute.allCases.prefix(4) {
                #expect(try await server.send(route, authorization: nil).status == 401)
                let guess = SecretText.forToken().text
                #expect(try await server.send(route, authorization: "Bearer \(guess)").status == 401)
            }
            #expect(try await server.entries().allSatisfy { $0.outcome != .refused }, "strangers fill no log")
        }
    }

    @Test func `a token may do what it was made for until it expires or is revoked`() async throws {
        try await TestServer.run { server in
            let token = try await server.token("desk", rights: [.results], expiresIn: .days(1))
            let bearer = "Bearer \(token)"
            #expect(try await server.operate("GET", "/results", authorization: bearer).status == 200)
            #expect(try await server.operate("GET", "/sessions", authorization: bearer).status == 403)
            server.clock.turn(by: .days(1))
            let late = try await server.operate("GET", "/results", authorization: bearer)
            #expect(late.status == 401)
            #expect(late.json?["error"]?["reason"] == "the API token has expired")
            let entry = try #require(try await server.entries().first)
            #expect(entry.actor == "token desk" && entry.outcome == .refused)
            #expect(entry.details["reason"] == "the token has expired")

            let other = try await server.token("other", rights: [.results])
            #expect(try await server.operate("GET", "/results", authorization: "Bearer \(other)").status == 200)
            _ = try await server.database.accounts.revoke(
                token: "other", recording: AuditEntry(.revokeToken, by: "jo", at: server.clock.now))
            #expect(try await server.operate("GET", "/results", authorization: "Bearer \(other)").status == 401)
        }
    }

    @Test func `without a token in the settings the routes are there for API tokens alone`() async throws {
        try await TestServer.run(.init(operatorToken: nil)) { server in
            #expect(try await server.operate("GET", "/sessions", authorization: nil).status == 404)
            #expect(try await server.operate("GET", "/sessions", authorization: "Bearer x").status == 404)
            let token = try await server.token("ops", role: .operator)
            #expect(try await server.operate("GET", "/sessions", authorization: "Bearer \(token)").status == 200)
            #expect(try await server.operate("GET", "/audit", authorization: "Bearer \(token)").status == 403)
        }
    }

    @Test(arguments: [
        ("PUT", "sessions/1", "DELETE, GET"), ("GET", "handovers/1/take", "POST"), ("POST", "queues", "GET"),
        ("DELETE", "events", "POST"), ("OPTIONS", "sessions/1", "DELETE, GET"), ("TRACE", "queues", "GET"),
    ]) func `a path says which methods it has, to those who may use it`(
        _ method: String, _ path: String, _ allowed: String
    ) async throws {
        try await TestServer.run { server in
            var request = HTTPRequest.patient(method, "\(server.url)/admin/api/\(path)")
            #expect(try await server.client.send(request).status == 401)
            request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)")]
            let refused = try await server.client.send(request)
            #expect(refused.status == 405 && refused.header("Allow") == allowed, "\(refused)")
            let reason = try JSONValue(parsing: refused.body)["error"]?["reason"]?.string
            #expect(reason == "there is no \(method) of this path; it has \(allowed)")
            #expect(try await server.operate("PUT", "/nowhere").status == 404)
        }
    }

    @Test(arguments: ["/health/live", "/health/ready", "/admin/api/openapi.json"])
    func `paths that need no token say to all which methods they have`(_ path: String) async throws {
        try await TestServer.run { server in
            for method in ["POST", "OPTIONS"] {
                let refused = try await server.client.send(.patient(method, "\(server.url)\(path)"))
                #expect(refused.status == 405 && refused.header("Allow") == "GET", "\(refused)")
            }
        }
    }

    @Test func `metrics say which methods they have, to those who may read them`() async throws {
        try await TestServer.run { server in
            var request = HTTPRequest.patient("POST", "\(server.url)/metrics")
            #expect(try await server.client.send(request).status == 401)
            request.headers = [HTTPHeader(name: "Authorization", value: "Bearer \(Account.operatorToken)")]
            let refused = try await server.client.send(request)
            #expect(refused.status == 405 && refused.header("Allow") == "GET", "\(refused)")
        }
    }

    @Test(arguments: ["/health/live", "/metrics"])
    func `a HEAD request is refused without a body`(_ path: String) async throws {
        try await TestServer.run { server in
            let answer = try await RawConnection(port: server.port).everything(
                for: "HEAD \(path) HTTP/1.1\r\nHost: usher\r\nAuthorization: Bearer \(Account.operatorToken)\r\n"
                    + "Connection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
        }
    }

    @Test func `a wrong method by someone without the right is in the audit log`() async throws {
        try await TestServer.run { server in
            let token = try await server.token("desk", rights: [.results])
            let refused = try await server.operate("PUT", "/sessions", authorization: "Bearer \(token)")
            #expect(refused.status == 403, "\(refused)")
            let entry = try #require(try await server.entries().first)
            #expect(entry.actor == "token desk" && entry.outcome == .refused)
        }
    }

    @Test(arguments: [(Account.operatorToken, "405"), ("wrong", "401")])
    func `a refused HEAD request has no body`(_ token: String, _ status: String) async throws {
        try await TestServer.run { server in
            let answer = try await RawConnection(port: server.port).everything(
                for: "HEAD /admin/api/events HTTP/1.1\r\nHost: usher\r\nAuthorization: Bearer \(token)\r\n"
                    + "Connection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
        }
    }

    @Test func `private values need a right of their own`() async throws {
        try await TestServer.run { server in
            try await Phone(on: server).says("Hi")
            let token = try await server.token("export", rights: [.export, .results])
            let bearer = "Bearer \(token)"
            #expect(try await server.operate("GET", "/sessions/1/export", authorization: bearer).status == 200)
            for path in ["/sessions/1/export?private=true", "/results/bookings?private=true"] {
                #expect(try await server.operate("GET", path, authorization: bearer).status == 403, "\(path)")
            }
        }
    }
}

extension TestServer {
    /// Makes an API token.
    func token(
        _ name: String, role: Role? = nil, rights: Set<Right> = [], expiresIn length: TimeLength? = nil
    ) async throws -> String {
        let secret = SecretText.forToken()
        let token = APIToken(
            name: name, digest: secret.digest, role: role, rights: rights, createdAt: clock.now,
            expiresAt: length.map { clock.now + $0 })
        let entry = AuditEntry(.addToken, by: "command line (jo)", at: clock.now, object: "token \(name)")
        #expect(try await database.accounts.add(token, recording: entry))
        return secret.text
    }

    /// The audit log, newest first.
    func entries() async throws -> [AuditEntry] {
        try await database.audit.entries(AuditFilter(), before: nil, limit: 1_000).map(\.entry)
    }

    /// Sends a request to a route, about things that do not exist.
    func send(_ route: OperatorRoute, authorization: String?) async throws -> (status: Int, json: JSONValue?) {
        let path = route.path.replacing(/:\w+/, with: "4711")
        let address = route == .metrics ? "\(url)/metrics" : "\(url)/admin/api/\(path)"
        var request = HTTPRequest.patient("\(route.method)", address)
        if let authorization { request.headers.append(HTTPHeader(name: "Authorization", value: authorization)) }
        let response = try await client.send(request)
        let json = try? JSONValue(parsing: response.body)
        let place = route == .metrics ? "/metrics" : "/admin/api/\(path)"
        APIAnswers.expect("\(route.method)", place, response.status, json)
        return (response.status, json)
    }
}
