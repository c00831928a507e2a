import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import MessageParts
import Testing
import WebChat

/// References to content in messages.
@Suite struct ContentInMessagesTests {
    private func root(_ body: String, _ type: String = "application/vnd.layer.file+json") -> MessagePart {
        MessagePart(id: "layer:///messages/m/parts/root", mimeType: "\(type);role=root", body: body)
    }

    private func source(_ id: String, _ kind: String = "application/pdf", size: Int? = nil) -> MessagePart {
        MessagePart(
            id: nil, mimeType: "\(kind);role=source;parent-node-id=root", body: nil,
            content: ContentReference(id: id, size: size))
    }

    @Test func `a file that was sent before is heard by the flow under its id, and linked for each who sees it`()
        async throws
    {
        try await ContentFixture.run { fixture in
            let sent = try await fixture.sent(ContentFixture.bytes(3_000))
            let parts = try await fixture.content.claim(
                [root(#"{"title": "bill.pdf"}"#), source("layer:///content/\(sent.id.uppercased())")], by: "ana",
                in: "c1")
            #expect(parts[1].content == ContentReference(id: "layer:///content/\(sent.id)", size: 3_000))
            let heard = try await fixture.content.heardFiles(in: parts)
            #expect(
                heard == [
                    HeardFile(FileReference(id: sent.id, name: "bill.pdf", kind: "application/pdf", size: 3_000))
                ])
            let seen = await fixture.content.linked(.of(parts, in: "c1"), for: "ben")
            let reference = try #require(seen[1].content)
            #expect(reference.status == .readyForDownload && reference.isAutomatic == true)
            #expect(reference.downloadURL?.contains("viewer=ben") == true && reference.expiration != nil)
            #expect(await fixture.content.linked(.of(parts, in: "c2"), for: "ben") == parts)
            #expect(seen[0] == parts[0])
        }
    }

    @Test func `content that is not whole, not theirs or not here is refused`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let wish: JSONValue = ["mime_type": "application/pdf", "size": 10]
            let under = try await content.announce(wish, by: "ana", in: "c1")
            await expectRefusal(.taken) { try await content.claim([source(under.id)], by: "ana", in: "c1") }
            let sent = try await fixture.sent(ContentFixture.bytes(10))
            await expectRefusal(.notFound) { try await content.claim([source(sent.id)], by: "ben", in: "c1") }
            await expectRefusal(.notFound) { try await content.claim([source(sent.id)], by: "ana", in: "c2") }
            await expectRefusal(.notFound) { try await content.claim([source("nothing")], by: "ana", in: "c1") }
        }
    }

    @Test func `a part says of its content what is true, or it is refused`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let sent = try await fixture.sent(ContentFixture.bytes(10))
            for part in [
                source(sent.id, size: 9), source(sent.id, "image/png", size: 10), source(sent.id, "image/png"),
            ] {
                await expectRefusal(.malformed) { try await content.claim([part], by: "ana", in: "c1") }
            }
            for part in [source(sent.id, size: 10), source(sent.id), source(sent.id, "Application/PDF")] {
                let claimed = try await content.claim([part], by: "ana", in: "c1")
                #expect(claimed.first?.content?.size == 10)
            }
        }
    }

    @Test func `a body of up to 2 KB stands in its part, a larger one travels as content and comes back`() async throws
    {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let fits = root(
                "{\"text\": \"\(String(repeating: "a", count: 2_036))\"}", "application/vnd.layer.text+json")
            #expect(fits.body?.utf8.count == 2_048)
            #expect(try await content.claim([fits], by: "ana", in: "c1") == [fits])
            // Bytes count, not characters.
            let long = "{\"text\": \"\(String(repeating: "ä", count: 1_100))\"}"
            let part = root(long, "application/vnd.layer.text+json")
            await expectRefusal(.tooLarge) { try await content.claim([part], by: "ana", in: "c1") }
            let sent = try await fixture.sent(Data(long.utf8), kind: "application/vnd.layer.text+json", name: "text")
            var other = part
            (other.body, other.content) = (nil, ContentReference(id: sent.id))
            #expect(try await content.claim([other], by: "ana", in: "c1") == [part])
            #expect(try await content.heardFiles(in: [part]).isEmpty)
        }
    }

    @Test func `a long text is no file: it is taken whatever kinds of files are`() async throws {
        var rules = ContentRules()
        rules.kinds = ["image/*"]
        try await ContentFixture.run(rules) { fixture in
            let long = "{\"text\": \"\(String(repeating: "あ", count: 10_000))\"}"
            let sent = try await fixture.sent(Data(long.utf8), kind: "application/vnd.layer.text+json", name: "text")
            var part = root("", "application/vnd.layer.text+json")
            (part.body, part.content) = (nil, ContentReference(id: sent.id))
            #expect(try await fixture.content.claim([part], by: "ana", in: "c1").first?.body == long)
            await expectRefusal(.unsupported) {
                try await fixture.sent(Data(count: 70_000), kind: "application/vnd.layer.text+json", name: "text")
            }
        }
    }

    @Test func `a message is not read from content of any size`() async throws {
        try await ContentFixture.run { fixture in
            let sent = try await fixture.sent(Data(count: 65_537), kind: "text/plain", name: "text")
            let part = MessagePart(
                id: nil, mimeType: "text/plain;role=root", body: nil, content: ContentReference(id: sent.id))
            await expectRefusal(.tooLarge) { try await fixture.content.claim([part], by: "ana", in: "c1") }
        }
    }

    @Test func `bytes that stand in a part become content, the same twice`() async throws {
        try await ContentFixture.run { fixture in
            let bytes = ContentFixture.bytes(2_000)
            let part = MessagePart(
                id: nil, mimeType: "image/png;role=source;parent-node-id=root", body: bytes.base64EncodedString(),
                encoding: "base64")
            let message = [root("{}", "application/vnd.layer.image+json"), part]
            let first = try await fixture.content.claim(message, by: "ana", in: "c1")
            #expect(try await fixture.content.claim(message, by: "ana", in: "c1") == first)
            #expect(first[1].body == nil && first[1].content?.size == 2_000)
            let heard = try await fixture.content.heardFiles(in: first)
            #expect(heard.map(\.file.kind) == ["image/png"])
            let kept = try #require(try await fixture.store.content(heard[0].file.id))
            var read = Data()
            try await fixture.store.read(kept) { read.append($0) }
            #expect(read == bytes)
            #expect(try await fixture.content.claim(message, by: "ben", in: "c1")[1].content != first[1].content)
            var broken = message
            broken[1].body = "not base64"
            await expectRefusal(.malformed) { try await fixture.content.claim(broken, by: "ana", in: "c1") }
        }
    }
}
