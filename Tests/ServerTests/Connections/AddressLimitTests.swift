import Channels
import Concurrency
import CurlClient
import Expressions
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// The rate limit of one address, and the clients that it never affects.
@Suite struct AddressLimitTests {
    private static func setup(_ requests: Int, listeningOn host: String = "127.0.0.1") -> TestServer.Setup {
        var setup = BrowserConversationTests.setup
        setup.connections.requestsPerAddress = requests
        setup.host = host
        // This machine acts as a proxy, so that a test can use any client address.
        setup.webChat.trustedProxies = ["127.0.0.1"]
        return setup
    }

    private func get(
        _ path: String, from address: String, token: String? = nil, on server: TestServer
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("GET", server.url + path)
        request.headers = [HTTPHeader(name: "X-Forwarded-For", value: address)]
        if let token { request.headers.append(HTTPHeader(name: "Authorization", value: "Bearer \(token)")) }
        return try await server.client.send(request)
    }

    @Test(arguments: [
        "/chat", "/chat/api/conversations", "/chat/images/none.png", "/sign-in/bank/link/x", "/apple-pay/x/fallback",
        "/nothing", "/admin/api/handovers", "/metrics",
    ])
    func `an address that asks too often waits, and no other address does`(_ path: String) async throws {
        try await TestServer.run(Self.setup(6)) { server in
            let token = Account.operatorToken
            for _ in 0..<6 {
                let answer = try await get(path, from: "192.0.2.1", token: token, on: server)
                #expect(answer.status != 429)
            }
            let refused = try await get(path, from: "192.0.2.1", token: token, on: server)
            #expect(refused.status == 429)
            #expect(refused.header("Retry-After") == "10")
            let reason = try JSONValue(parsing: refused.body)["error"]?["reason"]
            #expect(reason == "too many requests come from this address")
            #expect(try await get(path, from: "192.0.2.2", token: token, on: server).status != 429)
            server.clock.turn(by: .seconds(10))
            #expect(try await get(path, from: "192.0.2.1", token: token, on: server).status != 429)
        }
    }

