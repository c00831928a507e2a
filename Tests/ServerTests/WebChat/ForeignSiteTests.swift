import CurlClient
import Foundation
import GRDB
import JSON
import TestSupport
import Testing

@testable import Server

/// Requests that pages of other sites can make a browser send, and those that they cannot.
@Suite struct ForeignSiteTests {
    private static let allowed = "https://shop.example.com"
    private static let foreign = "https://evil.example"

    private func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, _ browser: Browser, origin: String?,
        headers: [HTTPHeader] = [], withCookie: Bool = true
    ) async throws -> HTTPResponse {
        try await Browser.send(
            method, path, body, cookie: withCookie ? browser.cookie : nil, origin: origin, headers: headers,
            on: browser.server)
    }

    @Test func `another site is refused whatever it shows, and reads nothing`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let other = server.url.replacing("127.0.0.1", with: "127.0.0.2")
            for origin in [
                Self.foreign, "null", "https://shop.example.com.evil.example", "http://shop.example.com", other,
            ] {
                for (method, path) in [("GET", "conversations"), ("POST", "session"), ("POST", "conversations")] {
                    let answer = try await send(method, path, method == "POST" ? [:] : nil, browser, origin: origin)
                    #expect(answer.status == 403)
                    #expect(answer.header("Access-Control-Allow-Origin") == nil)
                    #expect(answer.header("Set-Cookie") == nil)
                }
                let preflight = try await send("OPTIONS", "conversations", nil, browser, origin: origin)
                #expect(preflight.status == 403)
            }
        }
    }

    @Test func `from a site that is allowed a token counts, and never the cookie`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let byCookie = try await send("GET", "conversations", nil, browser, origin: Self.allowed)
            #expect(byCookie.status == 401)

            let begun = try await send("POST", "session", ["widget": true], browser, origin: Self.allowed)
            #expect(begun.status == 200)
            #expect(begun.header("Set-Cookie") == nil)
            #expect(begun.header("Access-Control-Allow-Origin") == Self.allowed)
            #expect(begun.header("Access-Control-Allow-Credentials") == nil)
            let session = try Browser.json(begun)
            #expect(session["customer"]?.string != browser.customer)
            let token = HTTPHeader(name: "Authorization", value: "Bearer \(session["token"]?.string ?? "")")
            let byToken = try await send(
                "GET", "conversations", nil, browser, origin: Self.allowed, headers: [token], withCookie: false)
            #expect(byToken.status == 200)
            #expect(try Browser.json(byToken)["conversations"]?.array?.isEmpty == true)
            let preflight = try await send("OPTIONS", "conversations", nil, browser, origin: Self.allowed)
            #expect(preflight.status == 204)
            #expect(preflight.header("Access-Control-Allow-Headers")?.contains("Authorization") == true)
        }
    }

    @Test func `a cookie counts for what our own page changes, and for nothing that says not whose it is`() async throws
    {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            func begin(_ site: String?) async throws -> Int {
                let headers = site.map { [HTTPHeader(name: "Sec-Fetch-Site", value: $0)] } ?? []
                return try await send("POST", "conversations", [:], browser, origin: nil, headers: headers).status
            }
            #expect(try await begin("same-origin") == 200)
            for site in ["cross-site", "same-site", "none", nil] { #expect(try await begin(site) == 401) }
            let read = try await send("GET", "conversations", nil, browser, origin: nil)
            #expect(read.status == 200)
            let header = [HTTPHeader(name: "Sec-Fetch-Site", value: "cross-site")]
            #expect(try await send("GET", "conversations", nil, browser, origin: nil, headers: header).status == 401)
        }
    }

    @Test func `the cookie is for the chat alone and no script reads it`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let answer = try await Browser.send("POST", "session", [:], cookie: nil, on: server)
            let cookie = answer.header("Set-Cookie") ?? ""
            for word in ["usher_chat=", "Path=/chat", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"] {
                #expect(cookie.contains(word))
            }
            #expect(!cookie.contains("Secure"))
            #expect(try Browser.json(answer)["token"] == nil)
            #expect(answer.header("Cache-Control") == "no-store")
        }
    }

    @Test func `a session that was ended is over for whoever has kept its token, and so is its stream`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let stream = try await EventConnection(on: browser)
            _ = await stream.next(1, of: ["ready"])
            let ended = try await browser.send("DELETE", "session")
            #expect(ended.status == 204)
            #expect(ended.header("Set-Cookie")?.hasPrefix("usher_chat=; Path=/chat; Max-Age=0;") == true)
            #expect(await stream.next(1, of: ["message.created"]).isEmpty)
            let after = try await browser.send("GET", "conversations")
            #expect(after.status == 401)
            let again = try await browser.send("DELETE", "session")
            #expect(again.status == 204)
            let begun = try Browser.json(try await browser.send("POST", "session", [:]))
            #expect(begun["customer"]?.string != browser.customer, "what is over does not go on")
        }
    }

    @Test func `a session that could not be ended is not said to be over`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let other = try DatabaseQueue(path: server.databasePath)
            try await other.write { try $0.execute(sql: "ALTER TABLE chat_customers RENAME TO elsewhere") }
            let failed = try await browser.send("DELETE", "session")
            #expect(failed.status >= 500)
            #expect(failed.header("Set-Cookie") == nil)
            let begun = try await browser.send("POST", "session", [:])
            #expect(begun.status >= 500, "nobody becomes somebody else because they could not be looked up")
            try await other.write { try $0.execute(sql: "ALTER TABLE elsewhere RENAME TO chat_customers") }
            #expect(try await browser.send("GET", "conversations").status == 200)
            #expect(try await browser.send("DELETE", "session").status == 204)
            #expect(try await browser.send("GET", "conversations").status == 401)
        }
    }

    @Test func `a form of another kind than JSON is refused`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"]
            {
                var request = HTTPRequest.patient("POST", "\(server.url)/chat/api/session")
                request.headers = [HTTPHeader(name: "Content-Type", value: kind)]
                request.body = .bytes(Array("{}".utf8))
                let answer = try await server.client.send(request)
                #expect(answer.status == 415)
                #expect(answer.header("Set-Cookie") == nil)
            }
        }
    }

    @Test func `one customer's cookie never reads another's conversation`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let ana = try await Browser(on: server)
            let message = try await ana.says("my secret").first?["id"]?.string ?? ""
            let eve = try await Browser(on: server)
            let base = "conversations/\(ana.conversation)"
            for path in [base, "\(base)/messages", "\(base)/messages/\(message)"] {
                #expect(try await eve.send("GET", path).status == 404)
            }
            for path in ["\(base)/messages", "\(base)/invitations", "\(base)/messages/\(message)/responses"] {
                let body: JSONValue = [
                    "id": .string(UUID().uuidString), "operations": [],
                    "parts": [["mime_type": "text/plain", "body": "x"]],
                ]
                let status = try await eve.send("POST", path, body).status
                #expect(status == 404)
            }
            #expect(try await eve.send("DELETE", base).status == 404)
            let list = try Browser.json(try await eve.send("GET", "conversations"))
            #expect(!list.text.contains("my secret"))
        }
    }

    @Test func `without a session there is nothing`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            for cookie in [nil, "usher_chat=", "usher_chat=a.b.c", "other=1"] {
                for path in ["conversations", "events", "conversations/x/messages"] {
                    let answer = try await Browser.send("GET", path, cookie: cookie, on: server)
                    #expect(answer.status == 401)
                }
            }
        }
    }

    @Test func `what is too large or no JSON is refused with its reason`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            let path = "conversations/\(browser.conversation)/messages"
            let large = JSONValue.object(["text": .string(String(repeating: "x", count: 70_000))])
            #expect(try await browser.send("POST", path, large).status == 413)
            let long = JSONValue.object(["text": .string(String(repeating: "x", count: 10_001))]).text
            let message: JSONValue = [
                "id": .string(UUID().uuidString),
                "parts": [["mime_type": "application/vnd.layer.text+json;role=root", "body": .string(long)]],
            ]
            #expect(try await browser.send("POST", path, message).status == 413)
            let list = try await browser.send("POST", path, [])
            #expect(list.status == 400)
            #expect(try Browser.json(list)["error"]?["reason"]?.string == "the body is not a JSON object")
            #expect(try await browser.messages().isEmpty)
        }
    }

    @Test func `who asks too often is told when to come again`() async throws {
        try await TestServer.run(BrowserConversationTests.setup) { server in
            let browser = try await Browser(on: server)
            var last = try await browser.send("GET", "conversations")
            for _ in 0..<100 where last.status == 200 { last = try await browser.send("GET", "conversations") }
            #expect(last.status == 429)
            #expect(last.header("Retry-After") == "1")
        }
    }
}

/// The client address of a request that has passed proxies.
@Suite struct ForwardedAddressTests {
    @Test(arguments: [
        ("192.0.2.1", [], "192.0.2.1"), ("192.0.2.1", ["198.51.100.7"], "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"), ("10.0.0.1", ["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["203.0.113.9", "198.51.100.7, 10.0.0.2"], "198.51.100.7"), ("10.0.0.1", ["10.0.0.2"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
    ])
    func `only what trusted proxies have added counts`(_ peer: String, _ forwarded: [String], _ address: String) {
        let reader = ForwardedAddress(trustedProxies: ["10.0.0.1", "10.0.0.2"])
        #expect(reader.of(peer: peer, forwarded: forwarded) == address)
    }
}
