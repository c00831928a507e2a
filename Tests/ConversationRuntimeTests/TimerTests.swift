import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Foundation
import GRDB
import InMemoryStores
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Sessions are woken when their customers are silent.
@Suite struct TimerTests {
    @Test func `silence is noticed in time, also when an earlier one is set while a later one is waited for`()
        async throws
    {
        let world = try World(engine(colours))
        let early = try engine(colours.replacing("10 minutes", with: "2 minutes"), version: "2")
        try await world.run {
            try await world.say("hello", from: "ana")
            try await world.clock.untilSomebodySleeps(until: tenOClock + .minutes(10))
            world.engine.change { $0 = early }
            try await world.say("hello", from: "ben")
            try await world.turn(to: .minutes(2))
            await world.channel.watched.wait { $0.attempts.contains { $0.text == "Still there?" } }
            #expect(world.channel.device(of: "ben").last == "Still there?")
            #expect(world.channel.device(of: "ana") == ["Which?", "[Red, Blue]"])
        }
    }

    @Test func `an answer takes the timer away`() async throws {
        let world = try World(engine(colours))
        try await world.run {
            try await world.say("hello")
            try await world.clock.untilSomebodySleeps(until: tenOClock + .minutes(10))
            try await world.say("Red")
            #expect(try await world.store.nextTimer() == nil)
            world.clock.turn(by: .hours(2))
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Which?", "[Red, Blue]", "Red it is."])
        }
    }

    @Test func `timers that cannot be read are read again`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(colours), store: store)
        store.fail(.timers)
        try await world.run {
            try await world.say("hello")
            for second in 1...3 { try await world.turn(to: .seconds(second)) }
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(4))
            store.fail()
            try await world.turn(to: .seconds(4))
            try await world.turn(to: .minutes(10))
            await world.channel.watched.wait { $0.attempts.last?.text == "Still there?" }
        }
    }

    @Test func `many are woken, whoever else waits longer`() async throws {
        let world = try World(engine(colours))
        try await world.run {
            for number in 0..<200 { try await world.say("hello", from: "c\(number)") }
            try await world.turn(to: .minutes(10))
            await world.channel.watched.wait { $0.attempts.count { $0.text == "Still there?" } == 200 }
            try await world.turn(to: .minutes(20))
            await world.channel.watched.wait { $0.attempts.count { $0.text == "Another time, then." } == 200 }
        }
    }

    /// Returns the sessions that were due when the server started.
    private static func woken(_ attempts: [ScriptedChannel.Attempt]) -> [ScriptedChannel.Attempt] {
        attempts.filter { $0.text == "Still there?" && $0.customer != "new" }
    }

    @Test
    func `after a long stop customers are woken a few each second, and whoever becomes silent now is not kept waiting`()
        async throws
    {
        let store = InMemorySessionStore()
        let clock = TurnableClock(standingAt: tenOClock)
        let before = try World(engine(colours), store: store, clock: clock)
        for number in 0..<35 { try await before.say("hello", from: "c\(number)") }
        clock.turn(by: .hours(5))
        // Becomes silent two seconds after the start.
        try await before.say("hello", from: "new")
        clock.turn(by: .seconds(598))
        let start = clock.now
        let world = try World(engine(colours), store: store, clock: clock)
        try await world.run {
            for second in 0..<4 {
                await world.channel.watched.wait { Self.woken($0.attempts).count >= min(35, second * 10 + 10) }
                guard second < 3 else { break }
                try await clock.untilSomebodySleeps(until: start + .seconds(second + 1))
                #expect(Self.woken(world.channel.attempts).count == second * 10 + 10)
                clock.turn(by: .seconds(1))
            }
            await world.channel.watched.wait { state in
                state.attempts.contains { $0.text == "Still there?" && $0.customer == "new" }
            }
            let new = try #require(world.channel.attempts.first { $0.text == "Still there?" && $0.customer == "new" })
            #expect(new.at == start + .seconds(2), "before the last of those that had waited longer")
            let seconds = Self.woken(world.channel.attempts).map { ($0.at - start).milliseconds / 1000 }
            #expect(seconds.sorted() == (0..<35).map { $0 / 10 })
        }
    }

    @Test func `sessions that cannot be read are set aside once, and keep nobody else from being woken`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-timers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try SQLiteDatabase(path: folder.appending(path: "usher.sqlite").path)
        let store = database.sessions
        let clock = TurnableClock(standingAt: tenOClock)
        let before = try World(engine(colours), store: store, clock: clock)
        // More than one batch, and all due before the one that can be read.
        for number in 0..<100 { try await before.say("hello", from: "broken \(number)") }
        clock.turn(by: .seconds(1))
        try await before.say("hello", from: "ana")
        try await database.pool.write {
            try $0.execute(
                sql: "UPDATE sessions SET state = '{}' WHERE customer LIKE 'broken%'; DELETE FROM deliveries")
        }
        let world = try World(engine(colours), store: store, clock: clock)
        try await world.run {
            try await world.turn(to: .minutes(10))
            try await world.turn(to: .minutes(10) + .seconds(1))
            await world.channel.watched.wait { $0.attempts.contains { $0.text == "Still there?" } }
            let letters = try await store.deadLetters(limit: 999)
            #expect(letters.count == 100)
            #expect(Set(letters.map(\.kind)) == [.timer])
            #expect(try await store.nextTimer() == tenOClock + .minutes(20) + .seconds(1))
        }
    }
}
