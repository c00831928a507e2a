import CurlClient
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ExchangeTests {
    let client = CurlClient()

    @Test func `status, headers and body come as they were sent`() async throws {
        let server = try ScriptedServer.answering(
            "HTTP/1.1 418 I'm a teapot\r\nX-One: 1\r\nx-two:  spaced out \t\r\nX-One: again\r\nContent-Length: 5\r\n\r\nshort"
        )

        let response = try await client.send(HTTPRequest("GET", server.url()))

        #expect(response.status == 418)
        #expect(response.httpVersion == .http11)
        #expect(
            response.headers == [
                HTTPHeader(name: "X-One", value: "1"), HTTPHeader(name: "x-two", value: "spaced out"),
                HTTPHeader(name: "X-One", value: "again"), HTTPHeader(name: "Content-Length", value: "5"),
            ])
        #expect(response.body == Array("short".utf8))
        #expect(response.openedConnections == 1)
        #expect(response.duration > .zero)
    }

    @Test func `a body is handed over as it comes, of a good answer alone, and can be stopped`() async throws {
        let taken = Mutex<[UInt8]>([])
        let good = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nevent")
        var request = HTTPRequest("GET", good.url())
        request.onBody = { bytes in
            taken.withLock { $0 += bytes }
            return true
        }
        #expect(try await client.send(request).body.isEmpty)
        #expect(taken.withLock { $0 } == Array("event".utf8))

        let bad = try ScriptedServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")
        request.url = bad.url()
        #expect(try await client.send(request).body == Array("no".utf8))
        #expect(taken.withLock { $0.count } == 5)

        request.url = good.url()
        request.onBody = { _ in false }
        await #expect(throws: HTTPFailure.cancelled) { try await client.send(request) }
    }

    @Test func `a header is found in any case, and the first of several is given`() async throws {
        let response = HTTPResponse(
            status: 200, headers: [HTTPHeader(name: "X-One", value: "1"), HTTPHeader(name: "x-oNE", value: "2")])

        #expect(response.header("x-one") == "1")
        #expect(response.header("x-on") == nil)
        #expect(response.header("x-one@") == nil)
    }

    @Test func `a request arrives as it was written, and nothing is added but what HTTP asks for`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 204 No Content\r\n\r\n")
        var request = HTTPRequest("POST", server.url("/a/b?c=d%20e#fragment"))
        request.headers = [HTTPHeader(name: "X-Name", value: "José: 1"), HTTPHeader(name: "X-Empty", value: "")]
        request.body = .bytes(Array(0...255))

        #expect(try await client.send(request).status == 204)

        let received = try #require(server.received.first)
        #expect(received.line == "POST /a/b?c=d%20e HTTP/1.1")
        #expect(
            Set(received.headerLines) == [
                "Host: 127.0.0.1:\(server.port)", "Accept: */*", "X-Name: José: 1", "X-Empty:", "Content-Length: 256",
            ])
        #expect(received.body == Array(0...255))
    }

    @Test func `an address that is kept is not mistaken for another that is spelled nearly the same`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 204 No Content\r\n\r\n")
        let paths = ["/K", "/\u{212A}", "/K", "/caf\u{E9}", "/cafe\u{301}", "/k"]
        for path in paths {
            var request = HTTPRequest("GET", server.url(path))
            request.hasUsualAddress = true
            #expect(try await client.send(request).status == 204)
        }
        // libcurl percent-encodes what is not ASCII.
        let lines = server.received.map { $0.line.removingPercentEncoding.map { Array($0.utf8) } }
        #expect(lines == paths.map { Array("GET \($0) HTTP/1.1".utf8) })
    }

    @Test(arguments: [
        ("GET", nil), ("DELETE", nil), ("OPTIONS", nil), ("POST", 0), ("PUT", 0), ("PATCH", 0), ("GET", 3), ("POST", 3),
        ("DELETE", 3), ("PURGE", 3), ("POST", 64 << 10), ("PUT", 64 << 10 + 1), ("POST", 1 << 20 + 1),
    ])
    func `a method goes out with its body and the size of it`(method: String, size: Int?) async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let bytes = (0..<(size ?? 0)).map { UInt8(truncatingIfNeeded: $0) }
        var request = HTTPRequest(method, server.url())
        request.body = bytes.isEmpty ? nil : .bytes(bytes)

        _ = try await client.send(request)

        let received = try #require(server.received.first)
        #expect(received.line == "\(method) / HTTP/1.1")
        #expect(received.header("Content-Length") == size.map(String.init))
        #expect(received.header("Content-Type") == nil)
        #expect(received.header("Expect") == nil)
        #expect(received.body == bytes)
    }

    @Test func `the answer to HEAD has no body, whatever length it tells`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")

        let response = try await client.send(HTTPRequest("HEAD", server.url()))

        #expect(response.header("content-length") == "99999999999")
        #expect(response.body.isEmpty)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nwho\r\n2\r\nle\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole",
        "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole",
    ])
    func `an answer is put together from its pieces`(answer: String) async throws {
        let server = try ScriptedServer.answering(answer)

        let response = try await client.send(HTTPRequest("GET", server.url()))

        #expect(response.status == 200)
        #expect(response.body == Array("whole".utf8))
        #expect(response.header("X-Hint") == nil, "belongs to a head before the last")
    }

    @Test func `a server of HTTP 1_0 may end its answer by closing`() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.receive()
            connection.send("HTTP/1.0 200 OK\r\n\r\nall of it")
        }

        let response = try await client.send(HTTPRequest("GET", server.url()))

        #expect(response.httpVersion == .http10)
        #expect(response.body == Array("all of it".utf8))
    }

    @Test func `one connection serves one request after another`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

        for _ in 0..<10 { _ = try await client.send(HTTPRequest("GET", server.url())) }

        #expect(server.connections == 1)
        #expect(try await client.send(HTTPRequest("GET", server.url())).openedConnections == 0)
    }

    @Test func `two hundred requests at once are all answered, over no more connections than allowed`() async throws {
        let server = try ScriptedServer { connection in
            while let request = try connection.receive() {
                let head = "HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n"
                connection.send(Array(head.utf8) + request.body)
            }
        }
        let client = CurlClient(connectionsPerHost: 8)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                var request = HTTPRequest("POST", server.url())
                request.body = .bytes(Array("number \(number)".utf8))
                group.addTask { [request] in
                    let response = try await client.send(request)
                    #expect(response.body == Array("number \(number)".utf8))
                }
            }
            try await group.waitForAll()
        }

        #expect(server.received.count == 200)
        #expect(server.connections <= 8)
    }
}
