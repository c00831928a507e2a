import Expressions
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// Size limits of requests, and timeouts of clients.
@Suite struct RequestLimitTests {
    private static let setup = BrowserConversationTests.setup
    /// Closes connections soon, for tests that wait for it.
    private static let hasty: TestServer.Setup = {
        var setup = BrowserConversationTests.setup
        setup.connections.idleTimeout = .seconds(5)
        return setup
    }()

    private func answer(_ head: String, on server: TestServer) async throws -> String {
        try await RawConnection(port: server.port).everything(
            for: "\(head)\r\nHost: usher\r\nConnection: close\r\n\r\n")
    }

    private func connections(_ count: Int, to server: TestServer) async throws -> [RawConnection] {
        var connections: [RawConnection] = []
        for _ in 0..<count { connections.append(try await RawConnection(port: server.port)) }
        return connections
    }

    @Test(arguments: [
        (String(repeating: "a", count: 16_000), 1, 10, "404"), (String(repeating: "a", count: 17_000), 1, 10, "400"),
        ("", 97, 10, "404"), ("", 100, 10, "400"), ("", 1, 16_000, "404"), ("", 1, 17_000, "400"),
        ("", 5, 15_000, "400"),
    ])
    func `addresses and headers have a size`(_ path: String, _ count: Int, _ size: Int, _ status: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let headers = (0..<count).map { "\r\nX-\($0): " + String(repeating: "b", count: size) }.joined()
            let answer = try await answer("GET /nothing\(path) HTTP/1.1\(headers)", on: server)
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer.prefix(30))")
        }
    }

    @Test(arguments: [
        "/%2e%2e/%2e%2e/etc/passwd", "/chat/images/../../usher.sqlite", "/chat/images/%2e%2e%2f%2e%2e%2fusher.sqlite",
        "/chat/images/..%5c..%5cusher.sqlite", "/chat/images/%00", "/chat/images//etc/passwd",
        "/chat/assets/x/..%2f..%2fmain.js", "/chat/assets/..%2fx/%2e%2e", "/chat/images/%ff%fe", "/chat/images/%zz",
        "/chat/images/%", "//message", "/./message", "/message/", "/MESSAGE", "/%6dessage", "/message%00",
        "/chat/api/../../metrics", "/%61dmin/api/handovers",
    ])
    func `an address leads nowhere but where it says`(_ path: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let answer = try await answer("GET \(path) HTTP/1.1", on: server)
            #expect(answer.hasPrefix("HTTP/1.1 404"), "\(answer.prefix(30))")
        }
    }

    @Test(arguments: ["", "GET /health/live HTTP/1.1\r\nHost: us", "GET /health/live HTTP/1.1\r\nX: 1\r\n"])
    func `a head that does not end is not waited for`(_ beginning: String) async throws {
        try await TestServer.run(Self.hasty) { server in
            let begun = ContinuousClock.now
            let answer = try await RawConnection(port: server.port).everything(for: beginning)
            #expect(answer == "")
            #expect(begun.duration(to: .now) >= .seconds(1))
        }
    }

    @Test func `a connection that has been answered and asks nothing more is closed`() async throws {
        try await TestServer.run(Self.hasty) { server in
            let answer = try await RawConnection(port: server.port).everything(
                for: "GET /health/live HTTP/1.1\r\nHost: usher\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `who asks for nothing more is told that nothing will come, and is not waited for`() async throws {
        var setup = Self.setup
        setup.connections.most = 2
        setup.connections.idleTimeout = .hours(1)
        setup.connections.lingering = .milliseconds(100)
        try await TestServer.run(setup) { server in
            // None of them closes its connection.
            let connections = try await connections(10, to: server)
            for connection in connections {
                let answer = await connection.everything(
                    for: "GET /health/live HTTP/1.1\r\nHost: usher\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            }
        }
    }

    @Test func `beyond so many connections further ones wait until one has gone`() async throws {
        var setup = Self.hasty
        setup.connections.most = 2
        try await TestServer.run(setup) { server in
            let line = "GET /health/live HTTP/1.1\r\nHost: usher\r\nConnection: close\r\n\r\n"
            let idle = try await connections(4, to: server)
            let answer = try await RawConnection(port: server.port).everything(for: line)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK"), "idle connections end, and then there is room")
            #expect(idle.count == 4)
        }
    }

    @Test func `many who only connect leave room for those who ask`() async throws {
        try await TestServer.run(Self.setup) { server in
            let idle = try await connections(300, to: server)
            let answer = try await Webhook.text("Hi").post(to: server)
            #expect(answer.status == 200)
            #expect(idle.count == 300)
        }
    }
}
