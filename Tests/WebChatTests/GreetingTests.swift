import Channels
import ConversationRuntime
import Expressions
import Testing

@testable import WebChat

/// The bot begins when the page opens.
@Suite struct GreetingTests {
    private func openings(_ desk: Desk) -> [Arrival] { desk.heard.filter { $0.content == .opened } }

    @Test func `the bot receives the opening of an empty conversation once`() async throws {
        let world = try ChatWorld(greets: true)
        try await world.running {
            let ana = try await world.customer()
            for _ in 1...2 { try await world.chats.noteOpening(of: ana.conversation, by: ana.session.caller) }
            #expect(openings(world.desk).map(\.id) == ["\(ana.conversation)/opened"])
            #expect(openings(world.desk).allSatisfy { $0.locale == "en" && $0.capabilities != nil })
            try await ana.says("hello")
            await world.chats.untilHeard()
            try await world.chats.noteOpening(of: ana.conversation, by: ana.session.caller)
            #expect(openings(world.desk).count == 1)
        }
    }

    @Test func `a bot that does not greet, and somebody else's conversation`() async throws {
        let world = try ChatWorld()
        try await world.running {
            let ana = try await world.customer()
            let bea = try await world.customer()
            try await world.chats.noteOpening(of: ana.conversation, by: ana.session.caller)
            await #expect(throws: ChatRefusal.self) {
                try await world.chats.noteOpening(of: ana.conversation, by: bea.session.caller)
            }
            #expect(openings(world.desk).isEmpty)
        }
    }
}
