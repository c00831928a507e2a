import Foundation
import TestSupport
import Testing

/// Requests that none of our clients would send.
@Suite struct RawRequestTests {
    @Test func `10 MB that do not say how long they are get refused`() async throws {
        try await TestServer.run { server in
            let line = try await RawConnection(port: server.port).exchange { connection in
                connection.send(Self.head("Transfer-Encoding: chunked"))
                let chunk = "10000\r\n" + String(repeating: " ", count: 65_536) + "\r\n"
                for _ in 0..<160 where !connection.send(chunk) { return }
                connection.send("0\r\n\r\n")
            }
            #expect(line == "HTTP/1.1 413 Payload Too Large")
            try await Self.expectWorks(server)
        }
    }

    @Test func `10 MB without a token are refused before they have come`() async throws {
        try await TestServer.run { server in
            let line = try await RawConnection(port: server.port).exchange { connection in
                connection.send("POST /message HTTP/1.1\r\nHost: usher\r\nContent-Length: 10485760\r\n\r\n")
            }
            #expect(line == "HTTP/1.1 401 Unauthorized")
        }
    }

    @Test func `a body that breaks off changes nothing`() async throws {
        try await TestServer.run { server in
            let line = try await RawConnection(port: server.port).exchange(isWhole: false) { connection in
                connection.send(Self.head("Content-Length: 1000") + #"{"type":"text","#)
            }
            #expect(line == nil || line?.contains("400") == true)
            #expect(try Tables(server.databasePath)["arrivals"] == [])
            try await Self.expectWorks(server)
        }
    }

    @Test(arguments: ["GET /message", "POST /", "GET /admin/api/nothing", "GET /../usher.sqlite"])
    func `nothing else is there`(_ line: String) async throws {
        try await TestServer.run { server in
            let answer = try await RawConnection(port: server.port).exchange { connection in
                connection.send("\(line) HTTP/1.1\r\nHost: usher\r\nContent-Length: 0\r\n\r\n")
            }
            #expect(["HTTP/1.1 404 Not Found", "HTTP/1.1 405 Method Not Allowed"].contains(answer))
        }
    }

    private static func head(_ length: String) -> String {
        "POST /message HTTP/1.1\r\nHost: usher\r\nAuthorization: \(Account.bearer())\r\n\(length)\r\n\r\n"
    }

    private static func expectWorks(_ server: TestServer) async throws {
        #expect(try await Webhook.text("Hi").post(to: server).status == 200)
    }
}
