import CurlClient
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DestinationsTests {
    let client = CurlClient()

    @Test(arguments: [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0.0.0.0", "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]", "10.0.0.1", "169.254.169.254", "192.168.0.1", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
        "user:password@127.0.0.1", "LOCALHOST",
    ])
    func `a name or number that leads to a private address is refused`(host: String) async throws {
        let server = try Self.server()
        var request = HTTPRequest("POST", server.url(host: host))
        request.destinations = .publicOnly()

        let failure = await expectFailure(of: request, from: client)

        #expect(failure.isRefusedAddress)
        #expect(!failure.mayHaveArrived)
        #expect(server.connections == 0)
    }

    @Test(arguments: [
        HostPort(host: "localhost"), HostPort(host: "LocalHost."), HostPort("localhost"),
    ])
    func `a host that is excepted may be private, on every port`(host: HostPort?) async throws {
        let server = try Self.server()
        var request = HTTPRequest("GET", server.url(host: "LOCALHOST"))
        request.destinations = .publicOnly(except: [try #require(host)])

        #expect(try await client.send(request).status == 200)
    }

    @Test func `a host excepted with a port may be private on that port alone`() async throws {
        let server = try Self.server()
        let other = try Self.server()
        var request = HTTPRequest("GET", server.url())
        request.destinations = .publicOnly(except: [HostPort(host: "127.0.0.1", port: server.port)])
        #expect(try await client.send(request).status == 200)

        request.url = other.url()
        #expect(await expectFailure(of: request, from: client).isRefusedAddress)
        request.url = server.url(host: "localhost")
        #expect(
            await expectFailure(of: request, from: client).isRefusedAddress, "another name, though the same address")
    }

    @Test func `a connection kept from a request without guard is of no use to one with it`() async throws {
        let server = try Self.server()
        var request = HTTPRequest("GET", server.url())
        _ = try await client.send(request)

        request.destinations = .publicOnly()

        #expect(await expectFailure(of: request, from: client).isRefusedAddress)
        #expect(server.received.count == 1)
    }

    @Test(arguments: [
        ("example.com", HostPort(host: "example.com")), ("127.0.0.1:9000", HostPort(host: "127.0.0.1", port: 9000)),
        ("[::1]:80", HostPort(host: "::1", port: 80)), ("[::1]", HostPort(host: "::1")), ("", nil), (":80", nil),
        ("a:", nil),
        ("a:0", nil), ("a:65536", nil), ("a:b", nil), ("::1", nil), ("http://a", nil), ("a b", nil), ("a@b", nil),
        ("[::1]80", nil),
        ("[]", nil), ("x[::1]", nil),
    ])
    func `a host and port is read as it is written in a configuration`(text: String, expected: HostPort?) {
        #expect(HostPort(text) == expected)
    }

    private static func server() throws -> ScriptedServer {
        try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
}
