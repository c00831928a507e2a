import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageParts
import Testing
import WebChat

/// Content beside messages, without HTTP.
@Suite struct ChatContentTests {
    private static let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

    private static func wish(_ size: Int, _ more: JSONObject = [:]) -> JSONValue {
        var wish: JSONObject = ["mime_type": "video/mp4", "size": .int(size), "name": "film.mp4"]
        for (key, value) in more { wish[key] = value }
        return .object(wish)
    }

    @Test func `a file goes through its statuses, for whoever sends it and for others`() async throws {
        try await ContentFixture.run { fixture in
            let (content, bytes) = (fixture.content, ContentFixture.bytes(1_000))
            let view = try await content.announce(Self.wish(1_000), by: "ana", in: "c1")
            #expect(view.status == .awaitingUpload && view.uploadURL == "/chat/api/content/\(view.id)")
            #expect(view.download == nil && view.isAutomatic)
            let half = try await content.receive(
                Pieces([bytes[0..<600]]), ContentRange("bytes 0-599/1000"), of: view.id, by: "ana")
            #expect(half == .incomplete(received: 600))
            let seen = try await content.view(view.id, for: "ben")
            #expect(seen.status == .uploading && seen.progress.fraction == 0.6 && seen.uploadURL == nil)
            guard
                case .whole(let sent) = try await content.receive(
                    Pieces([bytes[600...]]), ContentRange("bytes 600-999/1000"), of: view.id, by: "ana")
            else {
                Issue.record("the file is not whole")
                return
            }
            #expect(sent.status == .complete)
            #expect(try await content.view(view.id, for: "ben").status == .readyForDownload)
            let kept = Download(try #require(try await fixture.store.content(view.id)))
            try await content.read(kept, 0..<400, for: "ben") { _ in }
            #expect(try await content.view(view.id, for: "ben").status == .downloading)
            try await content.read(kept, 900..<1_000, for: "ben") { _ in }
            #expect(
                try await content.view(view.id, for: "ben").progress.completed == 400, "the end alone is not the file")
            try await content.read(kept, 400..<1_000, for: "ben") { _ in }
            #expect(try await content.view(view.id, for: "ben").status == .complete)
        }
    }

