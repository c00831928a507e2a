import CurlClient
import Testing

@Suite
struct ExchangeTests {
    @Test func `status, headers and body come as they were sent`() async throws {
        let server = try ScriptedServer.answering(
            "HTTP/1.1 418 I'm a teapot\r\nX-One: 1\r\nx-two:  spaced out \t\r\nX-One: again\r\nContent-Length: 5\r\n\r\nshort"
        )

        let response = try await CurlClient().send(HTTPRequest("GET", server.url()))

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
}
