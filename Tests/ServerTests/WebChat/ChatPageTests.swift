import ChatPage
import CurlClient
import Foundation
import TestSupport
import Testing

@testable import Server

/// The page as browsers receive it.
@Suite struct ChatPageTests {
    @Test(arguments: ["/chat", "/chat/widget.js", "/operators"])
    func `a page can be asked for without its body`(_ path: String) async throws {
        var setup = BrowserConversationTests.setup
        setup.letsOperatorsSignIn = true
        try await TestServer.run(setup) { server in
            let answer = try await RawConnection(port: server.port).everything(
                for: "HEAD \(path) HTTP/1.1\r\nHost: usher\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\n"), "\(answer)")
            #expect(!answer.contains("<html") && answer.lowercased().contains("content-length: "), "\(answer)")
        }
    }

    private func get(
        _ path: String, _ headers: [String: String] = [:], on server: TestServer
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.patient("GET", server.url + path)
        request.headers = headers.map { HTTPHeader(name: $0.key, value: $0.value) }
        return try await server.client.send(request)
    }

    @Test func `the page comes in the language of the browser, and nothing else may be loaded by it`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            for (wish, language) in [
                ("de-AT,de;q=0.9,en;q=0.5", "de"), ("pl, ar;q=0.5", "ar"), ("pl", "en"), ("en;q=0.1, fr", "fr"),
                ("en;q=0, es;q=0.1", "es"), (String(repeating: "x,", count: 500), "en"),
            ] {
                let page = try await get("/chat", ["Accept-Language": wish], on: server)
                #expect(page.status == 200)
                #expect(page.header("Content-Type") == "text/html; charset=utf-8")
                #expect(page.header("Vary") == "Accept-Language")
                #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
                #expect(page.header("X-Content-Type-Options") == "nosniff")
                #expect(page.header("Set-Cookie") == nil)
                #expect(String(decoding: page.body, as: UTF8.self).contains("<html lang=\"\(language)\""))
            }
            let asked = try await get("/chat?language=ja", ["Accept-Language": "de"], on: server)
            #expect(String(decoding: asked.body, as: UTF8.self).contains("<html lang=\"ja\""))
        }
    }

    @Test func `the widget stands only in sites that are allowed`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let widget = try await get("/chat?widget=1", on: server)
            #expect(
                widget.header("Content-Security-Policy")?.contains("frame-ancestors 'self' https://shop.example.com;")
                    == true)
            let script = try await get("/chat/widget.js", ["Origin": "https://anywhere.example"], on: server)
            #expect(script.status == 200)
            #expect(script.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(script.header("Cross-Origin-Resource-Policy") == "cross-origin")
        }
    }

    @Test func `files are kept for good under their version, and only as long as they are used under another`()
        async throws
    {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            for file in PageFiles.all {
                let answer = try await get("/chat/assets/\(PageFiles.version)/\(file.name)", on: server)
                #expect(answer.status == 200)
                #expect(Array(answer.body) == file.bytes)
                #expect(answer.header("Content-Type") == file.mediaType)
                #expect(answer.header("Cache-Control")?.contains("immutable") == true)
                #expect(answer.header("Cross-Origin-Resource-Policy") == "same-origin")
            }
            let old = try await get("/chat/assets/0123456789abcdef/main.js", on: server)
            #expect(old.status == 200)
            #expect(old.header("Cache-Control") == "no-cache")
            let tag = try #require(old.header("ETag"))
            let again = try await get("/chat/assets/0123456789abcdef/main.js", ["If-None-Match": tag], on: server)
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            for path in ["page.html", "none.js", "..%2Fmain.js"] {
                let answer = try await get("/chat/assets/\(PageFiles.version)/\(path)", on: server)
                #expect(answer.status == 404)
            }
        }
    }
}
