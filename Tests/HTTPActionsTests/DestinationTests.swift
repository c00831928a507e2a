import CurlClient
import Expressions
import FlowEngine
import Foundation
import TestSupport
import Testing

@testable import HTTPActions

/// The destinations that calls may have.
@Suite struct DestinationTests {
    static let hosts = [
        HostPort(host: "api.shop.example"), HostPort(host: "127.0.0.1", port: 9000),
        HostPort(host: "other.example", port: 443),
    ]

    @Test(arguments: [
        ("https://api.shop.example/a", true, true), ("https://API.Shop.Example:8443/a", true, true),
        ("https://api.shop.example.evil.example/", false, false), ("https://evil-api.shop.example/", false, false),
        ("https://api.shop.example@evil.example/", false, false), ("https://other.example/", true, true),
        ("https://other.example:8443/", false, false), ("http://127.0.0.1:9000/", false, true),
        ("http://127.0.0.1:9001/", false, false), ("http://127.0.0.1/", false, false),
        ("ftp://api.shop.example/", false, false), ("file:///etc/passwd", false, false),
    ]) func `only hosts and ports of the file are called`(address: String, isAllowed: Bool, ifPrivate: Bool) throws {
        let url = try #require(URL(string: address))
        #expect(settings(private: false).allows(url) == isAllowed)
        #expect(settings(private: true).allows(url) == ifPrivate)
    }

    @Test(arguments: [false, true]) func `private addresses are refused unless they are allowed`(
        allowsPrivate: Bool
    ) async throws {
        let server = try FakeServer(.ok("{}"))
        let calling = try Calling("get: http://127.0.0.1:PORT/", on: server, allowsPrivate: allowsPrivate)
        #expect(await calling.call() == (allowsPrivate ? .gave(Fields()) : .failed("refused")))
        #expect(server.requests.count == (allowsPrivate ? 1 : 0))
    }

    @Test func `a public name that leads to a private address is refused, once`() async throws {
        let server = try FakeServer(.ok("{}"))
        let calling = try Calling(
            "get: https://localhost:PORT/", on: server, hosts: "localhost:PORT", allowsPrivate: false)
        #expect(await calling.call() == .failed("refused"))
        #expect(server.requests.isEmpty)
        #expect(calling.log.lines.first?.contains("requests to") == true)
    }

    @Test func `what is not encrypted stays on private addresses`() {
        let settings = settings(private: true)
        #expect(settings.destinations(of: HTTPRequest("GET", "http://127.0.0.1:9000/")) == .privateOnly)
        #expect(
            settings.destinations(of: HTTPRequest("GET", "https://127.0.0.1:9000/"))
                == .publicOnly(except: Set(Self.hosts)))
        #expect(
            self.settings(private: false).destinations(of: HTTPRequest("GET", "https://a.example/")) == .publicOnly())
    }

    private func settings(private allowsPrivate: Bool) -> HTTPActionSettings {
        HTTPActionSettings(
            hosts: Self.hosts, allowsPrivateAddresses: allowsPrivate, secrets: SecretSource(environment: [:]),
            zone: .utc)
    }
}
