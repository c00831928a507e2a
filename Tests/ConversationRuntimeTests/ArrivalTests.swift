import Channels
import Concurrency
import ConversationRuntime
import Expressions
import InMemoryStores
import JSON
import Testing

/// Arrivals that are repeated, that compete with others, or that come while the store fails.
@Suite struct ArrivalTests {
    @Test func `an arrival that comes again is told to be repeated, also at the same time`() async throws {
        let world = try World(engine(echo))
        try await world.run {
            try await world.say("hello", id: "m-hello")
            let receipts = try await withThrowingTaskGroup(of: Receipt.self) { group in
                for _ in 0..<10 { group.addTask { try await world.say("word", id: "m-word") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(receipts.count { $0 == .accepted } == 1)
            #expect(receipts.count { $0 == .repeated } == 9)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said word.", "Yes?"])
        }
    }

    @Test func `what is only passing is not kept`() async throws {
        let world = try World(engine(echo))
        let arrival = world.arrival(.passing("typing-start"), from: "ana", id: "m")
        #expect(try await world.conversations.receive(arrival) == .ignored("typing-start"))
        #expect(try await world.store.session(of: .customer("ana")) == nil)
        #expect(try await world.say("hello", id: "m") == .accepted)
    }

    @Test func `a store that was written beside is read again`() async throws {
        let store: any SessionStore = InMemorySessionStore()
        let world = try World(engine(echo), store: store)
        let other = try World(engine(echo), store: store)
        try await world.say("hello")
        for number in 1...5 {
            try await other.say("other \(number)", id: "o\(number)")
            try await world.say("own \(number)", id: "p\(number)")
        }
        let session = try #require(try await store.session(of: .customer("ana")))
        #expect(session.revision == 11)
        #expect(try await store.history(of: session.id).map(\.turn) == Array(1...11))
    }

    @Test func `when the store cannot take it nothing has changed, and the same arrival may come again`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(echo), store: store)
        try await world.run {
            try await world.say("hello")
            await world.conversations.untilSent()
            for operation in [TroubledStore.Operation.commit, .session] {
                store.fail(operation)
                // The session is cached, so it has to be read only for a new customer.
                let customer = operation == .commit ? "ana" : "ben"
                await #expect(throws: TroubledStore.Trouble.self) {
                    try await world.say("word", from: customer, id: "m \(operation)")
                }
                store.fail()
                #expect(try await world.say("word", from: customer, id: "m \(operation)") == .accepted)
            }
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?", "You said word.", "Yes?"])
            #expect(world.channel.device(of: "ben") == ["Yes?"])
        }
    }

    @Test func `after the customer has closed, what waited is dropped and nothing is said until they write`()
        async throws
    {
        let world = try World(engine(colours)) { attempt, _ in
            attempt.at < tenOClock + .seconds(2) ? .tryAgain("busy") : nil
        }
        try await world.run {
            try await world.say("hello")
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            try await world.close()
            await world.conversations.untilSent()
            #expect(try await world.waiting() == [])
            world.clock.turn(by: .days(2))
            await world.conversations.untilSent()
            #expect(world.channel.attempts.map(\.text) == ["Which?"])
            try await world.say("hello again")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Which?", "[Red, Blue]"])
        }
    }

    @Test func `a flow that never asks is a dead letter, and the customer can go on`() async throws {
        // Steps that ask nothing, one more than the limit.
        let chain = (1...100).map { "  s\($0):\n    say: \($0)\n    then: \($0 < 100 ? "s\($0 + 1)" : "end")" }
        let world = try World(
            engine("steps:\n  first:\n    ask: Go?\n    text: one line\n    then: s1\n" + chain.joined(separator: "\n"))
        )
        try await world.run {
            try await world.say("hello")
            for expected in [Receipt.accepted, .repeated] {
                let receipt = try await world.say("go", id: "m")
                #expect(receipt == expected)
            }
            let letters = try await world.store.deadLetters(limit: 9)
            #expect(letters.map(\.kind) == [.arrival])
            #expect(letters[0].content["heard"]?["text"]?.string == "go")
            try await world.say("stop")
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").count == 2)
        }
    }
}
