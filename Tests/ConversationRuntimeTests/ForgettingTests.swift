import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import MessageModel
import Testing

/// Conversations that are idle for longer than `expires` are removed.
@Suite struct ForgettingTests {
    private static func expiring(after length: TimeLength, oldTaps: OldTaps = .explain) throws -> Engine {
        var bot = try engine(oldTaps == .goBack ? colours : echo).bot
        bot.expires = length
        bot.oldTaps = oldTaps
        return Engine(bot)
    }

    @Test func `the service takes them out of the store within the hour`() async throws {
        let world = try World(Self.expiring(after: .hours(1)))
        try await world.run {
            try await world.say("hello")
            try await world.turn(to: .hours(1))
            try await world.say("hello", from: "ben")
            try await world.turn(to: .hours(2))
            try await world.clock.untilSomebodySleeps(until: tenOClock + .hours(3))
            #expect(try await world.store.session(of: .customer("ana")) == nil)
            #expect(try await world.store.session(of: .customer("ben")) != nil)
            try await world.say("hello again")
            #expect(try await world.store.session(of: .customer("ana"))?.revision == 1)
        }
    }

    @Test func `who writes before that begins anew, and leaves the history behind`() async throws {
        let world = try World(Self.expiring(after: .hours(1)))
        try await world.say("hello")
        try await world.say("one")
        world.clock.turn(by: .hours(2))
        try await world.say("two")
        let session = try #require(try await world.store.session(of: .customer("ana")))
        #expect(session.session.answers.isEmpty && session.session.status == .waiting)
        #expect(try await world.store.history(of: session.id).map(\.turn) == [3])
    }

    @Test func `an old bubble is known by where it came from`() async throws {
        let world = try World(Self.expiring(after: .days(1), oldTaps: .goBack))
        try await world.say("hello")
        let ana = ConversationKey.customer("ana")
        let open = try #require(try await world.store.session(of: ana)?.session.open)
        let origin = try await world.store.origin(of: open.asked.id, in: ana)
        #expect(origin == BubbleOrigin(flow: "main", step: "first", version: "1", turn: 1))
        #expect(try await world.store.origin(of: open.asked.id, in: .customer("ben")) == nil)
    }
}
