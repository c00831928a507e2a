import Accounts
import AppleSimulator
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

/// Operators sign in at an identity provider.
@Suite struct OperatorProviderTests {
    private static func run(
        claims: JSONObject = ["email": "Ana@shop.example", "email_verified": true], roleClaim: String? = nil,
        _ work: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        var setup = TestServer.Setup()
        setup.letsOperatorsSignIn = true
        setup.publicURL = "http://127.0.0.1:1"
        setup.operatorProvider = { simulator in
            let issuer = try await simulator.createIdentityProvider(IdentityDescription("team", claims: claims))
            var provider = OperatorProvider(issuer: issuer, client: "usher")
            provider.roleClaim = roleClaim
            provider.roles = [.init("heads", .admin), .init("writers", .author)]
            return provider
        }
        try await TestServer.run(setup, work)
    }

    private static func get(_ url: String, cookie: String? = nil, on server: TestServer) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("GET", url)
        request.redirects = 0
        if let cookie { request.headers = [HTTPHeader(name: "Cookie", value: cookie)] }
        return try await server.client.send(request)
    }

    private static func pair(_ header: String) -> String { String(header.prefix { $0 != ";" }) }

    /// Goes to the provider and signs in there. Returns the callback on the server, and the cookie of the browser.
    ///
    /// - Parameter query: the query of the address at which it begins.
    private static func atProvider(
        _ server: TestServer, _ query: String = ""
    ) async throws -> (callback: String, cookie: String) {
        let begun = try await get("\(server.url)/operators/provider\(query)", on: server)
        #expect(begun.status == 303)
        let set = begun.header("Set-Cookie") ?? ""
        #expect(set.contains("HttpOnly; SameSite=Lax"))
        let address = begun.header("Location") ?? ""
        #expect(address.contains("code_challenge_method=S256") && address.contains("nonce="))
        let page = try await get(address, on: server)
        let ticket = pair(page.header("Set-Cookie") ?? "")
        var form = HTTPRequest.patient("POST", address)
        form.redirects = 0
        form.headers = [
            HTTPHeader(name: "Cookie", value: ticket),
            HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded"),
        ]
        form.body = .bytes(Array("username=ana&password=secret&\(ticket)".utf8))
        let back = try await server.client.send(form).header("Location") ?? ""
        let query = back.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        #expect(back.hasPrefix("http://127.0.0.1:1/operators/callback?"))
        return ("\(server.url)/operators/callback?\(query)", pair(set))
    }

    private static func add(_ role: Role, _ name: String, to server: TestServer) async throws {
        _ = try await server.database.accounts.add(
            ConversationRuntime.Account(name: name, role: role, password: "-", at: server.clock.now),
            recording: AuditEntry(.addAccount, by: "test", at: server.clock.now))
    }

    @Test func `an account that exists is signed in, once, and in the browser that began`() async throws {
        try await Self.run { server in
            try await Self.add(.operator, "ana@shop.example", to: server)
            let (callback, cookie) = try await Self.atProvider(server)
            #expect(try await Self.get(callback, on: server).status == 401, "another browser")
            let end = try await Self.get(callback, cookie: cookie, on: server)
            #expect(end.status == 200)
            #expect(end.header("Refresh") == "0; url=/operators")
            let cookies = end.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            let session = Self.pair(cookies.first { $0.hasPrefix("usher_operator=") } ?? "")
            let sessions = try await Self.get("\(server.url)/admin/api/sessions", cookie: session, on: server)
            #expect(sessions.status == 200)
            #expect(try await Self.get(callback, cookie: cookie, on: server).status == 401, "the code was used")
        }
    }

    @Test func `sign-ins in one browser do not affect each other, nor do callbacks of none`() async throws {
        try await Self.run { server in
            try await Self.add(.operator, "ana@shop.example", to: server)
            let (first, one) = try await Self.atProvider(server)
            let (second, two) = try await Self.atProvider(server)
            let both = "\(one); \(two)"
            let stray = try await Self.get("\(server.url)/operators/callback", cookie: both, on: server)
            #expect(stray.status == 401 && stray.header("Set-Cookie") == nil)
            for (callback, cookie) in [(second, two), (first, one)] {
                let end = try await Self.get(callback, cookie: both, on: server)
                #expect(end.status == 200)
                let forgotten = end.headers.map(\.value).filter { $0.contains("Max-Age=0") }
                #expect(forgotten.map { $0.prefix { $0 != "=" } } == [cookie.prefix { $0 != "=" }])
            }
        }
    }

    @Test(arguments: [
        ("?to=studio", "/studio"), ("?to=publish", "/studio/publish"), ("?to=desk", "/desk"), ("", "/operators"),
        ("?to=https%3A%2F%2Fevil.example", "/operators"), ("?to=", "/operators"),
    ])
    func `the way through the provider leads to the page that was wanted, if it is one of ours`(
        query: String, page: String
    ) async throws {
        try await Self.run { server in
            try await Self.add(.operator, "ana@shop.example", to: server)
            let (callback, cookie) = try await Self.atProvider(server, query)
            let end = try await Self.get(callback, cookie: cookie, on: server)
            #expect(end.header("Refresh") == "0; url=\(page)")
            let (again, other) = try await Self.atProvider(server, query)
            let failed = try await Self.get(again.replacing("code=", with: "no-code="), cookie: other, on: server)
            let wish = page == "/operators" ? "" : "&to=\(query.dropFirst(4))"
            #expect(failed.header("Refresh") == "0; url=/operators?failed=provider\(wish)")
        }
    }

    @Test func `whoever is signed in is told of the provider, too`() async throws {
        try await Self.run { server in
            try await Self.add(.operator, "ana@shop.example", to: server)
            let (callback, cookie) = try await Self.atProvider(server)
            let end = try await Self.get(callback, cookie: cookie, on: server)
            let session = Self.pair(end.header("Set-Cookie") ?? "")
            let known = try await Self.get("\(server.url)/operators/api/session", cookie: session, on: server)
            let json = try JSONValue(parsing: known.body)
            #expect(json["account"] == "ana@shop.example" && json["provider"] == true)
        }
    }

    @Test func `without an account, and without roles from the provider, no one is let in`() async throws {
        try await Self.run { server in
            let (callback, cookie) = try await Self.atProvider(server)
            let end = try await Self.get(callback, cookie: cookie, on: server)
            #expect(end.status == 401)
            #expect(end.header("Refresh") == "0; url=/operators?failed=provider")
            #expect(try await server.database.accounts.accounts().isEmpty)
        }
    }

    @Test func `the claim of roles adds the account, and changes its role`() async throws {
        let claims: JSONObject = [
            "email": "ana@shop.example", "email_verified": "true", "groups": ["others", "writers"],
        ]
        try await Self.run(claims: claims, roleClaim: "groups") { server in
            let (callback, cookie) = try await Self.atProvider(server)
            #expect(try await Self.get(callback, cookie: cookie, on: server).status == 200)
            #expect(try await server.database.accounts.account("ana@shop.example")?.role == .author)
            _ = try await server.database.accounts.change(
                account: "ana@shop.example", AccountChange(role: .agent), at: server.clock.now,
                recording: AuditEntry(.changeAccount, by: "test", at: server.clock.now))
            let (again, other) = try await Self.atProvider(server)
            #expect(try await Self.get(again, cookie: other, on: server).status == 200)
            #expect(try await server.database.accounts.account("ana@shop.example")?.role == .author)
            let entries = try await server.database.audit.entries(AuditFilter(), before: nil, limit: 9).map(\.entry)
            #expect(
                entries.reversed().map(\.act) == [
                    "account.add", "account.sign-in", "account.change", "account.change", "account.sign-in",
                ])
            #expect(entries.last?.actor == "identity provider")
        }
    }

    @Test(arguments: [
        ["email": "ana@shop.example", "email_verified": true, "groups": "others"] as JSONObject,
        ["email": "ana@shop.example", "email_verified": false, "groups": "heads"],
        ["email": "ana@shop.example", "email_verified": "false", "groups": "heads"],
        ["email": "ana@shop.example", "groups": "heads"],
        ["groups": "heads", "email": "Not A Name", "email_verified": true],
    ])
    func `claims that give no role, or no name, let no one in`(claims: JSONObject) async throws {
        try await Self.run(claims: claims, roleClaim: "groups") { server in
            try await Self.add(.admin, "ana@shop.example", to: server)
            let (callback, cookie) = try await Self.atProvider(server)
            #expect(try await Self.get(callback, cookie: cookie, on: server).status == 401)
        }
    }

    @Test func `a disabled account stays closed, and what is no callback of this browser is refused`() async throws {
        try await Self.run { server in
            try await Self.add(.operator, "ana@shop.example", to: server)
            _ = try await server.database.accounts.change(
                account: "ana@shop.example", AccountChange(isDisabled: true), at: server.clock.now,
                recording: AuditEntry(.changeAccount, by: "test", at: server.clock.now))
            let (callback, cookie) = try await Self.atProvider(server)
            #expect(try await Self.get(callback, cookie: cookie, on: server).status == 401)
            for query in ["", "state=x&code=y", "error=access_denied"] {
                let answer = try await Self.get(
                    "\(server.url)/operators/callback?\(query)", cookie: cookie, on: server)
                #expect(answer.status == 401, "\(query)")
            }
        }
    }

    @Test func `whether an address is verified is asked for when the address names the account`() {
        var provider = OperatorProvider(issuer: "https://id.example", client: "usher")
        provider.roleClaim = "groups"
        #expect(provider.neededClaims == ["email", "email_verified", "groups"])
        #expect(!provider.trustsName(in: ["email": "ana@shop.example"]))
        provider.nameClaim = "preferred_username"
        #expect(provider.neededClaims == ["preferred_username", "groups"])
        #expect(provider.trustsName(in: ["preferred_username": "ana"]))
    }
}
