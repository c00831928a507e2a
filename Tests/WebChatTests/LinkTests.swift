import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Files
import Foundation
import JSON
import Logging
import MessageParts
import OpenGraph
import SQLStorage
import SQLiteStorage
import Synchronization
import TestSupport
import Testing

@testable import WebChat

/// Links with previews of their pages.
@Suite struct LinkTests {
    private struct Pages: LinkPreviewSource {
        var pages: [String: LinkPreview]

        func preview(of address: String) async -> LinkPreview? { pages[address] }
    }

    private static let bells = LinkPreview(
        title: "Bells & <horns>", description: "Loud", author: "Bell & Co",
        picture: .init(bytes: [0x89, 0x50, 0x4E, 0x47], kind: "image/png"))

    /// Returns a message as a member sees it after its links have been enriched.
    private func shown(
        _ parts: [MessagePart], _ pages: [String: LinkPreview], _ limits: ContentLimits = ContentLimits()
    ) async throws -> JSONValue {
        let world = try ChatWorld()
        let person = try await world.customer("Ana")
        // The server of a database creates its folder of files.
        let files = try SQLiteDatabase(path: world.folder.path + "/files.sqlite", contentLimits: limits).content
        let content = ChatContent(
            store: files, places: KeptPlaces(world.store), rules: ContentRules(),
            links: ContentLinks(secret: Data(repeating: 1, count: 32)), clock: world.clock)
        let queue = LinkQueue()
        let keeper = ChatMessages(store: world.store, hub: world.keeper.hub, added: queue.take)
        let conversation = try #require(try await world.store.chatConversation(person.conversation))
        let message = NewChatMessage(
            conversation: conversation.id, id: "m", sender: ChatCustomer.bot, sentAt: ChatWorld.now,
            parts: JSONParts(parts).json)
        guard case .added(let added) = try await keeper.add(message, in: conversation) else {
            Issue.record("the message was not kept")
            return .null
        }
        queue.finish()
        await LinkEnrichment(
            queue: queue, keeper: keeper, previews: Pages(pages: pages), content: content, clock: world.clock,
            logger: Logger(label: "links") { _ in SwiftLogNoOpLogHandler() }
        ).run()
        let now = try #require(try await world.store.chatMessage("m", in: conversation.id))
        let writer = ChatWriter(registry: .standard, host: world.chats.host, files: content)
        let json = await writer.json(now, in: conversation, for: person.session.caller.customer)
        var object = try #require(json.object)
        object["is_changed"] = .bool(now.revision > added.revision)
        return .object(object)
    }

    private func link(_ body: JSONObject) -> [MessagePart] {
        [
            MessagePart(
                id: "layer:///messages/m/parts/r", mimeType: "application/vnd.layer.link+json;role=root",
                body: JSONValue.object(body).text)
        ]
    }

    @Test func `a bare link gets a title, a description, an author and a picture of ours`() async throws {
        let shown = try await shown(link(["url": "https://a.example/bells"]), ["https://a.example/bells": Self.bells])
        let html = try #require(shown["html"]?.string)
        #expect(shown["is_changed"] == true && shown["summary"] == "Bells & <horns>")
        #expect(html.contains("Bells &amp; &lt;horns&gt;") && html.contains("Loud") && html.contains("Bell &amp; Co"))
        #expect(html.contains("src=\"/chat/api/content/"), "no other server is asked for the picture")
    }

    @Test func `a picture for which there is no room is left out, and the rest shows`() async throws {
        var full = ContentLimits()
        full.conversation = 3
        for limits in [full, ContentLimits { _ in DiskSpace(free: 0, size: 1_000) }] {
            let shown = try await shown(
                link(["url": "https://a.example/bells"]), ["https://a.example/bells": Self.bells], limits)
            let html = try #require(shown["html"]?.string)
            #expect(html.contains("Loud") && !html.contains("/chat/api/content/"))
        }
    }

