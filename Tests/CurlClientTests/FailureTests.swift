import ChildProcess
import CurlClient
import Testing

/// Each kind of failure, and whether the request may have arrived.
@Suite(.timeLimit(.minutes(10)))
struct FailureTests {
    let client = CurlClient()

    @Test func `a port where nobody listens is unreachable`() async throws {
        let port = try freePort()

        let failure = await failure(of: HTTPRequest("POST", "http://127.0.0.1:\(port)/"))

        #expect(failure.isUnreachable)
        #expect(!failure.mayHaveArrived)
    }

    @Test func `a name that does not exist is unreachable`() async {
        let failure = await failure(of: HTTPRequest("POST", "http://nobody.invalid/"))

        #expect(failure.isUnreachable)
        #expect(!failure.mayHaveArrived)
    }

    @Test func `a server without TLS is unreachable by https`() async throws {
        let server = try ScriptedServer { connection in
            connection.send("HTTP/1.1 400 No TLS here\r\n\r\n")
            connection.waitUntilClientCloses()
        }

        let failure = await failure(of: HTTPRequest("POST", server.url(scheme: "https")))

        #expect(failure.isUnreachable)
        #expect(!failure.mayHaveArrived)
    }

    @Test(
        arguments: [
            "", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "this is not HTTP\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        ], [false, true])
    func `an answer that breaks off or makes no sense interrupts the exchange`(answer: String, abruptly: Bool)
        async throws
    {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send(answer)
            if abruptly { connection.endAbruptly() }
        }

        let failure = await failure(of: HTTPRequest("POST", server.url()))

        #expect(failure.isInterrupted)
        #expect(failure.mayHaveArrived)
    }

    @Test func `a server that never answers makes time run out after sending`() async throws {
        let server = try ScriptedServer { connection in connection.waitUntilClientCloses() }
        var request = HTTPRequest("POST", server.url())
        request.timeout = .milliseconds(500)

        #expect(await failure(of: request) == .timedOut(mayHaveArrived: true))
    }

    @Test func `a server that never finishes makes time run out after sending`() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.waitUntilClientCloses()
        }
        var request = HTTPRequest("GET", server.url())
        request.timeout = .milliseconds(500)

        #expect(await failure(of: request) == .timedOut(mayHaveArrived: true))
    }

    @Test func `a connection that does not come to stand makes time run out before sending`() async throws {
        let server = try ScriptedServer { connection in connection.waitUntilClientCloses() }
        var request = HTTPRequest("POST", server.url(scheme: "https"))
        request.connectTimeout = .milliseconds(50)

        #expect(await failure(of: request) == .timedOut(mayHaveArrived: false))
    }

    @Test func `waiting for a free connection counts, and is not sending`() async throws {
        let occupied = Signal()
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            occupied.raise()
            connection.waitUntilClientCloses()
        }
        let client = CurlClient(connectionsPerHost: 1)
        let patient = Task { await expectFailure(of: HTTPRequest("POST", server.url()), from: client) }
        await occupied.wait()

        var hasty = HTTPRequest("POST", server.url())
        hasty.timeout = .milliseconds(50)
        #expect(await expectFailure(of: hasty, from: client) == .timedOut(mayHaveArrived: false))

        patient.cancel()
        #expect(await patient.value == .cancelled)
    }

    @Test(arguments: ["Content-Length: 1001\r\n", "", "Transfer-Encoding: chunked\r\n"])
    func `a body longer than accepted is too large, announced or not`(header: String) async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 200 OK\r\n\(header)\r\n")
            let piece = header.hasPrefix("T") ? "a\r\n0123456789\r\n" : "0123456789"
            while connection.send(piece) {}
        }
        var request = HTTPRequest("GET", server.url())
        request.responseLimit = 1_000

        let failure = await failure(of: request)

        #expect(failure == .tooLarge(limit: 1_000))
        #expect(failure.mayHaveArrived)
    }

    @Test func `a body of just the accepted length is fine`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole")
        var request = HTTPRequest("GET", server.url())
        request.responseLimit = 5

        #expect(try await client.send(request).body.count == 5)
    }

    @Test func `a head without end is too large`() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X-Filler: \(String(repeating: "x", count: 1_000))\r\n") {}
        }

        #expect(await failure(of: HTTPRequest("GET", server.url())) == .tooLarge(limit: 256 << 10))
    }

    private func failure(of request: HTTPRequest) async -> HTTPFailure {
        await expectFailure(of: request, from: client)
    }
}

/// Returns how `request` fails; a response is an issue, and is returned as a failure that no test expects.
func expectFailure(of request: HTTPRequest, from client: CurlClient) async -> HTTPFailure {
    do throws(HTTPFailure) {
        let response = try await client.send(request)
        Issue.record("there was an answer: \(response.status)")
        return .stopped
    } catch {
        return error
    }
}

extension HTTPFailure {
    var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
    }

    var isInterrupted: Bool {
        if case .interrupted = self { true } else { false }
    }

    var isBadRequest: Bool {
        if case .badRequest = self { true } else { false }
    }

    var isUntrusted: Bool {
        if case .untrusted = self { true } else { false }
    }

    var isRefusedAddress: Bool {
        if case .refusedAddress = self { true } else { false }
    }

    var isBadRedirect: Bool {
        if case .badRedirect = self { true } else { false }
    }
}
