import CurlClient
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ShutdownTests {
    @Test func `shutting down finishes what runs and refuses what comes`() async throws {
        let heard = Signal()
        let mayAnswer = Signal()
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            heard.raise()
            mayAnswer.waitOnThisThread()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone")
        }
        let client = CurlClient()
        async let running = client.send(HTTPRequest("POST", server.url()))
        await heard.wait()

        async let shutdown: Void = client.shutdown()
        var refusal = HTTPFailure.cancelled
        while refusal != .stopped {
            refusal = await expectRefusal(from: client)
        }
        mayAnswer.raise()

        #expect(try await running.body == Array("done".utf8))
        await shutdown
        #expect(!refusal.mayHaveArrived)
    }

    @Test func `a running transfer can still be cancelled while the client shuts down`() async throws {
        let heard = Signal()
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            heard.raise()
            connection.waitUntilClientCloses()
        }
        let client = CurlClient()
        let running = Task { await expectFailure(of: HTTPRequest("POST", server.url()), from: client) }
        await heard.wait()

        async let shutdown: Void = client.shutdown()
        running.cancel()

        #expect(await running.value == .cancelled)
        await shutdown
    }

    @Test func `shutting down twice, or at once, returns`() async throws {
        let client = CurlClient()
        async let first: Void = client.shutdown()
        async let second: Void = client.shutdown()
        _ = await (first, second)

        await client.shutdown()
        #expect(await expectFailure(of: HTTPRequest("GET", "http://127.0.0.1:1/"), from: client) == .stopped)
    }

    @Test func `a client that was given for some work is shut down, whether the work ends or fails`() async throws {
        let ended = try await CurlClient.whileNeeded { $0 }
        #expect(await expectFailure(of: HTTPRequest("GET", "http://127.0.0.1:1/"), from: ended) == .stopped)

        var failed: CurlClient?
        await #expect(throws: CancellationError.self) {
            try await CurlClient.whileNeeded { client in
                failed = client
                throw CancellationError()
            }
        }
        let client = try #require(failed)
        #expect(await expectFailure(of: HTTPRequest("GET", "http://127.0.0.1:1/"), from: client) == .stopped)
    }

    @Test func `shutting down closes the connections that were kept`() async throws {
        let (server, closed) = try Self.serverThatTellsWhenClosed()
        let client = CurlClient()
        _ = try await client.send(HTTPRequest("GET", server.url()))

        await client.shutdown()

        await closed.wait()
    }

    @Test func `a client that is let go ends its thread, and with it its connections`() async throws {
        let (server, closed) = try Self.serverThatTellsWhenClosed()
        var client: CurlClient? = CurlClient()
        _ = try await client?.send(HTTPRequest("GET", server.url()))

        client = nil

        await closed.wait()
    }

    private func expectRefusal(from client: CurlClient) async -> HTTPFailure {
        await expectFailure(of: HTTPRequest("GET", "http://127.0.0.1:1/"), from: client)
    }

    private static func serverThatTellsWhenClosed() throws -> (ScriptedServer, Signal) {
        let closed = Signal()
        let server = try ScriptedServer { connection in
            while try connection.receive() != nil { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
            closed.raise()
        }
        return (server, closed)
    }
}