    @Test func `what the sender has said stays`() async throws {
        let body: JSONObject = [
            "url": "https://a.example/bells", "title": "Mine", "image_url": "https://a.example/i.png",
        ]
        let shown = try await shown(link(body), ["https://a.example/bells": Self.bells])
        #expect(shown["summary"] == "Mine" && shown["text"]?.string?.contains("Loud") == true)
        #expect(shown["html"]?.string?.contains("https://a.example/i.png") == true)
    }

    @Test func `words that are nothing but an address become a link, others stay words`() async throws {
        let text = { (words: String) in
            [
                MessagePart(
                    id: nil, mimeType: "application/vnd.layer.text+json;role=root",
                    body: JSONValue.object(["text": .string(words)]).text)
            ]
        }
        let pages = ["https://a.example/bells": Self.bells]
        let alone = try await shown(text(" https://a.example/bells\n"), pages)
        #expect(alone["type"] == "link" && alone["summary"] == "Bells & <horns>")
        let among = try await shown(text("see https://a.example/bells"), pages)
        #expect(among["type"] == "text" && among["is_changed"] == false)
        let nameless = try await shown(text("https://a.example/bells"), ["https://a.example/bells": LinkPreview()])
        #expect(nameless["type"] == "text" && nameless["is_changed"] == false)
    }

    @Test func `a page that says nothing leaves the link as it is`() async throws {
        let shown = try await shown(link(["url": "https://a.example/bells"]), [:])
        #expect(shown["is_changed"] == false && shown["summary"] == "https://a.example/bells")
    }

    /// Returns the same preview for every page, and ends the queue with the first request.
    private final class OnlyPage: LinkPreviewSource {
        let asked = Mutex<[String]>([])
        private let queue: LinkQueue

        init(endingIt queue: LinkQueue) { self.queue = queue }

        func preview(of address: String) async -> LinkPreview? {
            asked.withLock { $0.append(address) }
            queue.finish()
            return LinkPreview(title: "Bells")
        }
    }

    /// Returns the URLs requested by a server whose predecessor was killed before it could request them.
    private func askedAfterStart(in world: ChatWorld) async -> [String] {
        let queue = LinkQueue()
        let page = OnlyPage(endingIt: queue)
        let enrichment = LinkEnrichment(
            queue: queue, keeper: world.keeper, previews: page, content: nil, clock: world.clock,
            logger: Logger(label: "links") { _ in SwiftLogNoOpLogHandler() })
        await enrichment.run()
        return page.asked.withLock(\.self)
    }

    private func send(_ id: String, in world: ChatWorld, to conversation: String) async throws {
        let message = NewChatMessage(
            conversation: conversation, id: id, sender: ChatCustomer.bot, sentAt: world.clock.now,
            parts: JSONParts(link(["url": .string("https://a.example/\(id)")])).json)
        _ = try await world.store.add(message)
    }

    @Test func `a link that waited when the server was killed is looked up by the next one, once`() async throws {
        let world = try ChatWorld()
        let conversation = try await world.customer("Ana").conversation
        let other = try await world.customer("Ben").conversation
        try await send("old", in: world, to: conversation)
        world.clock.turn(by: .minutes(61))
        try await send("first", in: world, to: conversation)
        world.clock.turn(by: .minutes(1))
        try await send("second", in: world, to: other)
        #expect(await askedAfterStart(in: world).sorted() == ["https://a.example/first", "https://a.example/second"])
        let told = try await world.store.chatMessage("first", in: conversation)
        #expect(told?.parts.text.contains("Bells") == true)
        try await send("third", in: world, to: other)
        #expect(await askedAfterStart(in: world) == ["https://a.example/third"])
    }

    @Test(arguments: [
        "file:///etc/passwd", "javascript:alert(1)", "ftp://a.example/x", "https://", "mailto:a@b.example",
    ])
    func `only addresses of the web are asked`(_ address: String) throws {
        let body: JSONValue = ["url": .string(address)]
        let part = MessagePart(id: nil, mimeType: "application/vnd.layer.link+json;role=root", body: body.text)
        let message = ChatMessage(
            conversation: "c", sequence: 1, id: "m", sender: "bot", sentAt: ChatWorld.now,
            parts: JSONParts([part]).json, firstRevision: 1, revision: 1)
        #expect(LinkQueue.links(in: message).isEmpty)
    }
}
