import Channels
import Concurrency
import Expressions
import FlowEngine
import FlowModel
import InMemoryStores
import JSON
import Testing

@testable import ConversationRuntime

/// Changes by operators beside a running server reach it.
@Suite struct OperatingTests {
    private typealias Store = OperatorStore & SessionStore

    private func operations(_ world: World, _ store: any Store) -> Operations {
        Operations(sessions: store, operators: store, clock: world.clock)
    }

    @Test func `after a reset nothing that waited is sent, and the next message starts anew`() async throws {
        let store: any Store = InMemorySessionStore()
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

    @Test func `an answer repeated under its id is sent once, whoever repeats it`() async throws {
        let store: any Store = InMemorySessionStore()
        let world = World(try engine(echo), store: store)
        try await world.say("help")
        let summary = try #require(try await store.sessions(named: "ana").first)
        let operations = operations(world, store)
        for _ in 1...2 { #expect(try await operations.answer(summary, with: "Good day.", under: .test("desk/1/a"))) }
        let again = try await world.conversations.answer(.customer("ana"), with: "Good day.", under: .test("desk/1/a"))
        #expect(again == .repeated)
        #expect(try await operations.answer(summary, with: "Good day.", under: .test("desk/1/b")))
        let said = try await store.history(of: summary.id).map { try Event(json: $0.event).kind }.filter {
            if case .personSaid = $0 { true } else { false }
        }
        #expect(said == [.personSaid("Good day."), .personSaid("Good day.")])
    }

    /// Otherwise a conversation in which only people write would be removed as idle.
    @Test func `an answer from the command line is the turn that the engine gives`() async throws {
        let store: any Store = InMemorySessionStore()
        let flow = try engine(echo)
        let world = World(flow, store: store)
        try await world.say("help")
        let before = try #require(try await store.session(of: .customer("ana")))
        world.clock.turn(by: .hours(1))
        let summary = try #require(try await store.sessions(named: "ana").first)
        #expect(try await operations(world, store).answer(summary, with: "Good day."))
        let event = try #require(try await store.lastHistory(of: before.id, limit: 1).first).event
        guard case .turn(let turn) = try flow.advance(before.session, on: Event(json: event)) else {
            Issue.record("the engine ignores it")
            return
        }
        let after = try #require(try await store.session(before.id))
        #expect(after.session == turn.session)
        #expect(after.session.lastAt == tenOClock + .hours(1))
    }

    @Test func `a move of an expired conversation forgets its past, as on the server`() async throws {
        let store: any Store = InMemorySessionStore()
        let flow = try engine(echo)
        let world = World(flow, store: store)
        try await world.say("hello")
        let before = try #require(try await store.session(of: .customer("ana")))
        world.clock.turn(by: flow.bot.expires + .minutes(1))
        let summary = try #require(try await store.sessions(named: "ana").first)
        #expect(try await operations(world, store).move(summary, to: "heard", of: "main", with: flow) != .moved)
        #expect(try await operations(world, store).move(summary, to: "desk", of: "people", with: flow) == .moved)
        #expect(try await store.history(of: before.id).map(\.turn) == [2])
    }

    @Test func `a message that is tried again is found by the running server`() async throws {
        let store: any Store = InMemorySessionStore()
        let world = try World(engine(echo), store: store) { _, before in before == 0 ? .giveUp("no such device") : nil }
        try await world.run {
            try await world.say("hello")
            await world.conversations.untilSent()
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            #expect(letter.letter.reason == "no such device")
            _ = try await operations(world, store).retry(letter)
            try await untilHeeded(store, world)
            await world.channel.watched.wait { $0.attempts.contains { $0.isTaken && $0.text == "Yes?" } }
            let ids = world.channel.attempts.filter { $0.text == "Yes?" }.map(\.id)
            #expect(ids.count == 2 && Set(ids).count == 1)
        }
    }

    @Test func `a letter that cannot be read keeps no other notice waiting`() async throws {
        let memory = InMemorySessionStore()
        let store: any Store = memory
        let world = try World(engine(echo), store: store) { _, before in before == 0 ? .giveUp("no such device") : nil }
        try await world.run {
            try await world.say("hello")
            await world.conversations.untilSent()
            let strange = DeadLetter(
                kind: .arrival, conversation: .customer("ben"), at: tenOClock, reason: "", content: "no event")
            await memory.leaveNotice(.again(DeadLetterID(99), strange), at: tenOClock)
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            _ = try await operations(world, store).retry(letter)
            while try await !world.conversations.hasAppliedChanges(of: store) {
                world.clock.turn(by: .milliseconds(500))
                // On a busy machine the server needs many turns of the scheduler for one poll.
                for _ in 0..<50 { await Task.yield() }
            }
            await world.channel.watched.wait { $0.attempts.contains { $0.isTaken && $0.text == "Yes?" } }
        }
    }

    @Test func `an event that could not be answered is answered by the mended flow`() async throws {
        let chain = (1...100).map { "  s\($0):\n    say: \($0)\n    then: \($0 < 100 ? "s\($0 + 1)" : "end")" }
        let broken =
            "steps:\n  first:\n    ask: Yes?\n    text: one line\n    then: s1\n" + chain.joined(separator: "\n")
        let store: any Store = InMemorySessionStore()
        let world = try World(engine(broken), store: store)
        let mended = try engine(echo, version: "2")
        try await world.run {
            try await world.say("hello")
            try await world.say("word")
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            world.engine.change { $0 = mended }
            _ = try await operations(world, store).retry(letter)
            try await untilHeeded(store, world)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said word.", "Yes?"])
            let letters = try await store.deadLetters(limit: 9)
            #expect(letters.isEmpty)
        }
    }

    @Test func `a dead letter that is tried twice, or noticed twice, is answered once`() async throws {
        let chain = (1...100).map { "  s\($0):\n    say: \($0)\n    then: \($0 < 100 ? "s\($0 + 1)" : "end")" }
        let broken =
            "steps:\n  first:\n    ask: Yes?\n    text: one line\n    then: s1\n" + chain.joined(separator: "\n")
        let memory = InMemorySessionStore()
        let store: any Store = memory
        let world = try World(engine(broken), store: store)
        let mended = try engine(echo, version: "2")
        try await world.run {
            try await world.say("hello")
            try await world.say("word")
            let letter = try #require(try await store.filedLetters(after: nil, limit: 9).first)
            world.engine.change { $0 = mended }
            for _ in 0..<2 { #expect(try await operations(world, store).retry(letter) == .handedOn) }
            // Left by an older version: a separate notice for each retry.
            await memory.leaveNotice(.again(letter.id, letter.letter), at: tenOClock)
            try await untilHeeded(store, world)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said word.", "Yes?"])
            let session = try await store.session(of: .customer("ana"))
            #expect(session?.revision == 2)
        }
    }

    @Test func `an erased customer is a new one, and what was on its way leaves no letter`() async throws {
        let store: any Store = InMemorySessionStore()
        let world = try World(engine(echo), store: store) { attempt, before in
            attempt.at < tenOClock + .seconds(1) ? .giveUp("no such device") : nil
        }
        try await world.run {
            world.channel.hold("ana")
            try await world.say("hello")
            await world.channel.watched.wait { $0.underWay["ana"] == 1 }
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

    @Test func `a customer who is moved hears the step at once, and their answer goes on from there`() async throws {
        let store: any Store = InMemorySessionStore()
        let flow = try engine(echo)
        let world = try World(engine(echo), store: store)
        try await world.run {
            try await world.say("hello")
            try await world.say("word")
            let summary = try #require(try await store.sessions(named: "ana").first)
            #expect(try await operations(world, store).move(summary, to: "bye", with: flow) == .moved)
            try await untilHeeded(store, world)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").last == "Bye.")
            #expect(try await operations(world, store).move(summary, to: "first", with: flow) == .moved)
            try await untilHeeded(store, world)
            try await world.say("enough")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").suffix(3) == ["Yes?", "You said enough.", "Bye."])
            let history = try await store.history(of: summary.id)
            #expect(
                try HistoryTranscript(history, named: "x").lines.contains {
                    $0.hasSuffix("moved the conversation to main/bye")
                })
        }
    }

    @Test func `a move that cannot be says why, and changes nothing`() async throws {
        let store: any Store = InMemorySessionStore()
        let flow = try engine(echo)
        let world = try World(engine(echo), store: store)
        try await world.say("hello")
        let before = try await store.session(of: .customer("ana"))
        let summary = try #require(try await store.sessions(named: "ana").first)
        let operations = operations(world, store)
        let lacking = "the step `heard` needs `first`, which is empty"
        #expect(try await operations.move(summary, to: "heard", with: flow) == .impossible(lacking))
        #expect(
            try await operations.move(summary, to: "herd", with: flow) == .impossible("there is no step `main/herd`"))
        #expect(
            try await world.conversations.move(.customer("ana"), to: "heard", of: "main")
                == .ignored(lacking))
        let after = try await store.session(of: .customer("ana"))
        #expect(after == before)
        #expect(try await store.notices(after: nil, limit: 9).isEmpty)
    }

    @Test func `an agent desk hears of what operators do beside the server`() async throws {
        let store: any Store = InMemorySessionStore()
        let flow = try engine(echo)
        let world = try World(engine(echo), store: store)
        try await world.say("hello")
        let summary = try #require(try await store.sessions(named: "ana").first)
        let told = { () async throws -> [String] in
            try await store.calls(after: nil, limit: 9).compactMap { call in
                guard case .notifyDesk(let notice) = call.request, case .text(let type)? = notice.fields["type"] else {
                    return nil
                }
                return type
            }.sorted()
        }
        let quiet = operations(world, store)
        #expect(try await quiet.move(summary, to: "desk", of: "people", with: flow) == .moved)
        #expect(try await told() == [], "there is no desk")
        let operations = Operations(sessions: store, operators: store, clock: world.clock, notifiesDesk: true)
        #expect(try await operations.giveBack(summary, to: flow))
        #expect(try await told() == ["given-back"])
        #expect(try await operations.move(summary, to: "desk", of: "people", with: flow) == .moved)
        #expect(try await told() == ["given-back", "handed-over"])
        #expect(try await operations.move(summary, to: "first", of: "main", with: flow) == .moved)
        #expect(try await operations.move(summary, to: "desk", of: "people", with: flow) == .moved)
        #expect(try await operations.reset(summary))
        #expect(try await told() == ["given-back", "given-back", "given-back", "handed-over", "handed-over"])
    }

    /// Advances the clock until the server has processed all notices.
    private func untilHeeded(_ store: any SessionStore, _ world: World) async throws {
        while try await !world.conversations.hasAppliedChanges(of: store) {
            world.clock.turn(by: .milliseconds(500))
            // On a busy machine the server needs many turns of the scheduler for one poll.
            for _ in 0..<50 { await Task.yield() }
        }
    }
}
