import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import InMemoryStores
import MessageModel
import Testing

/// A commit reports an error although its data was stored, which may become visible only after a crash. The same result
/// is then reported again, and must be processed once.
@Suite struct UnsureCommitTests {
    private static let provider = """
        sign_in:
          shop:
            discovery: https://id.example.com
            client: shop
            scope: openid
            claims:
              name: text

        """

    /// Asks again after each failure.
    private static let signingIn = """
        steps:
          first:
            ask: Please sign in.
            sign_in: shop
            if_failed: sorry
            then: thanks
          sorry:
            say: That did not work.
            then: first
          thanks:
            say: Hello {first.name}.
            then: end
        """

    private static func signInEngine() throws -> Engine {
        try engine(signingIn, services: provider)
    }

    /// Returns a world whose conversation is handed over to people.
    private func handedOver(_ store: TroubledStore) async throws -> World {
        let world = try World(engine(echo), store: store)
        try await world.say("hello")
        try await world.say("help")
        #expect(try await store.session(of: .customer("ana"))?.session.status == .withPerson)
        return world
    }

    private func events(_ store: TroubledStore) async throws -> [Event.Kind] {
        let session = try #require(try await store.session(of: .customer("ana")))
        return try await store.history(of: session.id).map { try Event(json: $0.event).kind }
    }

    @Test func `the result of a sign-in is taken once, also by the next process`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(Self.signInEngine(), store: store)
        try await world.say("hello")
        func question() async throws -> String {
            try #require(try await store.session(of: .customer("ana"))?.session.open?.asked.id)
        }
        let first = try await question()
        let reply = SignInReply(question: first, outcome: .failure("refused"))
        store.fail(.answer)
        await #expect(throws: TroubledStore.Trouble.self) {
            try await world.conversations.closeSignIn(reply, in: .customer("ana"))
        }
        store.fail()
        let next = try World(Self.signInEngine(), store: store)
        let cutOff = SignInReply(question: first, outcome: .failure("unreachable"))
        #expect(try await next.conversations.closeSignIn(cutOff, in: .customer("ana")) == .repeated)
        let told = try await events(store).filter { if case .heard(.signIn, _) = $0 { true } else { false } }
        #expect(told == [.heard(.signIn(reply), bubble: nil)])
        let other = SignInReply(question: try await question(), outcome: .cancelled)
        #expect(try await next.conversations.closeSignIn(other, in: .customer("ana")) == .accepted)
    }

    /// An event that changes nothing is not remembered, because a question may be open again later.
    @Test func `a sign-in that nothing waits for can be reported again`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(echo), store: store)
        try await world.say("hello")
        let reply = SignInReply(question: "q-1", outcome: .cancelled)
        for _ in 1...2 {
            let receipt = try await world.conversations.closeSignIn(reply, in: .customer("ana"))
            guard case .ignored = receipt else {
                Issue.record("the sign-in is \(receipt)")
                continue
            }
        }
    }

    @Test func `what people write under an id is taken once`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try await handedOver(store)
        store.fail(.answer)
        await #expect(throws: TroubledStore.Trouble.self) {
            try await world.conversations.answer(.customer("ana"), with: "Good day.", under: .test("desk/1/a"))
        }
        await #expect(throws: TroubledStore.Trouble.self) {
            try await world.conversations.giveBack(.customer("ana"), under: .test("desk/1/b"))
        }
        store.fail()
        #expect(
            try await world.conversations.answer(.customer("ana"), with: "Good day.", under: .test("desk/1/a"))
                == .repeated)
        #expect(try await world.conversations.giveBack(.customer("ana"), under: .test("desk/1/b")) == .repeated)
        // A server that sees the conversation as it is now, no longer with a person, says the same.
        let next = try World(engine(echo), store: store)
        #expect(
            try await next.conversations.answer(.customer("ana"), with: "Good day.", under: .test("desk/1/a"))
                == .repeated)
        #expect(try await next.conversations.giveBack(.customer("ana"), under: .test("desk/1/b")) == .repeated)
        let other = try await next.conversations.answer(.customer("ana"), with: "Good day.", under: .test("desk/1/c"))
        #expect(other != .repeated && other != .accepted)
        let kinds = try await events(store)
        #expect(kinds.count { $0 == .personSaid("Good day.") } == 1)
        #expect(kinds.count { $0 == .givenBack } == 1)
    }

    @Test func `a message is given up once`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(colours), store: store) { attempt, _ in
            attempt.text == "[Red, Blue]" ? .giveUp("this device shows no buttons") : nil
        }
        try await world.run {
            world.channel.hold("ana")
            try await world.say("hello")
            await world.channel.watched.wait { $0.underWay["ana"] == 1 }
            store.fail(.answer)
            world.channel.letGo("ana")
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            store.fail()
            try await world.turn(to: .seconds(1))
            await world.conversations.untilSent()
            #expect(try await store.deadLetters(limit: 9).count == 1)
        }
        let told = try await events(store).filter { if case .undelivered = $0 { true } else { false } }
        #expect(told.count == 1)
    }
}
