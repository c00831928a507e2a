import Channels
import Concurrency
import Expressions
import Foundation
import TestSupport
import Testing

@testable import Server

/// The limit on connections from one address.
@Suite struct PeerConnectionsTests {
    private static let line = "GET /health/live HTTP/1.1\r\nHost: usher\r\n\r\n"

    private static func setup(_ most: Int, trusting proxies: [String] = []) -> TestServer.Setup {
        var setup = TestServer.Setup()
        setup.connections.perAddress = most
        setup.webChat.trustedProxies = proxies
        return setup
    }

    /// Opens connections that stay open after a response, and returns those that get one.
    private func open(_ count: Int, to server: TestServer) async throws -> [RawConnection] {
        var open: [RawConnection] = []
        for _ in 0..<count {
            let connection = try await RawConnection(port: server.port)
            if await connection.exchange({ $0.send(Self.line) }) != nil { open.append(connection) }
        }
        return open
    }

    @Test func `beyond its limit an address gets no answer, until one of its connections has gone`() async throws {
        try await TestServer.run(Self.setup(3)) { server in
            var connections = try await open(5, to: server)
            #expect(connections.count == 3)
            await server.log.line(with: "connections rejected")
            connections.removeFirst()
            // The server notices the end with a delay.
            try await poll { try await !open(1, to: server).isEmpty }
            #expect(connections.count == 2)
        }
    }

    @Test(arguments: [(0, []), (1, ["127.0.0.1"])])
    func `proxies that are trusted have no limit, nor has anybody where it is 0`(
        most: Int, proxies: [String]
    ) async throws {
        try await TestServer.run(Self.setup(most, trusting: proxies)) { server in
            let connections = try await open(5, to: server)
            #expect(connections.count == 5)
        }
    }

    @Test func `networks of IPv6 and both forms of an address count as one`() throws {
        let log = LogRecorder()
        var settings = ConnectionSettings()
        settings.perAddress = 2
        let clock = TurnableClock(standingAt: Account.now)
        let peers = PeerConnections(settings, trustedProxies: ["192.0.2.9"], clock: clock, logger: log.logger)
        let first = try #require(peers.enter(from: "2001:db8::1"))
        #expect(peers.enter(from: "2001:db8::2") != nil)
        #expect(peers.enter(from: "2001:db8::3") == nil)
        #expect(peers.enter(from: "2001:db8:0:1::1") != nil)
        peers.leave(first)
        #expect(peers.enter(from: "2001:db8::3") != nil)
        #expect(peers.enter(from: "::ffff:192.0.2.1") != nil && peers.enter(from: "192.0.2.1") != nil)
        #expect(peers.enter(from: "192.0.2.1") == nil)
        for _ in 0..<9 { #expect(peers.enter(from: "::ffff:192.0.2.9") != nil && peers.enter(from: nil) != nil) }
        #expect(log.lines.count == 1, "the log is quiet for a while")
        clock.turn(by: .seconds(10))
        #expect(peers.enter(from: "192.0.2.1") == nil)
        #expect(log.lines.count == 2)
    }
}
