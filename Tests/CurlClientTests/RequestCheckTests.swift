import CurlClient
import Testing

@Suite
struct RequestCheckTests {
    @Test(arguments: [
        "", "127.0.0.1", "//127.0.0.1/", "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/",
        "javascript:1",
        "http://", "http://a b/", "http://127.0.0.1:99999/", "http://127.0.0.1:x/",
        "http://127.0.0.1/ HTTP/1.1\r\nX: 1", "http://127.0.0.1/a\nb", "http://127.0.0.1/\0", "http://[::1/",
    ])
    func `a URL that is not one of HTTP is refused`(url: String) async {
        await expectRefusal(of: HTTPRequest("GET", url))
    }

    @Test(arguments: [
        ("X", "a\r\nY: 1"), ("X", "a\nb"), ("X", "a\rb"), ("X", "a\0b"), ("X\r\nY", "1"), ("X Y", "1"), ("X:", "1"),
        ("", "1"),
        ("Ünder", "1"), ("Content-Length", "5"), ("transfer-encoding", "chunked"),
    ])
    func `a header that would change the message around it is refused`(name: String, value: String) async {
        var request = HTTPRequest("GET", "http://127.0.0.1:1/")
        request.headers = [HTTPHeader(name: name, value: value)]

        await expectRefusal(of: request)
    }

    @Test(arguments: ["", "GET ", "GET /", "GET\r\nX: 1", "G(T"])
    func `a method that is not a word is refused`(method: String) async {
        await expectRefusal(of: HTTPRequest(method, "http://127.0.0.1:1/"))
    }

    @Test func `HEAD with a body is refused`() async {
        var request = HTTPRequest("HEAD", "http://127.0.0.1:1/")
        request.body = .bytes([1])

        await expectRefusal(of: request)
    }

    @Test(arguments: ["/nowhere/at/all", "/tmp", "/dev/zero"])
    func `a body that is not a file is refused`(path: String) async {
        var request = HTTPRequest("POST", "http://127.0.0.1:1/")
        request.body = .file(path: path)

        await expectRefusal(of: request)
    }

    @Test func `a place where nothing can be saved is refused before anything is sent`() async throws {
        let server = try ScriptedServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        var request = HTTPRequest("GET", server.url())
        request.saveTo = "/nowhere/at/all"

        await expectRefusal(of: request)
        #expect(server.connections == 0)
    }

    private func expectRefusal(of request: HTTPRequest) async {
        let failure = await expectFailure(of: request, from: CurlClient())

        #expect(failure.isBadRequest)
        #expect(!failure.mayHaveArrived)
    }
}
