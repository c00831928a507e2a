import ChildProcess
import CurlClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
    let client = CurlClient()

    @Test func `a redirect is the answer unless it may be followed`() async throws {
        let server = try Self.server(302, to: "/there")

        let response = try await client.send(HTTPRequest("GET", server.url("/here")))

        #expect(response.status == 302)
        #expect(response.header("Location") == "/there")
        #expect(response.body == Array("moved".utf8))
        #expect(server.received.count == 1)
    }

    @Test(arguments: [
        (301, "GET", "GET"), (301, "POST", "GET"), (301, "PUT", "PUT"), (302, "POST", "GET"), (302, "DELETE", "DELETE"),
        (303, "GET", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"),
        (308, "POST", "POST"), (308, "PUT", "PUT"),
    ])
    func `the status decides whether the request goes on or becomes a GET`(
        status: Int, method: String, next: String
    ) async throws {
        let server = try Self.server(status, to: "/there")
        var request = HTTPRequest(method, server.url("/here"))
        request.headers = [
            HTTPHeader(name: "Content-Type", value: "text/plain"), HTTPHeader(name: "X-Key", value: "k"),
        ]
        if ["POST", "PUT"].contains(method) { request.body = .bytes(Array("payload".utf8)) }
        request.redirects = 1

        let response = try await client.send(request)

        let second = try #require(server.received.last)
        #expect(response.body == (method == "HEAD" ? [] : Array("arrived".utf8)))
        #expect(response.header("Location") == nil)
        #expect(second.line == "\(next) /there HTTP/1.1")
        #expect(second.header("X-Key") == "k", "the same origin may see it again")
        #expect(second.body == (next == method ? Self.bytes(of: request) : []))
        #expect(second.header("Content-Type") == (next == method ? "text/plain" : nil))
    }

    @Test func `a file is sent again where a redirect asks for it`() async throws {
        let folder = try TemporaryFolder()
        let server = try Self.server(307, to: "/there")
        var request = HTTPRequest("POST", server.url("/here"))
        request.body = .file(path: try folder.makeFile("upload", size: 300_000))
        request.redirects = 1

        _ = try await client.send(request)

        #expect(server.received.map(\.body.count) == [300_000, 300_000])
    }

    @Test func `another origin gets no secrets`() async throws {
        let other = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let server = try Self.server(307, to: other.url("/there"))
        var request = HTTPRequest("POST", server.url("/here"))
        request.headers = ["Authorization", "Cookie", "X-Key", "Content-Type", "Accept"].map {
            HTTPHeader(name: $0, value: "v")
        }
        request.redirects = 1

        _ = try await client.send(request)

        let second = try #require(other.received.first)
        #expect(
            Set(second.headerLines.map { $0.prefix { $0 != ":" } }) == [
                "Host", "Content-Type", "Accept", "Content-Length",
            ])
    }

    @Test func `so many redirects are followed and not one more`() async throws {
        let server = try Self.server(302, to: "/here")
        var request = HTTPRequest("GET", server.url("/here"))
        request.redirects = 3

        let failure = await expectFailure(of: request, from: client)

        #expect(failure.isBadRedirect)
        #expect(failure.mayHaveArrived)
        #expect(server.received.count == 4)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://127.0.0.1:99999/"])
    func `a redirect out of HTTP is not followed`(location: String) async throws {
        let server = try Self.server(302, to: location)
        var request = HTTPRequest("GET", server.url("/here"))
        request.redirects = 1

        #expect(await expectFailure(of: request, from: client).isBadRedirect)
    }

    @Test func `a redirect to a private address is not followed by a request for public ones`() async throws {
        let secret = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let server = try Self.server(302, to: secret.url())
        var request = HTTPRequest("GET", server.url("/here"))
        request.redirects = 5
        request.destinations = .publicOnly(except: [HostPort(host: "127.0.0.1", port: server.port)])

        let failure = await expectFailure(of: request, from: client)

        #expect(failure.isBadRedirect)
        #expect(secret.connections == 0)
    }

    @Test func `a failure after a redirect does not promise that nothing arrived`() async throws {
        let nowhere = "http://127.0.0.1:\(try freePort())/"
        let server = try Self.server(307, to: nowhere)
        var request = HTTPRequest("POST", server.url("/here"))
        request.redirects = 1

        #expect(await expectFailure(of: request, from: client).isInterrupted)
    }

    @Test(arguments: [
        "there", "/a/there", "?q=1", "//127.0.0.1:PORT/x", "/with space", "/é", "http://127.0.0.1:PORT/y#z",
    ])
    func `where a redirect leads is read as a URL is`(location: String) async throws {
        let server = try ScriptedServer { connection in
            while let request = try connection.receive() {
                let port = request.header("Host")?.split(separator: ":").last ?? ""
                let target = location.replacing("PORT", with: port)
                connection.send(
                    request.line.contains("/a/here HTTP")
                        ? "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        var request = HTTPRequest("GET", server.url("/a/here"))
        request.redirects = 1

        #expect(try await client.send(request).status == 200)

        let expected = [
            "there": "/a/there", "?q=1": "/a/here?q=1", "//127.0.0.1:PORT/x": "/x", "/with space": "/with%20space",
            "/é": "/%c3%a9", "http://127.0.0.1:PORT/y#z": "/y",
        ]
        #expect(server.received.last?.line == "GET \(expected[location] ?? location) HTTP/1.1")
    }

    private static func bytes(of request: HTTPRequest) -> [UInt8] {
        if case .bytes(let bytes)? = request.body { bytes } else { [] }
    }

    /// Returns a server that redirects requests for `/here`.
    private static func server(_ status: Int, to location: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while let request = try connection.receive() {
                let isHead = request.line.hasPrefix("HEAD")
                connection.send(
                    request.line.contains("/here ")
                        ? "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 5\r\n\r\n\(isHead ? "" : "moved")"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\(isHead ? "" : "arrived")")
            }
        }
    }
}
