import CurlClient
import Foundation
import JSON
import Testing

@testable import AppleSimulator

/// The page of a simulated identity provider, and the requests that lead to it.
@Suite struct IdentityPageTests {
    private struct Provider {
        let harness: Harness

        func address(redirect: String = "http://bot.example/back", state: String? = "s-1") -> String {
            var fields = [("response_type", "code"), ("client_id", "a"), ("redirect_uri", redirect)]
            if let state { fields.append(("state", state)) }
            return harness.base + "/identity/bank/authorize?" + WebForm.text(fields)
        }

        func open(_ address: String, cookie: String? = nil) async throws -> HTTPResponse {
            var request = HTTPRequest("GET", address)
            if let cookie { request.headers = [HTTPHeader(name: "Cookie", value: cookie)] }
            return try await harness.client.send(request)
        }

        func signIn(_ ticket: String, at address: String, cookie: String?) async throws -> HTTPResponse {
            var request = HTTPRequest("POST", address)
            request.redirects = 0
            request.headers = [HTTPHeader(name: "Content-Type", value: "application/x-www-form-urlencoded")]
            if let cookie { request.headers.append(HTTPHeader(name: "Cookie", value: cookie)) }
            request.body = .bytes(Array("ticket=\(ticket)&username=ana&password=right".utf8))
            return try await harness.client.send(request)
        }
    }

    private static func withProvider(_ work: (Provider) async throws -> Void) async throws {
        try await withSimulator { harness in
            _ = try await harness.simulator.createIdentityProvider(IdentityDescription("bank"))
            try await work(Provider(harness: harness))
        }
    }

    private static func ticket(_ page: HTTPResponse) -> String {
        String(decoding: page.body, as: UTF8.self).firstMatch(of: #/name="ticket" value="([^"]*)"/#).map {
            String($0.1)
        }
            ?? ""
    }

    @Test func `a browser that has the page open twice can use either`() async throws {
        try await Self.withProvider { provider in
            let (one, two) = (provider.address(state: "one"), provider.address(state: "two"))
            let first = Self.ticket(try await provider.open(one))
            let second = try await provider.open(two, cookie: "ticket=\(first)")
            let cookie = String((second.header("Set-Cookie") ?? "").prefix { $0 != ";" })
            for (ticket, address) in [(first, one), (Self.ticket(second), two)] {
                #expect(try await provider.signIn(ticket, at: address, cookie: cookie).status == 302)
            }
        }
    }

    @Test func `a form without its cookie is shown again, and a foreign cookie is not taken over`() async throws {
        try await Self.withProvider { provider in
            let address = provider.address()
            let ticket = Self.ticket(try await provider.open(address))
            for cookie in [nil, "ticket=", "ticket=\(UUID().uuidString)"] {
                let page = try await provider.signIn(ticket, at: address, cookie: cookie)
                #expect(page.status == 403)
                let text = String(decoding: page.body, as: UTF8.self)
                #expect(text.contains("Allow cookies") && text.contains("<form"))
            }
            let page = try await provider.open(address, cookie: "ticket=\"><script>")
            #expect(!String(decoding: page.body, as: UTF8.self).contains("script"))
        }
    }

    @Test(arguments: [
        "http://bot.example/back#part", "http://bot.example/#", "http://bot.example/a\nb", "http://bot.example/a b",
        "http://bot.example/\u{0}", "http://", "https:///back", "javascript:alert(1)", "//bot.example/", "",
        "http://bot.example/ü",
    ])
    func `an address that cannot be returned to is refused`(redirect: String) async throws {
        try await Self.withProvider { provider in
            let answer = try await provider.open(provider.address(redirect: redirect))
            #expect(answer.status == 400)
            #expect(String(decoding: answer.body, as: UTF8.self).contains("redirect_uri"))
        }
    }

    @Test(arguments: [nil, "", "s-1"] as [String?])
    func `the state comes back as it was sent`(state: String?) async throws {
        try await Self.withProvider { provider in
            let address = provider.address(redirect: "http://bot.example/back?a=b", state: state)
            let ticket = Self.ticket(try await provider.open(address))
            let answer = try await provider.signIn(ticket, at: address, cookie: "ticket=\(ticket)")
            let back = URLComponents(string: answer.header("Location") ?? "")
            #expect(back?.queryItems?.filter { $0.name == "state" }.map(\.value) == (state.map { [$0] } ?? []))
            #expect(back?.queryItems?.first?.value == "b")
        }
    }
}