    @Test func `what was announced under an id is gone on with`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let wish = Self.wish(10, ["id": .string(Self.id.uppercased())])
            let view = try await content.announce(wish, by: "ana", in: "c1")
            #expect(view.id == Self.id)
            await #expect(throws: Pieces.BrokenLine()) {
                try await content.receive(
                    Pieces([ContentFixture.bytes(4)], breaks: true), ContentRange("bytes 0-9/10"), of: view.id,
                    by: "ana")
            }
            #expect(try await content.announce(wish, by: "ana", in: "c1").received == 4)
            let asked = try await content.receive(Pieces([]), ContentRange("bytes */10"), of: view.id, by: "ana")
            #expect(asked == .incomplete(received: 4))
            await expectRefusal(.taken) { try await content.announce(wish, by: "ben", in: "c1") }
            await expectRefusal(.taken) { try await content.announce(wish, by: "ana", in: "c2") }
        }
    }

    @Test(
        arguments: [
            (["size": "many"], .malformed), (["size": -1], .malformed), (["size": 25_000_001], .tooLarge),
            (["mime_type": "film"], .malformed), (["mime_type": "video/mp4\r\nX: 1"], .malformed),
            (["mime_type": "text/html"], .unsupported), (["id": "../../x"], .malformed), (["name": 5], .malformed),
        ] as [(JSONObject, ChatRefusal.Kind)])
    func `what may not be sent is refused before a byte comes`(_ more: JSONObject, _ kind: ChatRefusal.Kind)
        async throws
    {
        var rules = ContentRules()
        rules.kinds = ["video/*", "image/*"]
        try await ContentFixture.run(rules) { fixture in
            await expectRefusal(kind) { try await fixture.content.announce(Self.wish(10, more), by: "ana", in: "c1") }
            let uploads = try await fixture.store.uploads(in: "c1", limit: 9)
            #expect(uploads.isEmpty)
        }
    }

    @Test func `bytes that are sent again are the same, or nothing is stored of them`() async throws {
        try await ContentFixture.run { fixture in
            let (content, bytes) = (fixture.content, Data("abcdef6789".utf8))
            let view = try await content.announce(Self.wish(10), by: "ana", in: "c1")
            let range = ContentRange("bytes 0-5/10")
            _ = try await content.receive(Pieces([bytes[..<6]]), range, of: view.id, by: "ana")
            let others = Data("abcdeX6789".utf8)
            for (start, range) in [(0, nil), (4, "bytes 4-9/10")] {
                await expectRefusal(.taken) {
                    try await content.receive(
                        Pieces([others[start...]]), range.flatMap(ContentRange.init), of: view.id, by: "ana")
                }
            }
            #expect(try await content.view(view.id, for: "ana").received == 6)
            guard case .whole = try await content.receive(Pieces([bytes]), nil, of: view.id, by: "ana") else {
                Issue.record("the file is not whole")
                return
            }
            let kept = try #require(try await fixture.store.content(view.id))
            var read = Data()
            try await fixture.store.read(kept) { read.append($0) }
            #expect(read == bytes)
        }
    }

    @Test func `a question for what has arrived comes without bytes, and more than announced is refused unread`()
        async throws
    {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let view = try await content.announce(Self.wish(10), by: "ana", in: "c1")
            let asking = ContentRange("bytes */10")
            for length in [10, nil] {
                await expectRefusal(.malformed) {
                    try await content.receive(
                        Pieces([ContentFixture.bytes(10)]), announcing: length, asking, of: view.id, by: "ana")
                }
            }
            await expectRefusal(.malformed) {
                try await content.receive(Pieces([], breaks: true), announcing: 11, nil, of: view.id, by: "ana")
            }
            #expect(try await content.view(view.id, for: "ana").received == 0)
        }
    }

    @Test func `nothing has an id that the database cannot look for`() async throws {
        try await ContentFixture.run { fixture in
            let (content, id) = (fixture.content, "a\0")
            await expectRefusal(.notFound) { try await content.view(id, for: "ana") }
            await expectRefusal(.notFound) { try await content.giveUp(id, by: "ana") }
            await expectRefusal(.notFound) { try await content.note(1, of: id, by: "ana") }
            await expectRefusal(.notFound) { try await content.receive(Pieces([]), nil, of: id, by: "ana") }
            for address in [
                MessageAddress(conversation: "c1\0", message: "m"), MessageAddress(conversation: "c1", message: "m\0"),
            ] {
                await expectRefusal(.notFound) { try await content.view("a", of: address, for: "ana") }
            }
            let part = MessagePart(
                id: nil, mimeType: "image/png;role=source", body: nil,
                content: ContentReference(id: "layer:///content/\(id)"))
            await expectRefusal(.notFound) { try await content.claim([part], by: "ana", in: "c1") }
        }
    }

    @Test func `only who takes part sees content, and only who sends it adds to it`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            await expectRefusal(.notFound) { try await content.announce(Self.wish(10), by: "eve", in: "c1") }
            let view = try await content.announce(Self.wish(10), by: "ana", in: "c1")
            await expectRefusal(.notFound) { try await content.view(view.id, for: "eve") }
            await expectRefusal(.notFound) { try await content.list(in: "c1", for: "eve", []) }
            for somebody in ["ben", "eve"] {
                await expectRefusal(.notFound) {
                    try await content.receive(Pieces([ContentFixture.bytes(10)]), nil, of: view.id, by: somebody)
                }
                await expectRefusal(.notFound) { try await content.giveUp(view.id, by: somebody) }
            }
            #expect(try await content.view(view.id, for: "ben").received == 0)
        }
    }

    @Test func `a link is good for an hour or two, for who it was made for while they take part`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let view = try await fixture.sent(ContentFixture.bytes(10))
            let link = try #require(try await content.view(view.id, for: "ben").download)
            let ticket = try ticket(link.address)
            #expect(ticket.viewer == "ben" && link.expiration > fixture.clock.now + .hours(1))
            #expect(try await content.open(view.id, ticket).size == 10)
            #expect(try await content.view(view.id, for: "ben").download == link, "what is shown again is the same")
            for forged in [
                ChatContent.Ticket(viewer: "ana", expires: ticket.expires, signature: ticket.signature),
                .init(viewer: "ben", expires: ticket.expires + 1, signature: ticket.signature),
                .init(viewer: "ben", expires: ticket.expires, signature: String(ticket.signature.reversed())),
                .init(viewer: "ben", expires: ticket.expires, signature: ""),
            ] {
                await expectRefusal(.forbidden) { try await content.open(view.id, forged) }
            }
            let other = try await fixture.sent(ContentFixture.bytes(11))
            await expectRefusal(.forbidden) { try await content.open(other.id, ticket) }
            fixture.leave("ben")
            await expectRefusal(.notFound) { try await content.open(view.id, ticket) }
            fixture.clock.turn(by: link.expiration - fixture.clock.now)
            await expectRefusal(.forbidden) { try await content.open(view.id, ticket) }
        }
    }

    @Test func `nothing is had of a file whose time is over`() async throws {
        var rules = ContentRules()
        rules.retention = .minutes(30)
        try await ContentFixture.run(rules) { fixture in
            let view = try await fixture.sent(ContentFixture.bytes(10))
            let link = try #require(view.download)
            #expect(link.expiration == tenOClock + .minutes(30), "a link does not outlive its file")
            fixture.clock.turn(by: .minutes(30))
            await expectRefusal(.notFound) { try await fixture.content.view(view.id, for: "ana") }
            #expect(try await fixture.content.list(in: "c1", for: "ana", []).views.isEmpty)
        }
    }

    @Test func `content is found by its status, and its progress counts by size`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let sent = try await fixture.sent(ContentFixture.bytes(300))
            let under = try await content.announce(Self.wish(900), by: "ana", in: "c1")
            _ = try await content.receive(
                Pieces([ContentFixture.bytes(300)]), ContentRange("bytes 0-299/900"), of: under.id, by: "ana")
            let all = try await content.list(in: "c1", for: "ben", [])
            #expect(all.views.map(\.id) == [under.id, sent.id])
            #expect(all.progress.fraction == 0.25, "300 of 1,200 bytes are on this side")
            let ready = try await content.list(in: "c1", for: "ben", [.readyForDownload])
            #expect(ready.views.map(\.id) == [sent.id])
            #expect(try await content.list(in: "c1", for: "ana", [.complete]).views.map(\.id) == [sent.id])
            #expect(try await content.note(120, of: sent.id, by: "ben").status == .downloading)
            await expectRefusal(.malformed) { try await content.note(301, of: sent.id, by: "ben") }
        }
    }

    @Test func `what somebody lets go of is there to be had again, and stays with everybody else`() async throws {
        try await ContentFixture.run { fixture in
            let content = fixture.content
            let sent = try await fixture.sent(ContentFixture.bytes(300))
            #expect(try await content.note(300, of: sent.id, by: "ben").status == .complete)
            #expect(try await content.letGo(of: sent.id, by: "ben").status == .readyForDownload)
            #expect(try await content.letGo(of: sent.id, by: "ana").status == .complete, "the sender has it")
            #expect(try await content.note(10, of: sent.id, by: "ben").status == .downloading)
            await expectRefusal(.notFound) { try await content.letGo(of: sent.id, by: "eve") }
        }
    }

    @Test func `everybody is told of what comes, in steps that never go back`() async throws {
        try await ContentFixture.run { fixture in
            let pieces = (0..<24).map { _ in Data(count: 512 * 1_024) }
            let size = 12 * 1_024 * 1_024
            let view = try await fixture.content.announce(Self.wish(size), by: "ana", in: "c1")
            let other = try await fixture.content.announce(Self.wish(1_000), by: "ben", in: "c1")
            _ = try await fixture.content.receive(
                Pieces(Array(pieces.prefix(12)), breaks: false), ContentRange("bytes 0-\(size / 2 - 1)/\(size)"),
                of: view.id, by: "ana")
            _ = try await fixture.content.receive(Pieces([Data(count: 1_000)]), nil, of: other.id, by: "ben")
            _ = try await fixture.content.receive(
                Pieces(Array(pieces.suffix(12))), ContentRange("bytes \(size / 2)-\(size - 1)/\(size)"), of: view.id,
                by: "ana")
            let told = fixture.told
            #expect((10...30).contains(told.count), "\(told.count)")
            let fractions = told.compactMap { $0["progress"]?["fraction"]?.number?.double }
            #expect(fractions.count == told.count && fractions == fractions.sorted() && fractions.last == 1)
            let received = told.filter { $0["sender"] == "ana" }.compactMap { $0["received"]?.int }
            #expect(received == received.sorted() && received.last == size)
            #expect(told.last?["status"] == "ready-for-download")
            #expect(told.filter { $0["status"] == "ready-for-download" }.count == 2)
        }
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("C:\\docs\\bill.pdf", "bill.pdf"), ("pho\u{202E}gpj.exe", "phogpj.exe"),
        ("a\r\nb\0c", "bc"), ("..", "file"), ("", "file"), ("Rechnung März.pdf", "Rechnung März.pdf"),
    ])
    func `a name is a name and nothing else`(_ name: String, _ shown: String) async throws {
        try await ContentFixture.run { fixture in
            let sent = try await fixture.sent(ContentFixture.bytes(1), name: name)
            #expect(sent.name == shown)
        }
    }

    private func ticket(_ address: String) throws -> ChatContent.Ticket {
        let items = try #require(URLComponents(string: address)?.queryItems)
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        return ChatContent.Ticket(
            viewer: try #require(values["viewer"]), expires: try #require(values["expires"].flatMap { Int($0) }),
            signature: try #require(values["signature"]))
    }
}

/// Expects a refusal of this kind.
func expectRefusal<Value>(
    _ kind: ChatRefusal.Kind, _ location: SourceLocation = #_sourceLocation, _ work: () async throws -> Value
) async {
    do {
        _ = try await work()
        Issue.record("it was not refused", sourceLocation: location)
    } catch let refusal as ChatRefusal {
        #expect(refusal.kind == kind, "\(refusal)", sourceLocation: location)
    } catch {
        Issue.record(error, sourceLocation: location)
    }
}
