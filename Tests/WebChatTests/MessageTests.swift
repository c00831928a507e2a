import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import WebChat

/// Messages, and who sees them.
@Suite struct MessageTests {
    @Test func `a message that comes again changes nothing, and nobody takes the id of another`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let ben = try await world.guest(of: ana)
        let id = UUID().uuidString
        let first = try await ana.says("hello", id: id)
        let again = try await ana.says("something else", id: id.lowercased())
        #expect(first == again)
        #expect(try await ana.messages().count == 1)
        #expect(await refusal { try await ben.says("mine", id: id) }?.kind == .taken)
    }

    @Test func `nobody reads, writes or hears in a conversation that is not theirs`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let message = try await ana.says("secret")["id"]?.string ?? ""
        let eve = try await world.customer()
        let asEve = Person(world: world, session: eve.session, conversation: ana.conversation)
        let chats = world.chats
        let caller = eve.session.caller
        let tries: [() async throws -> Any] = [
            { try await asEve.messages() }, { try await asEve.message(message) }, { try await asEve.says("hi") },
            { try await asEve.answers(message, "x") },
            { try await chats.conversation(ana.conversation, for: caller) },
            { try await chats.invite(to: ana.conversation, by: caller) },
            { try await chats.leave(ana.conversation, caller) },
            { try await chats.noteReceipt(["type": "read", "up_to": 1], in: ana.conversation, by: caller) },
            { try await chats.noteTyping(["action": "begin"], in: ana.conversation, by: caller) },
        ]
        for attempt in tries { #expect(await refusal(attempt)?.kind == .notFound) }
        #expect(try await ana.messages().count == 1)
    }

    @Test(arguments: [
        ("application/vnd.layer.choice+json", #"{"label": "?", "choices": []}"#, ChatRefusal.Kind.unsupported),
        ("application/vnd.layer.status+json", #"{"text": "The bot has left"}"#, .unsupported),
        ("application/vnd.layer.receipt+json", "{}", .unsupported),
        ("application/vnd.layer.response-v2+json", #"{"response_to": "x", "changes": []}"#, .unsupported),
        ("application/vnd.example.own+json", "{}", .unsupported), ("text/html", "<b>hi</b>", .unsupported),
        ("application/vnd.layer.text+json", #"{"text": "  "}"#, .malformed),
        ("application/vnd.layer.text+json", "{", .malformed),
        ("application/vnd.layer.link+json", #"{"url": "javascript:alert(1)"}"#, .malformed),
        ("application/vnd.layer.image+json", #"{"source_url": "https://tracker.example/pixel.png"}"#, .malformed),
        ("application/vnd.layer.location+json", #"{"title": "Nowhere"}"#, .malformed),
        ("application/vnd.layer.location+json", #"{"latitude": 1, "longitude": 2, "zoom": 99}"#, .malformed),
        ("application/vnd.layer.location+json", #"{"latitude": 91, "longitude": 2}"#, .malformed),
        ("application/vnd.layer.file+json", #"{"title": "bill.pdf"}"#, .malformed),
        ("application/vnd.layer.file+json", #"{"source_url": "javascript:alert(1)"}"#, .malformed),
    ])
    func `only what a customer may say is taken`(_ type: String, _ body: String, _ kind: ChatRefusal.Kind) async throws
    {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let parts: JSONValue = [["mime_type": .string("\(type);role=root"), "body": .string(body)]]
        let refused = await refusal {
            try await world.chats.send(
                ["id": .string(UUID().uuidString), "parts": parts], to: ana.conversation, by: ana.session.caller)
        }
        #expect(refused?.kind == kind)
        #expect(try await ana.messages().isEmpty)
    }

    @Test(arguments: [
        ("location", #"{"title": "Nowhere"}"#, "`latitude`"),
        ("location", #"{"latitude": 1, "longitude": 2, "zoom": 99}"#, "`zoom`"), ("file", "{}", "`source_url`"),
    ])
    func `a member that cannot be used is refused by its name`(_ type: String, _ body: String, _ name: String)
        async throws
    {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let parts: JSONValue = [
            ["mime_type": .string("application/vnd.layer.\(type)+json;role=root"), "body": .string(body)]
        ]
        let refused = await refusal {
            try await world.chats.send(
                ["id": .string(UUID().uuidString), "parts": parts], to: ana.conversation, by: ana.session.caller)
        }
        #expect(refused?.description.contains(name) == true, "\(refused?.description ?? "it was taken")")
    }

    @Test func `a file that lies elsewhere is shown as a link, and the bot hears its address`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let body = #"{"source_url": "https://files.example/bill.pdf", "title": "bill.pdf"}"#
        let sent = try await world.chats.send(
            [
                "id": .string(UUID().uuidString),
                "parts": [["mime_type": "application/vnd.layer.file+json;role=root", "body": .string(body)]],
            ], to: ana.conversation, by: ana.session.caller)
        #expect(sent.message["html"]?.string?.contains(#"href="https://files.example/bill.pdf""#) == true)
        #expect(sent.message["notification"] == .null, "one knows what one has sent")
    }

    @Test func `what a customer has no business to say is left out`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let body = #"""
            {"text": "hello", "title": "From the bank", "action": {"event": "open-url", "data": {"url": "https://evil.example"}},
             "custom_data": {"question": "q-1"}}
            """#
        let sent = try await world.chats.send(
            [
                "id": .string(UUID().uuidString),
                "parts": [
                    [
                        "id": "layer:///messages/x/parts/mine",
                        "mime_type": "application/vnd.layer.text+json;role=root", "body": .string(body),
                    ]
                ],
            ], to: ana.conversation, by: ana.session.caller)
        let parts = sent.message["parts"]?.array ?? []
        #expect(parts.count == 1)
        #expect(parts[0]["body"]?.string == #"{"text":"hello"}"#)
        #expect(parts[0]["id"]?.string?.contains("mine") == false)
    }

    @Test func `scripts in a text stay text`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer("<img src=x onerror=alert(1)>")
        let message = try await ana.says("<script>alert(1)</script>")
        let html = message["html"]?.string ?? ""
        #expect(html.contains("&lt;script&gt;"))
        #expect(!html.contains("<script"))
    }

    @Test func `a long history is had page by page, each message once`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        for number in 1...7 { try await ana.says("\(number)") }
        var before: Int?
        var read: [[String]] = []
        while true {
            let page = try await world.chats.messages(
                in: ana.conversation, before: before, limit: 3, for: ana.session.caller)
            let messages = page["messages"]?.array ?? []
            read.append(messages.compactMap { $0["text"]?.string })
            before = messages.first?["sequence"]?.int
            if page["more"]?.bool != true { break }
        }
        #expect(read == [["5", "6", "7"], ["2", "3", "4"], ["1"]])
    }

    @Test func `receipts go forward only, and say how far a message has come`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let ben = try await world.guest(of: ana)
        let first = try await ana.says("one")
        try await ana.says("two")
        func note(_ type: String, _ upTo: Int) async throws {
            try await world.chats.noteReceipt(
                ["type": .string(type), "up_to": .int(upTo)], in: ana.conversation, by: ben.session.caller)
        }
        func status() async throws -> String? {
            try await ana.message(first["id"]?.string ?? "")["recipients"]?[ben.id]?.string
        }
        #expect(try await status() == "sent")
        try await note("delivered", 1)
        #expect(try await status() == "delivered")
        try await note("read", 99)
        #expect(try await status() == "read")
        try await note("delivered", 0)
        await #expect(throws: ChatRefusal.self) { try await note("read", -1) }
        let mine = try await world.chats.conversation(ana.conversation, for: ben.session.caller)
        #expect(mine["unread"]?.int == 0)
        #expect(mine["participants"]?.array?.last?["read_up_to"]?.int == 2)
    }

    @Test func `whoever deletes the conversation and comes back begins anew; the bot is told in between`() async throws
    {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            try await ana.says("before")
            try await world.chats.leave(ana.conversation, ana.session.caller)
            #expect(world.desk.heard.map(\.content) == [.heard(.text("before")), .closed])
            #expect(await refusal { try await ana.says("gone") }?.kind == .notFound)
            let again = try await world.chats.beginConversation([:], by: ana.session.caller)
            #expect(again.conversation["id"]?.string == ana.conversation)
            #expect(again.conversation["last_message"]?.isNull == true)
            try await ana.says("after")
            #expect(try await ana.messages().compactMap { $0["text"]?.string } == ["after"])
        }
    }

    @Test func `who writes more than people do has to wait`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        for _ in 0..<10 { try await ana.says("again") }
        #expect(await refusal { try await ana.says("again") }?.kind == .tooOften(seconds: 2))
        world.clock.turn(by: .seconds(2))
        try await ana.says("again")
    }
}