    @Test func `where a server listens on both versions of the protocol, a proxy of IPv4 is known`() async throws {
        try await TestServer.run(Self.setup(1, listeningOn: "::")) { server in
            let token = Account.operatorToken
            for address in ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8:0:1::1"] {
                let answer = try await get("/metrics", from: address, token: token, on: server)
                #expect(answer.status == 200)
            }
            for address in ["192.0.2.1", "::ffff:192.0.2.2", "2001:db8::2"] {
                let answer = try await get("/metrics", from: address, token: token, on: server)
                #expect(answer.status == 429)
            }
            #expect(server.log.lines.allSatisfy { !$0.contains("ffff") && !$0.contains("proxy missing") })
        }
    }

    @Test func `what Apple calls is never counted, nor who looks whether the server is well`() async throws {
        try await TestServer.run(Self.setup(1)) { server in
            for _ in 0..<5 {
                let webhook = try await Webhook.text("Hi").post(to: server)
                #expect(webhook.status == 200)
                for path in ["/health/live", "/health/ready"] {
                    let answer = try await get(path, from: "192.0.2.1", on: server)
                    #expect(answer.status == 200)
                }
                var pay = HTTPRequest.patient("POST", server.url + "/apple-pay/x/payment-method")
                pay.body = .bytes(Array(#"{"requestIdentifier":"x"}"#.utf8))
                let answer = try await server.client.send(pay)
                #expect(answer.status != 429)
            }
        }
    }

    private func status(
        _ path: String, from address: String, token: String, on server: TestServer
    ) async throws -> Int {
        try await get(path, from: address, token: token, on: server).status
    }

    @Test(arguments: ["/metrics/", "//metrics", "//admin/api/handovers", "/admin//api/handovers/"])
    func `slashes are no way round the limit of guesses`(_ path: String) async throws {
        try await TestServer.run(Self.setup(0)) { server in
            for number in 0..<10 {
                #expect(try await status(path, from: "192.0.2.1", token: "guess\(number)", on: server) == 401)
            }
            let right = try await status(path, from: "192.0.2.1", token: Account.operatorToken, on: server)
            #expect(right == 429)
        }
    }

    @Test func `slashes make no request free`() async throws {
        try await TestServer.run(Self.setup(1)) { server in
            let first = try await status("/apple-pay/x/fallback/", from: "192.0.2.1", token: "", on: server)
            let second = try await status("/apple-pay/x/fallback/", from: "192.0.2.1", token: "", on: server)
            #expect(first != 429)
            #expect(second == 429)
        }
    }

    @Test func `who guesses the operators' token is stopped, also when they then guess right`() async throws {
        try await TestServer.run(Self.setup(0)) { server in
            var refused: [Int] = []
            for path in ["/admin/api/sessions", "/admin/api/handovers"] {
                for number in 0..<5 {
                    refused.append(try await status(path, from: "192.0.2.1", token: "guess\(number)", on: server))
                }
            }
            #expect(refused == Array(repeating: 401, count: 10))
            let (token, path) = (Account.operatorToken, "/admin/api/handovers")
            let right = try await status(path, from: "192.0.2.1", token: token, on: server)
            let elsewhere = try await status(path, from: "192.0.2.2", token: token, on: server)
            server.clock.turn(by: .minutes(1))
            let later = try await status(path, from: "192.0.2.1", token: token, on: server)
            #expect((right, elsewhere, later) == (429, 200, 200))
        }
    }

    @Test(arguments: [("/admin/api/handovers", "/metrics"), ("/metrics", "/admin/api/handovers")])
    func `wrong tokens on one group of routes lock no one out of another`(_ guessed: String, _ other: String)
        async throws
    {
        try await TestServer.run(Self.setup(0)) { server in
            for number in 0..<12 {
                _ = try await status(guessed, from: "192.0.2.1", token: "guess\(number)", on: server)
            }
            let token = Account.operatorToken
            #expect(try await status(guessed, from: "192.0.2.1", token: token, on: server) == 429)
            #expect(try await status(other, from: "192.0.2.1", token: token, on: server) == 200)
        }
    }

    @Test func `with the right token nothing is counted as a guess, and 0 is no limit`() async throws {
        try await TestServer.run(Self.setup(0)) { server in
            for _ in 0..<50 {
                let answer = try await get("/metrics", from: "192.0.2.1", token: Account.operatorToken, on: server)
                #expect(answer.status == 200)
            }
        }
    }

    @Test func `operators who ask, and those who are none, are logged`() async throws {
        try await TestServer.run(Self.setup(0)) { server in
            let token = Account.operatorToken
            _ = try await get("/admin/api/handovers/7", from: "192.0.2.1", token: token, on: server)
            _ = try await get("/admin/api/content/%0Asecret", from: "192.0.2.2", token: "guess", on: server)
            _ = try await get("/admin/api/Ana%20B", from: "192.0.2.2", token: token, on: server)
            let lines = server.log.lines.filter { $0.contains("operator") }
            #expect(
                lines == [
                    "info operator request answered from=192.0.2.1 kind=handovers method=GET status=404",
                    "notice operator request rejected from=192.0.2.2 kind=content method=GET status=401",
                    "info operator request answered from=192.0.2.2 kind=other method=GET status=404",
                ])
            let telling = server.log.lines.filter { $0.contains(token) || $0.contains("guess") }
            #expect(telling == [])
        }
    }

    @Test func `requests that come too often are no requests of operators`() async throws {
        try await TestServer.run(Self.setup(1)) { server in
            for _ in 0..<3 { _ = try await get("/admin/api/handovers", from: "192.0.2.1", token: "guess", on: server) }
            #expect(
                server.log.lines.filter { $0.contains("operator") } == [
                    "notice operator request rejected from=192.0.2.1 kind=handovers method=GET status=401"
                ])
        }
    }

    @Test(arguments: ["::ffff:127.0.0.1", "127.0.0.1"])
    func `a trusted proxy is known in the clothes of IPv6 as well`(_ peer: String) {
        let reader = ForwardedAddress(trustedProxies: ["127.0.0.1"])
        #expect(reader.of(peer: peer, forwarded: ["192.0.2.1"]) == "192.0.2.1")
        #expect(reader.of(peer: peer, forwarded: ["192.0.2.1, ::ffff:127.0.0.1"]) == "192.0.2.1")
        #expect(reader.of(peer: "::ffff:127.0.0.2", forwarded: ["192.0.2.1"]) == "127.0.0.2")
    }

    @Test(arguments: [
        ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8:1:2::9", "20010db800010002/64"),
        ("2001:db8:1:3::9", "20010db800010003/64"), ("::ffff:192.0.2.1", "192.0.2.1"), ("192.0.2.1:4711", "192.0.2.1"),
        ("[2001:db8:1:2::9]:4711", "20010db800010002/64"), ("fe80::1%eth0", "fe80000000000000/64"),
        ("unknown", "unknown"),
    ])
    func `who has one address of IPv6 has its whole network`(_ forwarded: String, _ counted: String) {
        let reader = ForwardedAddress(trustedProxies: ["10.0.0.1"])
        #expect(reader.of(peer: "10.0.0.1", forwarded: [forwarded]) == counted)
    }

    @Test(arguments: [
        ("127.0.0.1", "::ffff:127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"), ("::FFFF:7F00:1", "127.0.0.1"),
        ("10.0.0.1", "::ffff:a00:1"), ("::1", "0:0:0:0:0:0:0:1"), ("2001:DB8::0:1", "2001:db8::1"),
        ("fe80::1", "fe80::1%eth0"),
    ])
    func `a trusted proxy is known however its address is written`(_ named: String, _ peer: String) {
        let reader = ForwardedAddress(trustedProxies: [named, "10.0.0.2"])
        #expect(reader.of(peer: peer, forwarded: ["198.51.100.7"]) == "198.51.100.7")
        #expect(reader.of(peer: "10.0.0.2", forwarded: ["198.51.100.7, \(peer)"]) == "198.51.100.7")
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "11.0.0.1", false),
        ("172.16.0.0/12", "172.31.255.255", true), ("172.16.0.0/12", "172.32.0.0", false),
        ("192.0.2.128/25", "192.0.2.128", true), ("192.0.2.128/25", "192.0.2.127", false),
        ("192.0.2.1/32", "192.0.2.1", true), ("192.0.2.1/32", "192.0.2.2", false),
        ("::ffff:10.0.0.0/104", "10.9.9.9", true), ("::ffff:10.0.0.0/104", "11.9.9.9", false),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
        ("2001:db8:0:8000::/49", "2001:db8:0:8001::1", true), ("2001:db8:0:8000::/49", "2001:db8:0:7fff::1", false),
        ("fe80::/10", "fe80::1%eth0", true), ("2001:db8::/32", "10.0.0.1", false), ("0.0.0.0/1", "::1", false),
    ])
    func `every address of a network that is named is a trusted proxy`(
        _ network: String, _ peer: String, _ isTrusted: Bool
    ) {
        let reader = ForwardedAddress(trustedProxies: [network])
        #expect((reader.of(peer: peer, forwarded: ["198.51.100.7"]) == "198.51.100.7") == isTrusted)
        #expect(reader.of(peer: "unknown", forwarded: ["198.51.100.7"]) == "unknown")
    }

    @Test(arguments: [
        ("127.0.0.1", "::127.0.0.1"), ("127.0.0.1", "::ffff:0:127.0.0.1"), ("127.0.0.1", "::1"),
        ("127.0.0.1", "64:ff9b::127.0.0.1"), ("::1", "0.0.0.1"), ("10.0.0.1", "::ffff:10.0.0.11"),
    ])
    func `another address is not believed, however near it looks`(_ named: String, _ peer: String) {
        #expect(ForwardedAddress(trustedProxies: [named]).of(peer: peer, forwarded: ["198.51.100.7"]) != "198.51.100.7")
    }
}
