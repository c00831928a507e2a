import CurlClient
import Testing

/// The server may close a kept-alive connection while a request is being sent; then it is unknown whether the request
/// arrived.
@Suite(.timeLimit(.minutes(10)))
struct RepetitionTests {
    let client = CurlClient()

    @Test func `a GET is sent again when its kept connection dies`() async throws {
        let server = try Self.serverThatHangsUpOnTheSecondRequest()
        _ = try await client.send(HTTPRequest("GET", server.url("/first")))

        let response = try await client.send(HTTPRequest("GET", server.url("/second")))

        #expect(response.status == 200)
        #expect(server.received.map(\.line) == ["/first", "/second", "/second"].map { "GET \($0) HTTP/1.1" })
    }

    @Test(arguments: ["POST", "PATCH"])
    func `a request that must not be made twice is left to the caller`(method: String) async throws {
        let server = try Self.serverThatHangsUpOnTheSecondRequest()
        _ = try await client.send(HTTPRequest("GET", server.url("/first")))

        let failure = await expectFailure(of: HTTPRequest(method, server.url("/second")), from: client)

        #expect(failure.isInterrupted)
        #expect(server.received.count == 2)
    }

    @Test func `a POST that says it may be repeated is sent again, body and all`() async throws {
        let server = try Self.serverThatHangsUpOnTheSecondRequest()
        _ = try await client.send(HTTPRequest("GET", server.url("/first")))
        var request = HTTPRequest("POST", server.url("/second"))
        request.body = .bytes([UInt8](repeating: 7, count: 200_000))
        request.repeatable = true

        #expect(try await client.send(request).status == 200)
        #expect(server.received.map(\.body.count) == [0, 200_000, 200_000])
    }

    @Test func `a GET that says it must not be repeated is left to the caller`() async throws {
        let server = try Self.serverThatHangsUpOnTheSecondRequest()
        _ = try await client.send(HTTPRequest("GET", server.url("/first")))
        var request = HTTPRequest("GET", server.url("/second"))
        request.repeatable = false

        #expect(await expectFailure(of: request, from: client).isInterrupted)
        #expect(server.received.count == 2)
    }

    private static func serverThatHangsUpOnTheSecondRequest() throws -> ScriptedServer {
        try ScriptedServer { connection in
            while let request = try connection.receive() {
                if request.line.contains("/second"), connection.number == 1 { return }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
    }
}
