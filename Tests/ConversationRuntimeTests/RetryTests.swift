import Channels
import Concurrency
import Expressions
import FlowEngine
import InMemoryStores
import MessageModel
import Testing

@testable import ConversationRuntime

/// A message whose delivery may still succeed is retried under the same id for an hour.
@Suite struct RetryTests {
    /// In seconds after the first attempt: 1, 2, 4 … apart, at most 60, as long as the next attempt is within the hour.
    private static let attempts: [Int] = {
        var times = [0]
        var pause = 1
        while let last = times.last, last + pause <= 3_600 {
            times.append(last + pause)
            pause = min(pause * 2, 60)
        }
        return times
    }()

    @Test func `after an hour it is a dead letter, and the exit for failures is taken`() async throws {
        let patient = try engine(colours.replacing("10 minutes", with: "2 hours"))
        let world = World(patient) { attempt, _ in
            attempt.text == "[Red, Blue]" ? .tryAgain("Apple answers 503") : nil
        }
        try await world.run {
            try await world.say("hello")
            for seconds in Self.attempts.dropFirst() { try await world.turn(to: .seconds(seconds)) }
            await world.conversations.untilSent()
            let tries = world.channel.attempts.filter {
                $0.text == "[Red, Blue]" && $0.id == world.channel.attempts[1].id
            }
            #expect(Set(tries.map(\.id)).count == 1)
            #expect(tries.map { ($0.at - tenOClock).milliseconds / 1_000 } == Self.attempts)
            let letters = try await world.store.deadLetters(limit: 9)
            #expect(letters.map(\.kind) == [.delivery])
            #expect(letters[0].reason == "for an hour: Apple answers 503")
            #expect(letters[0].conversation == .customer("ana"))
            #expect(world.channel.device(of: "ana") == ["Which?", "That did not arrive.", "Another time, then."])
            try await world.untilMarked()
        }
    }

    @Test func `a message that never will arrive is given up at once, and the next one goes`() async throws {
        let world = try World(engine(colours)) { attempt, _ in
            attempt.text == "[Red, Blue]" ? .giveUp("this device shows no buttons") : nil
        }
        try await world.run {
            try await world.say("hello")
            await world.conversations.untilSent()
            #expect(
                world.channel.attempts.map(\.text) == [
                    "Which?", "[Red, Blue]", "That did not arrive.", "Another time, then.",
                ])
            #expect(try await world.store.session(of: .customer("ana"))?.session.status == .ended)
            #expect(try await world.store.deadLetters(limit: 9).map(\.reason) == ["this device shows no buttons"])
        }
    }

    @Test func `what comes behind a failing message waits, and its order is kept`() async throws {
        let world = try World(engine(echo)) { attempt, before in
            attempt.text == "You said 1." && before < 3 ? .tryAgain("busy") : nil
        }
        try await world.run {
            for word in ["hello", "1", "2"] { try await world.say(word) }
            for seconds in [1, 3, 7] { try await world.turn(to: .seconds(seconds)) }
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said 1.", "Yes?", "You said 2.", "Yes?"])
            #expect(world.channel.attempts.count == 8)
            #expect(try await world.store.deadLetters(limit: 9) == [])
        }
    }

    @Test func `the other side's wish for a pause counts when it is longer`() async throws {
        let world = try World(engine(echo)) { _, before in
            before == 0 ? .tryAgain("slow down", after: .seconds(20)) : nil
        }
        try await world.run {
            try await world.say("hello")
            try await world.turn(to: .seconds(20))
            await world.conversations.untilSent()
            #expect(world.channel.attempts.map { ($0.at - tenOClock).milliseconds } == [0, 20_000])
        }
    }

    @Test func `the hour goes on over a restart`() async throws {
        let store: any SessionStore = InMemorySessionStore()
        let clock = TurnableClock(standingAt: tenOClock)
        let first = try World(engine(echo), store: store, clock: clock) { _, _ in .tryAgain("busy") }
        try await first.run {
            try await first.say("hello")
            try await first.turn(to: .seconds(1))
            try await first.turn(to: .seconds(3))
            try await clock.untilSomebodySleeps(until: tenOClock + .seconds(7))
        }
        clock.turn(by: .minutes(70))
        let second = try World(engine(echo), store: store, clock: clock) { attempt, _ in
            attempt.text == "Yes?" ? .tryAgain("busy") : nil
        }
        try await second.run {
            await second.conversations.untilSent()
            let letters = try await store.deadLetters(limit: 9)
            #expect(letters.map(\.reason) == ["for an hour: busy"])
            // One more attempt after the pause, and then the hour is over.
            #expect(second.channel.attempts.count { $0.id == first.channel.attempts[0].id } == 1)
        }
    }

    @Test func `a clock that is set back while a message waits for its next try does not keep it until then`() {
        let said = Delivery(id: "1", conversation: .customer("ana"), message: .text("Yes?"))
        var retries = Retries(
            StoredDelivery(
                id: DeliveryID(SessionID(1), 1), delivery: said, turn: 1, createdAt: tenOClock,
                nextTry: tenOClock))
        #expect(retries.isDue(at: tenOClock - .hours(1)), "it was never tried")
        let failed = tenOClock + .minutes(5)
        let isRetried = retries.fail(at: failed, after: .minutes(30))
        #expect(isRetried)
        #expect(!retries.isDue(at: failed) && !retries.isDue(at: failed + .minutes(29)))
        #expect(retries.isDue(at: failed + .minutes(30)) && retries.isDue(at: failed - .minutes(1)))
        let again = retries.fail(at: failed - .hours(3), after: nil)
        #expect(again && retries.failingSince == failed - .hours(3), "the hour is one by the clock as it is now")
    }

    @Test(.timeLimit(.minutes(10))) func `a clock that was set back over a restart keeps no message waiting`()
        async throws
    {
        let store: any SessionStore = InMemorySessionStore()
        let clock = TurnableClock(standingAt: tenOClock)
        let first = try World(engine(echo), store: store, clock: clock) { _, _ in .tryAgain("busy") }
        try await first.run {
            try await first.say("hello")
            try await clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
        }
        clock.turn(by: .hours(-5))
        let second = try World(engine(echo), store: store, clock: clock)
        try await second.run {
            await second.conversations.untilSent()
            #expect(second.channel.device(of: "ana") == ["Yes?"])
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a clock that is set back keeps nothing waiting that was never tried`()
        async throws
    {
        let world = try World(engine(echo))
        try await world.say("hello")
        world.clock.turn(by: .hours(-1))
        try await world.run {
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?"])
        }
    }
}
