import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import FlowModel
import Foundation
import JSON
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// Data that outlives a conversation, or follows it: facts about the customer and reminders.
@Suite struct KeepingTests {
    private static let nudging = """
        steps:
          first:
            ask: When?
            times: [2026-03-05 10:00, 2026-03-06 10:00]
            then: nudge
            if_other: nudge_soon
          nudge:
            remind: 1 day before {first}
            go: tomorrow
            then: end
          nudge_soon:
            remind: in 2 hours
            go: soon
            then: end
          tomorrow:
            say: Tomorrow at {first, time}.
            then: end
          soon:
            say: Two hours have passed.
            then: end
        """

    private static let counting = """
        steps:
          first:
            set:
              customer.visits: {customer.visits, or 0} + 1
            ask: Visit {customer.visits}. Name?
            text: name
            then: end
        """

    @Test func `a reminder that came due while nothing ran is sent at start, once`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-keeping-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "usher.sqlite").path
        let clock = TurnableClock(standingAt: tenOClock)
        do {
            let first = try World(engine(Self.nudging), store: SQLiteDatabase(path: path).sessions, clock: clock)
            try await first.say("hello")
            try await first.say("whenever")
            #expect(try await first.store.nextTimer() == tenOClock + .hours(2))
        }
        clock.turn(by: .hours(3))
        let store = try SQLiteDatabase(path: path).sessions
        let second = try World(engine(Self.nudging), store: store, clock: clock)
        try await second.run {
            await second.channel.watched.wait { $0.attempts.contains { $0.text == "Two hours have passed." } }
            await second.conversations.untilSent()
            #expect(try await store.nextTimer() == nil)
            let session = try #require(try await store.session(of: .customer("ana")))
            #expect(session.session.status == .ended && session.session.reminders.isEmpty)
            let history = try await store.history(of: session.id)
            #expect(history.last?.event["reminded"]?.string != nil)
        }
    }

    @Test func `a fact is there at the next conversation, also when the last one has been forgotten`() async throws {
        var bot = try engine(Self.counting, bot: "customer:\n  visits: number").bot
        bot.expires = .hours(1)
        let world = World(Engine(bot))
        try await world.run {
            try await world.say("hello")
            // A conversation with a waiting message is not forgotten.
            try await world.untilMarked()
            try await world.turn(to: .hours(1))
            // The cleanup has run, and sleeps until the next hour.
            try await world.clock.untilSomebodySleeps(until: tenOClock + .hours(2))
            try await world.turn(to: .hours(2))
            try await world.clock.untilSomebodySleeps(until: tenOClock + .hours(3))
            #expect(try await world.store.session(of: .customer("ana")) == nil)
            try await world.say("hello again")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Visit 1. Name?", "Visit 2. Name?"])
            let session = try #require(try await world.store.session(of: .customer("ana")))
            try await expectReplay(session, Engine(bot), world.store)
        }
    }

    @Test func `a history that begins behind a forgotten conversation can be played again`() async throws {
        var bot = try engine(Self.counting, bot: "customer:\n  visits: number").bot
        bot.expires = .hours(1)
        let world = World(Engine(bot))
        try await world.say("hello")
        world.clock.turn(by: .hours(2))
        try await world.say("hello")
        let session = try #require(try await world.store.session(of: .customer("ana")))
        try await expectReplay(session, Engine(bot), world.store)
    }

    /// Replays the history from the beginning, and compares the effects byte for byte.
    private func expectReplay(_ stored: StoredSession, _ engine: Engine, _ store: any SessionStore) async throws {
        let history = try await store.history(of: stored.id)
        #expect(!history.isEmpty)
        var session: Session?
        for entry in history {
            let event = try Event(json: entry.event)
            guard case .turn(let turn) = try engine.advance(session, on: event) else { continue }
            #expect(turn.effects.map(\.json.text) == entry.effects.array?.map(\.text))
            session = turn.session
        }
        #expect(session?.facts == stored.session.facts)
    }
}
