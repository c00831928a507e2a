import CurlClient
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

/// What the web chat cannot use: bodies that break off, members of another type, positions that do not exist.
@Suite struct UnusableChatRequestTests {
    @Test func `a body that breaks off is refused as incomplete, and nothing is logged as a failure`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let wish: JSONValue = ["mime_type": "image/jpeg", "size": 100]
            let conversation = "conversations/\(browser.conversation)"
            let begun = try Browser.json(try await browser.send("POST", "\(conversation)/content", wish))
            let upload = try #require(begun["upload_url"]?.string)
            let lines = [
                "POST /chat/api/session", "POST /chat/api/conversations", "POST /chat/api/\(conversation)/messages",
                "POST /chat/api/\(conversation)/typing", "PUT \(upload)", "POST /sign-in/bank/link/x", "POST /message",
            ]
            for line in lines {
                let authorization = line == "POST /message" ? "Authorization: \(Account.bearer())\r\n" : ""
                let text = """
                    \(line) HTTP/1.1\r
                    Host: 127.0.0.1:\(server.port)\r
                    Origin: \(server.url)\r
                    Cookie: \(browser.cookie)\r
                    \(authorization)Content-Length: 100\r
                    \r
                    {"id":
                    """
                let answer = try await RawConnection(port: server.port).everything(for: text, isWhole: false)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(line): \(answer)")
                #expect(answer.contains(#""reason":"the body is incomplete""#), "\(line): \(answer)")
            }
            #expect(!server.log.lines.contains { $0.hasPrefix("error ") || $0.contains("web chat request failed") })
            #expect(
                try Browser.json(try await browser.send("GET", "\(upload.dropFirst(10))/progress"))["received"] == 6)
        }
    }

    @Test(
        arguments: [
            ("session", ["token": 5], "`token` must be a text"), ("session", ["name": 5], "`name` must be a text"),
            ("session", ["language": ["de"]], "`language` must be a text"),
            ("session", ["widget": "yes"], "`widget` must be true or false"),
            (
                "session", ["language": .string(String(repeating: "d", count: 5_000))],
                "`language` must be a language tag, such as `de-DE`"
            ),
            ("conversations", ["distinct": "false"], "`distinct` must be true or false"),
            ("conversations", ["invitation": 5], "`invitation` must be a text"),
            ("content", ["mime_type": "image/jpeg", "size": 1, "name": 5], "`name` must be a text"),
            (
                "responses", ["id": "b6e38a24-26a0-4a55-8d5b-3a5d1f0f7c11", "node": 5, "operations": []],
                "`node` must be a text"
            ),
        ] as [(String, JSONValue, String)])
    func `a member of another type is refused by its name`(
        _ path: String, _ body: JSONValue, _ reason: String
    ) async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let conversation = "conversations/\(browser.conversation)"
            let paths = [
                "content": "\(conversation)/content",
                "responses": "\(conversation)/messages/\(UUID().uuidString)/responses",
            ]
            let answer = try await browser.send("POST", paths[path] ?? path, body)
            #expect(answer.status == 400 && answer.header("Set-Cookie") == nil)
            #expect(try Browser.json(answer)["error"]?["reason"]?.string == reason)
        }
    }

    @Test func `a member that is null is one that is left out`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let nothing: JSONValue = ["token": .null, "name": .null, "language": .null, "widget": .null]
            #expect(try await browser.send("POST", "session", nothing).status == 200)
            let begun = try await browser.send("POST", "conversations", ["distinct": .null, "invitation": .null])
            #expect(try Browser.json(begun)["id"]?.string == browser.conversation)
        }
    }

    @Test(arguments: ["99999999999999999999", "abc", "1.5", "2abc", "-1"])
    func `a stream that is to resume where there is nothing begins anew`(_ position: String) async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            let stream = try await EventConnection(on: browser, after: position)
            let told = await stream.next(2, of: ["ready", "reset", "message.created"])
            #expect(told.map(\.event) == ["reset", "ready"])
            #expect(told.first?.data == told.last?.data)
        }
    }

    @Test func `what no database can look for is not there`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let address = "content/x/refresh?conversation=%00&message=%00"
            for (method, path) in [
                ("PUT", "content/%00"), ("DELETE", "content/%00"), ("GET", "content/%00/refresh"),
                ("GET", "content/%00/progress"), ("DELETE", "content/%00/progress"), ("GET", address),
            ] {
                #expect(try await browser.send(method, path).status == 404, "\(method) \(path)")
            }
        }
    }
}
