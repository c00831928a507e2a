import Expressions
import Foundation
import TestSupport
import Testing

@testable import Server

/// Requests that two servers in a row might parse differently, so that one of them takes the end of the first for a
/// second request.
@Suite struct SmugglingTests {
    /// A request hidden behind another. It is answered with 200 if it is parsed as a request.
    private static let hidden = "GET /health/live HTTP/1.1\r\nHost: usher\r\nConnection: close\r\n\r\n"

    private static let setup: TestServer.Setup = {
        var setup = TestServer.Setup()
        setup.connections.idleTimeout = .seconds(5)
        return setup
    }()

    /// Returns the statuses of all responses to a text, until the server closes the connection.
    private func statuses(_ text: String, on server: TestServer) async throws -> [Int] {
        let answer = try await RawConnection(port: server.port).everything(for: text)
        return answer.matches(of: #/HTTP/1\.1 (\d\d\d) /#).compactMap { Int($0.1) }
    }

    @Test(arguments: [
        ("a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
        ("chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n"),
        ("two lengths", "Content-Length: 0\r\nContent-Length: 5", "12345"),
        ("two lengths in one", "Content-Length: 0, 5", "12345"),
        ("a length with a sign", "Content-Length: +5", "12345"),
        ("a length below nothing", "Content-Length: -5", "12345"),
        ("a length in hexadecimal", "Content-Length: 0x5", "12345"),
        ("a length beyond all numbers", "Content-Length: 18446744073709551621", "12345"),
        ("a length before a blank", "Content-Length: 5 5", "12345"),
        ("chunks that are not the last coding", "Transfer-Encoding: chunked, identity", "0\r\n\r\n"),
        ("a coding that is none", "Transfer-Encoding: xchunked", "0\r\n\r\n"),
        ("a blank before the colon", "Content-Length : 5", "12345"),
        ("a tab before the colon", "Transfer-Encoding\t: chunked", "0\r\n\r\n"),
        ("a line that goes on", "X: a\r\n Content-Length: 5", "12345"),
        ("a zero byte in a header", "X: a\0b", ""),
        ("a return in a header", "X: a\rContent-Length: 5", "12345"),
        ("a header without a name", ": 5", ""),
        ("a header without a colon", "Content-Length 5", ""),
        ("a chunk beyond all numbers", "Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n"),
        ("a chunk that is no number", "Transfer-Encoding: chunked", "5g\r\n12345\r\n0\r\n\r\n"),
        ("a chunk below nothing", "Transfer-Encoding: chunked", "-5\r\n12345\r\n0\r\n\r\n"),
        ("a length behind the chunks", "Transfer-Encoding: chunked", "5\r\n12345\r\n0\r\nContent-Length: 99\r\n\r\n"),
        ("a chunk without its end", "Transfer-Encoding: chunked", "5\r\n12345X\r\n0\r\n\r\n"),
    ])
    func `a request that can be read in two ways ends the connection`(
        _ name: String, _ header: String, _ body: String
    ) async throws {
        try await TestServer.run(Self.setup) { server in
            let post = "POST /nothing HTTP/1.1\r\nHost: usher\r\n\(header)\r\n\r\n\(body)"
            let statuses = try await statuses(post + Self.hidden, on: server)
            // An error in the body may be detected after the response to the path has been sent.
            #expect(statuses == [400] || statuses == [404], "\(name)")
        }
    }

    @Test(arguments: [
        ("one length", "Content-Length: 5", "12345"),
        ("the same length twice in capitals", "CONTENT-LENGTH: 5", "12345"),
        ("chunks", "Transfer-Encoding: chunked", "5\r\n12345\r\n0\r\n\r\n"),
        ("chunks with extensions", "Transfer-Encoding: chunked", "5;a=b;c\r\n12345\r\n0;d\r\n\r\n"),
        ("chunks with trailers", "Transfer-Encoding: chunked", "5\r\n12345\r\n0\r\nX: 99\r\n\r\n"),
    ])
    func `a request that can be read in one way only is followed by the next`(
        _ name: String, _ header: String, _ body: String
    ) async throws {
        try await TestServer.run(Self.setup) { server in
            let post = "POST /nothing HTTP/1.1\r\nHost: usher\r\n\(header)\r\n\r\n\(body)"
            let statuses = try await statuses(post + Self.hidden, on: server)
            #expect(statuses == [404, 200], "\(name)")
        }
    }

    @Test(arguments: [
        "GET /health/live HTTP/1.1\nHost: usher\n\n", "GET /health/live\r\n\r\n",
        "GET /health/live HTTP/2.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET /health/live XTTP/1.1\r\n\r\n",
        "G\0ET /health/live HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0", "BREW /health/live HTTP/1.1\r\n\r\n",
        "GET /health /live HTTP/1.1\r\n\r\n",
    ])
    func `what is not HTTP gets no answer but a refusal`(_ text: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let statuses = try await statuses(text + Self.hidden, on: server)
            #expect(statuses == [400])
        }
    }

    @Test(arguments: ["CONNECT usher:80", "TRACE /health/live", "OPTIONS *", "DELETE /health/live", "PUT /message"])
    func `methods that are not meant for an address are refused`(_ line: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let secret = "X-Secret: 4711"
            let text = "\(line) HTTP/1.1\r\nHost: usher\r\n\(secret)\r\nConnection: close\r\n\r\n"
            let answer = try await RawConnection(port: server.port).everything(for: text)
            let refusals = ["HTTP/1.1 400", "HTTP/1.1 404", "HTTP/1.1 405"]
            #expect(refusals.contains { answer.hasPrefix($0) }, "\(answer.prefix(20))")
            #expect(!answer.contains("4711"))
        }
    }

    @Test func `requests sent in one go are answered one after the other`() async throws {
        try await TestServer.run(Self.setup) { server in
            let first = "GET /nothing HTTP/1.1\r\nHost: usher\r\n\r\n"
            let second = "POST /nothing HTTP/1.1\r\nHost: usher\r\nContent-Length: 3\r\n\r\nabc"
            let statuses = try await statuses(first + second + first + Self.hidden, on: server)
            #expect(statuses == [404, 404, 404, 200])
        }
    }

    @Test func `a client of HTTP 1.0 is answered`() async throws {
        try await TestServer.run(Self.setup) { server in
            let answer = try await RawConnection(port: server.port).everything(for: "GET /health/live HTTP/1.0\r\n\r\n")
            #expect(answer.contains(" 200 OK\r\n") && answer.contains(#""status":"live""#))
            #expect(!answer.lowercased().contains("transfer-encoding"))
        }
    }
}

extension TestServer {
    var port: Int { URL(string: url)?.port ?? 0 }
}
