import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import WebChat

/// The events for listening browsers, and for those that reconnect.
@Suite struct ListeningTests {
    /// An event as a browser reads it.
    private struct Told: Equatable {
        var name: String
        var id: Int?
        var data: JSONValue

        init?(_ text: String) {
            guard !text.hasPrefix(":") else { return nil }
            var fields: [String: String] = [:]
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                fields[String(parts[0])] = String(parts[1].dropFirst())
            }
            name = fields["event"] ?? ""
            id = fields["id"].flatMap { Int($0) }
            data = fields["data"].flatMap { try? JSONValue(parsing: $0) } ?? .null
        }
    }

    /// Returns the next events that are not receipts.
    private func next(_ count: Int, of listening: inout ChatListening) async throws -> [Told] {
        var told: [Told] = []
        while told.count < count, let text = try await listening.next() {
            guard let event = Told(text), event.name != "receipt" else { continue }
            told.append(event)
        }
        return told
    }

    @Test func `messages are told as they come, and what changes in them`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let ben = try await world.guest(of: ana)
        var listening = try await world.chats.listen(ben.session.caller, after: nil)
        #expect(try await next(1, of: &listening).map(\.name) == ["ready"])
        let asked = try await world.say(AnswerTests.list(), to: ana)
        #expect(try await next(1, of: &listening).map { $0.data["id"]?.string } == [asked])
        try await ana.answers(asked, "k")
        let told = try await next(2, of: &listening)
        #expect(told.map(\.name) == ["message.updated", "message.created"])
        #expect(told[0].data["html"]?.string?.contains("Knobby") == true)
        #expect(told[0].data["parts"]?.text.contains("response_summary") == true)
        world.chats.stopListening(listening.stream)
        #expect(try await listening.next() == nil)
    }

    @Test func `whoever comes back misses nothing that is kept, and is told each thing as it stands`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        var listening = try await world.chats.listen(ana.session.caller, after: nil)
        _ = try await next(1, of: &listening)
        try await ana.says("one")
        let last = try #require(try await next(1, of: &listening).last?.id)
        world.chats.stopListening(listening.stream)

        try await ana.says("two")
        let asked = try await world.say(AnswerTests.list(), to: ana)
        try await ana.answers(asked, "k")
        var again = try await world.chats.listen(ana.session.caller, after: last)
        let told = try await next(4, of: &again)
        #expect(told.map(\.name) == ["ready", "message.created", "message.created", "message.created"])
        #expect(told.map { $0.data["sequence"]?.int } == [nil, 2, 3, 4])
        #expect(told[2].data["parts"]?.text.contains("response_summary") == true)
        let ids = told.compactMap(\.id)
        #expect(ids == ids.sorted())
    }

    @Test func `whoever has missed too much, or comes from the future, loads anew`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        for number in 0..<201 {
            if number % 10 == 0 { world.clock.turn(by: .minutes(1)) }
            try await ana.says("\(number)")
        }
        var listening = try await world.chats.listen(ana.session.caller, after: 0)
        #expect(try await next(2, of: &listening).map(\.name) == ["ready", "reset"])
        let now = try await world.store.chatRevision(of: ana.id)
        var ahead = try await world.chats.listen(ana.session.caller, after: now + 1)
        #expect(try await next(2, of: &ahead).map(\.name) == ["reset", "ready"])
    }

    @Test func `a slow reader is told only the last of what is not kept`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let ben = try await world.guest(of: ana)
        var listening = try await world.chats.listen(ben.session.caller, after: nil)
        _ = try await next(1, of: &listening)
        for _ in 0..<100 {
            try await world.chats.noteTyping(["action": "begin"], in: ana.conversation, by: ana.session.caller)
        }
        try await world.chats.noteTyping(["action": "finish"], in: ana.conversation, by: ana.session.caller)
        let told = try await next(32, of: &listening)
        #expect(told.last?.data["action"]?.string == "finish")
        try await ana.says("done")
        #expect(try await next(1, of: &listening).map(\.name) == ["message.created"])
    }

    @Test func `a stream stays open while the database cannot be reached, and then reports what it missed`()
        async throws
    {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let store = UnreachableChats(world.store)
        let chats = WebChats(
            settings: world.chats.settings, keeper: ChatMessages(store: store, hub: world.keeper.hub),
            host: world.chats.host, desk: world.desk, clock: world.clock, logger: world.chats.logger)
        var listening = try await chats.listen(ana.session.caller, after: nil)
        #expect(try await next(1, of: &listening).map(\.name) == ["ready"])
        store.disconnect()
        try await ana.says("one")
        for failures in 0...2 {
            world.keeper.hub.beat()
            #expect(try await listening.next() == ChatEvent.heartbeat)
            #expect(store.failures == failures, "each heartbeat is followed by an attempt")
        }
        store.connect()
        let reported = try await next(1, of: &listening)
        #expect(reported.map(\.name) == ["message.created"])
    }

    @Test func `a stream says that it is alive, and ends with its session`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        var listening = try await world.chats.listen(ana.session.caller, after: nil)
        _ = try await listening.next()
        world.keeper.hub.beat()
        #expect(try await listening.next() == ChatEvent.heartbeat)
        world.clock.turn(by: .days(31))
        world.keeper.hub.beat()
        #expect(try await listening.next() == nil)
    }

    @Test func `nobody is told of conversations of others, nor of one that they have left`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        let eve = try await world.customer()
        let ben = try await world.guest(of: ana)
        var bens = try await world.chats.listen(ben.session.caller, after: nil)
        var eves = try await world.chats.listen(eve.session.caller, after: nil)
        _ = try await next(1, of: &bens)
        try await world.chats.leave(ben.conversation, ben.session.caller)
        try await ana.says("secret")
        try await eve.says("mine")
        #expect(try await next(1, of: &bens).map(\.name) == ["conversation.left"])
        #expect(try await next(2, of: &eves).map { $0.data["text"]?.string } == [nil, "mine"])
        let all = try await world.store.chatChanges(for: ben.id, after: 0, limit: 100)
        #expect(all.changes.map(\.revision).count == 1)
    }

    @Test func `who is let into a conversation is told of it, and the others of them`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        var listening = try await world.chats.listen(ana.session.caller, after: nil)
        _ = try await next(1, of: &listening)
        let ben = try await world.guest(of: ana, "Ben")
        let told = try await next(1, of: &listening)
        #expect(told.map(\.name) == ["conversation.updated"])
        #expect(told[0].data["participants"]?.array?.last?["name"]?.string == "Ben")
        let bens = try await world.store.chatChanges(for: ben.id, after: 0, limit: 100).changes
        guard case .conversation(_, isNew: true)? = bens.first else {
            Issue.record("the guest is not told of the conversation: \(bens)")
            return
        }
    }

    @Test func `nobody holds more than ten streams`() async throws {
        let world = try ChatWorld()
        let ana = try await world.customer()
        var open: [ChatListening] = []
        for _ in 0..<10 { open.append(try await world.chats.listen(ana.session.caller, after: nil)) }
        #expect(await refusal { try await world.chats.listen(ana.session.caller, after: nil) } != nil)
        world.chats.stopListening(open[0].stream)
        open.append(try await world.chats.listen(ana.session.caller, after: nil))
        #expect(world.keeper.hub.count == 10)
        // These have no reader any more.
        open = []
        #expect(world.keeper.hub.count == 0)
    }

    @Test func `from one address come only so many streams`() async throws {
        let hub = ChatHub()
        let open = try (0..<500).map { try hub.open(for: "customer \($0 / 10)", from: "192.0.2.1") }
        #expect(throws: ChatRefusal.self) { try hub.open(for: "one more", from: "192.0.2.1") }
        hub.close(try hub.open(for: "one more", from: "192.0.2.2"))
        hub.close(open[0])
        hub.close(open[0])
        _ = try hub.open(for: "one more", from: "192.0.2.1")
        #expect(throws: ChatRefusal.self) { try hub.open(for: "another", from: "192.0.2.1") }
        #expect(hub.count == 500)
    }
}
