import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageParts
import SQLStorage
import SQLiteStorage
import Testing
import WebChat

/// Content that messages keep themselves, and that is still served beside them.
@Suite struct MessageContentsTests {
    private static func text(_ length: Int) -> MessagePart {
        MessagePart(
            id: "layer:///messages/m/parts/root", mimeType: "application/vnd.layer.text+json;role=root",
            body: "{\"text\":\"\(String(repeating: "a", count: length - 11))\"}")
    }

    private func address(_ reference: ContentReference) throws -> (ChatContent.Ticket, MessageAddress, String) {
        let address = try #require(reference.downloadURL.flatMap { URLComponents(string: $0) })
        let fields = Dictionary(address.queryItems?.map { ($0.name, $0.value ?? "") } ?? []) { $1 }
        let ticket = ChatContent.Ticket(
            viewer: fields["viewer"] ?? "", expires: Int(fields["expires"] ?? "") ?? 0,
            signature: fields["signature"] ?? "")
        let message = MessageAddress(
            conversation: fields["conversation"] ?? "", message: fields["message"] ?? "")
        return (ticket, message, String(reference.id.dropFirst(ContentView.prefix.count)))
    }

    @Test func `a body of more than 2 KB travels as content, with its status for each who sees it`() async throws {
        try await ContentFixture.run { fixture in
            let (content, small, large) = (fixture.content, Self.text(2_048), Self.text(2_049))
            let fits = ChatMessage.of([small], in: "c1", by: "bot")
            #expect(await content.travelling([small], of: fits, for: "ana") == [small])
            let message = ChatMessage.of([large], in: "c1", by: "bot")
            try await fixture.keep(message)
            #expect(await content.linked(message, for: "ana") == [large], "it is shown whole")
            let part = try #require(await content.travelling([large], of: message, for: "ana").first)
            let reference = try #require(part.content)
            #expect(part.body == nil && part.mimeType == large.mimeType && part.id == large.id)
            #expect(reference.size == 2_049 && reference.status == .readyForDownload && reference.isAutomatic == true)

            let (ticket, place, id) = try address(reference)
            let got = try await content.open(id, of: place, ticket)
            #expect(got.kind == "application/vnd.layer.text+json")
            var bytes = Data()
            try await content.read(got, 0..<1_000, for: "ana") { bytes.append($0) }
            #expect(try await content.view(id, of: place, for: "ana").status == .downloading)
            try await content.read(got, 1_000..<2_049, for: "ana") { bytes.append($0) }
            #expect(String(decoding: bytes, as: UTF8.self) == large.body)
            #expect(await content.travelling([large], of: message, for: "ana")[0].content?.status == .complete)
            #expect(await content.travelling([large], of: message, for: "ben")[0].content?.status == .readyForDownload)
        }
    }

    @Test func `its link expires, is had anew, and is for nobody else`() async throws {
        try await ContentFixture.run { fixture in
            let (content, part) = (fixture.content, Self.text(3_000))
            let message = ChatMessage.of([part], in: "c1", by: "bot")
            try await fixture.keep(message)
            let reference = try #require(await content.travelling([part], of: message, for: "ben")[0].content)
            let (ticket, place, id) = try address(reference)
            let forged = ChatContent.Ticket(viewer: "ana", expires: ticket.expires, signature: ticket.signature)
            await expectRefusal(.forbidden) { try await content.open(id, of: place, forged) }
            let elsewhere = MessageAddress(conversation: "c2", message: "m")
            await expectRefusal(.notFound) { try await content.open(id, of: elsewhere, ticket) }
            await expectRefusal(.notFound) { try await content.open(id, ticket) }
            await expectRefusal(.notFound) { try await content.view(id, of: place, for: "eve") }
            await expectRefusal(.notFound) { try await content.view(UUID().uuidString, of: place, for: "ben") }
            fixture.clock.turn(by: .hours(3))
            await expectRefusal(.forbidden) { try await content.open(id, of: place, ticket) }
            let renewed = try #require(try await content.view(id, of: place, for: "ben").download)
            #expect(renewed.expiration > fixture.clock.now && renewed.address != reference.downloadURL)
            fixture.leave("ben")
            await expectRefusal(.notFound) { try await content.view(id, of: place, for: "ben") }
        }
    }

    @Test func `other words are other content`() async throws {
        try await ContentFixture.run { fixture in
            let ids = await [Self.text(3_000), Self.text(3_001)].asyncMap { part in
                await fixture.content.travelling([part], of: .of([part], in: "c1"), for: "ben")[0].content?.id
            }
            #expect(Set(ids.compactMap { $0 }).count == 2)
        }
    }

    @Test func `a file of the project is had by whoever got a message with it, and not by its name`() async throws {
        try await ContentFixture.run { fixture in
            let (content, bytes) = (fixture.content, ContentFixture.bytes(150_000))
            try fixture.project.write(bytes, as: "offer 7.pdf")
            let root = MessagePart(
                id: "layer:///messages/m/parts/root", mimeType: "application/vnd.layer.file+json;role=root",
                body: #"{"title":"Your offer","custom_data":{"file":"offer 7.pdf"}}"#)
            let file = try #require(fixture.project.part(named: "offer 7.pdf", in: "c1"))
            let source = MessagePart(
                id: nil, mimeType: "application/pdf;role=source;parent-node-id=root", body: nil, content: file.content)
            let message = ChatMessage.of([root, source], in: "c1", by: "bot")
            try await fixture.keep(message)
            let reference = try #require(await content.linked(message, for: "ana")[1].content)
            #expect(reference.status == .readyForDownload && reference.size == 150_000)
            let (ticket, place, name) = try address(reference)
            var read = Data()
            try await content.read(try await content.open(name, of: place, ticket), 70_000..<150_000, for: "ana") {
                read.append($0)
            }
            #expect(read == bytes[70_000...])

            // A customer who writes the same into a message of their own gets no access.
            var own = ChatMessage.of([root, source], in: "c1", by: "ana")
            own.id = "own"
            try await fixture.keep(own)
            #expect(await content.linked(own, for: "ana")[1].content?.downloadURL == nil)
            let mine = MessageAddress(conversation: "c1", message: "own")
            await expectRefusal(.notFound) { try await content.open(name, of: mine, ticket) }
        }
    }

    @Test func `what was noted of it goes with its conversation`() async throws {
        try await ContentFixture.run { fixture in
            let part = Self.text(3_000)
            let message = ChatMessage.of([part], in: "c1", by: "bot")
            try await fixture.keep(message)
            let reference = try #require(await fixture.content.travelling([part], of: message, for: "ana")[0].content)
            let (_, place, id) = try address(reference)
            #expect(try await fixture.content.note(3_000, of: id, in: place, by: "ana").status == .complete)
            #expect(try await fixture.store.downloads(of: [id], by: "ana") == [id: 3_000])
            let chats = fixture.database.chats
            _ = try await chats.forgetChats(quietSince: tenOClock + .days(1), limit: 10)
            #expect(try await fixture.store.downloads(of: [id], by: "ana").isEmpty)
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async -> Result) async -> [Result] {
        var results: [Result] = []
        for element in self { results.append(await transform(element)) }
        return results
    }
}
