import Channels
import ConversationRuntime
import Expressions
import FlowEngine
import Testing

/// What operators do beside a running server reaches it.
@Suite struct OperatingTests {
    private func operations(_ world: World, _ store: any OperatorStore) -> Operations {
        Operations(store: store, clock: world.clock)
    }

    @Test func `after a reset nothing that waited is sent, and the next message starts anew`() async throws {
        let store: any OperatorStore = InMemorySessionStore()
        let world = try World(engine(colours), store: store) { attempt, _ in
            attempt.at < tenOClock + .minutes(5) ? .tryAgain("busy") : nil
        }
        try await world.run {
            try await world.say("hello")
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            let summary = try #require(try await store.sessions(named: "ana").first)
            _ = try await operations(world, store).reset(summary)
            try await untilHeeded(store, world)
            await world.conversations.untilSent()
            world.clock.turn(by: .hours(1))
            await world.conversations.untilSent()
            #expect(world.channel.attempts.allSatisfy { !$0.isTaken })
            try await world.say("Red")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Which?", "[Red, Blue]"])
        }
    }

    @Test func `a message that is tried again is found by the running server`() async throws {
        let store: any OperatorStore = InMemorySessionStore()
        let world = try World(engine(echo), store: store) { _, before in before == 0 ? .giveUp("no such device") : nil }
        try await world.run {
            try await world.say("hello")
            await world.conversations.untilSent()
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            #expect(letter.letter.reason == "no such device")
            _ = try await operations(world, store).retry(letter)
            try await untilHeeded(store, world)
            await world.channel.watched.until { $0.attempts.contains { $0.isTaken && $0.text == "Yes?" } }
            let ids = world.channel.attempts.filter { $0.text == "Yes?" }.map(\.id)
            #expect(ids.count == 2 && Set(ids).count == 1)
        }
    }

    @Test func `an event that could not be answered is answered by the mended flow`() async throws {
        let chain = (1...100).map { "  s\($0):\n    say: \($0)\n    then: \($0 < 100 ? "s\($0 + 1)" : "end")" }
        let broken =
            "steps:\n  first:\n    ask: Yes?\n    text: one line\n    then: s1\n" + chain.joined(separator: "\n")
        let store: any OperatorStore = InMemorySessionStore()
        let world = try World(engine(broken), store: store)
        let mended = try engine(echo, version: "2")
        try await world.run {
            try await world.say("hello")
            try await world.say("word")
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            world.conversations.use(mended)
            _ = try await operations(world, store).retry(letter)
            try await untilHeeded(store, world)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said word.", "Yes?"])
            let letters = try await store.deadLetters(limit: 9)
            #expect(letters.isEmpty)
        }
    }

    @Test func `an erased customer is a new one, and what was on its way leaves no letter`() async throws {
        let store: any OperatorStore = InMemorySessionStore()
        let world = try World(engine(echo), store: store) { attempt, before in
            attempt.at < tenOClock + .seconds(1) ? .giveUp("no such device") : nil
        }
        try await world.run {
            world.channel.hold("ana")
            try await world.say("hello")
            await world.channel.watched.until { $0.underWay["ana"] == 1 }
            let erasure = try await store.erase(customer: "ana")
            #expect(erasure.sessions == 1)
            world.channel.letGo("ana")
            await world.conversations.untilSent()
            try await untilHeeded(store, world)
            let letters = try await store.deadLetters(limit: 9)
            #expect(letters.isEmpty)
            try await world.say("hello again")
            await world.conversations.untilSent()
            let session = try await store.session(of: .customer("ana"))
            #expect(session?.revision == 1)
        }
    }

    /// Turns the clock until the server has acted on all notices.
    private func untilHeeded(_ store: any OperatorStore, _ world: World) async throws {
        while try await !store.notices(limit: 1).isEmpty {
            world.clock.turn(by: .milliseconds(500))
            await Task.yield()
        }
    }
}
