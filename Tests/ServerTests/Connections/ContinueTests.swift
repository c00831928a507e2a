import TestSupport
import Testing

@testable import Server

/// Clients that wait for `100 Continue` before they send a body.
@Suite struct ContinueTests {
    private static func head(_ line: String, length: Int, version: String = "1.1") -> String {
        "\(line) HTTP/\(version)\r\nHost: usher\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
            + "Connection: close\r\nContent-Length: \(length)\r\n\r\n"
    }

    @Test func `a body that is read is asked for, once`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let connection = try await RawConnection(port: server.port)
            let first = await connection.exchange { $0.send(Self.head("POST /chat/api/session", length: 16)) }
            #expect(first == "HTTP/1.1 100 Continue")
            let rest = await connection.everything(for: #"{"widget": true}"#)
            #expect(rest.contains("HTTP/1.1 200 OK\r\n") && rest.contains(#""token":"#))
            #expect(!rest.contains("100 Continue"))
        }
    }

    @Test(arguments: [
        ("POST /chat/api/session", 20_000_000, "413 Payload Too Large"),
        ("POST /sign-in/bank/link/x", 5_000, "413 Payload Too Large"),
        ("PUT /chat/api/content/x", 20_000_000, "401 Unauthorized"), ("POST /message", 100, "401 Unauthorized"),
        ("POST /nothing", 100, "404 Not Found"), ("POST /chat/api/session", 0, "200 OK"),
    ])
    func `what is answered without its body is answered at once, and the connection ends`(
        _ line: String, _ length: Int, _ status: String
    ) async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let connection = try await RawConnection(port: server.port)
            let text = Self.head(line, length: length).replacing("Connection: close\r\n", with: "")
            #expect(await connection.exchange { $0.send(text) } == "HTTP/1.1 \(status)")
        }
    }

    @Test func `a client of HTTP 1_0 does not understand it`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let text = Self.head("POST /chat/api/session", length: 2, version: "1.0") + "{}"
            let answer = try await RawConnection(port: server.port).everything(for: text)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer.prefix(40))")
        }
    }

    @Test func `an upload that is refused says that its connection ends`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let text = Self.head("PUT /chat/api/content/x", length: 9).replacing("Connection: close\r\n", with: "")
            let answer = try await RawConnection(port: server.port).everything(for: text, isWhole: false)
            #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("\r\nConnection: close\r\n"))
        }
    }
}
