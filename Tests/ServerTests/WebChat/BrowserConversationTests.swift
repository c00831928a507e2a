import Channels
import ConversationRuntime
import CurlClient
import Expressions
import FlowEngine
import Foundation
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import Server

/// The shop's flow in a browser, over HTTP.
@Suite struct BrowserConversationTests {
    static let setup: TestServer.Setup = {
        var setup = TestServer.Setup()
        setup.webChat.isEnabled = true
        setup.webChat.allowedOrigins = ["https://shop.example.com"]
        setup.key = .random()
        return setup
    }()

    private func texts(_ messages: [JSONValue]) -> [String] {
        messages.compactMap { $0["text"]?.string?.split(separator: "\n").first.map(String.init) }
    }

    @Test(arguments: ["limit=0", "limit=101", "limit=many", "before=-1", "before=now"])
    func `a page of messages that there cannot be is refused`(_ query: String) async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            let path = "conversations/\(browser.conversation)/messages?\(query)"
            let answer = try await browser.send("GET", path)
            #expect(answer.status == 400)
            let right = try await browser.send("GET", "conversations/\(browser.conversation)/messages?limit=1&before=9")
            #expect(right.status == 200)
        }
    }

    @Test func `a repair is booked by buttons, a list and a time picker`() async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            let hello = try await browser.says("hello")
            #expect(texts(hello).first == "You are writing with our automated assistant.")
            #expect(hello.last?["type"]?.string == "buttons")
            let list = try await browser.chooses("Book a repair")
            #expect(list.map { $0["type"]?.string } == ["choice"])
            let times = try await browser.chooses("Brakes")
            #expect(times.map { $0["type"]?.string } == ["times"])
            let booked = try await browser.chooses("2026-12-03T13:30:00Z")
            #expect(texts(booked) == ["Booked! Brakes on 3 December 2026 at 14:30."])
            let own = try await browser.messages().filter { $0["sender"]?["id"]?.string == browser.customer }
            #expect(own.count == 4)
            #expect(own.allSatisfy { $0["recipients"]?["bot"]?.string == "read" })
        }
    }

    @Test func `several answers go together, and what is typed answers as well`() async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            _ = try await browser.says("order parts")
            let next = try await browser.chooses("Bell", "Lock")
            #expect(!next.isEmpty)
            let session = try await server.database.sessions.session(
                of: .init(channel: "web", customer: browser.customer, business: "web"))
            #expect(session?.session.device.channel == .web)
            #expect(session.map { String(describing: $0.session.answers["parts"]).contains("Bell") } == true)
        }
    }

    @Test func `two browsers of one conversation see what is chosen in either`() async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            let one = try await EventConnection(on: browser)
            let other = try await EventConnection(on: browser)
            _ = await one.next(1, of: ["ready"])
            _ = await other.next(1, of: ["ready"])
            _ = try await browser.says("hello")
            _ = try await browser.chooses("Book a repair")
            for connection in [one, other] {
                let updated = await connection.next(1, of: ["message.updated"])
                #expect(updated.first?.data["parts"]?.text.contains("response_summary") == true)
            }
        }
    }

    @Test func `whoever comes back is told what they missed, and a stream ends with the server`() async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            let first = try await EventConnection(on: browser)
            _ = await first.next(1, of: ["ready"])
            _ = try await browser.says("hello")
            let seen = await first.next(1, of: ["message.created"])
            first.breakOff()

            let again = try await EventConnection(on: browser, after: seen.last?.id)
            let missed = await again.next(3, of: ["message.created"])
            #expect(missed.map { $0.data["sequence"]?.int } == [2, 3, 4])
            let end = Task { await again.next(.max, of: ["reset"]) }
            await server.stop()
            #expect(await end.value.isEmpty)
        }
    }

    @Test func `an erased customer is gone from the chat`() async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            _ = try await browser.says("hello")
            _ = try await server.database.operators.erase(customer: browser.customer)
            #expect(try await browser.send("GET", "conversations").status == 401)
            #expect(try await server.database.chats.chatConversation(browser.conversation) == nil)
        }
    }

    @Test func `without the setting there is no web chat`() async throws {
        try await TestServer.run { server in
            for path in ["session", "conversations"] {
                let answer = try await Browser.send("POST", path, [:], cookie: nil, on: server)
                #expect(answer.status == 404)
            }
        }
    }

    @Test func `streams can be counted`() async throws {
        try await TestServer.run(Self.setup) { server in
            let browser = try await Browser(on: server)
            let connection = try await EventConnection(on: browser)
            _ = await connection.next(1, of: ["ready"])
            #expect(try await server.metrics()["usher_chat_streams"] == 1)
        }
    }
}
