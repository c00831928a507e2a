import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import InMemoryStores
import ServerMetrics
import Testing

/// The store fails for a while: all operations are retried, and no data is lost.
@Suite struct StoreTroubleTests {
    @Test func `waiting messages that cannot be looked for are looked for again`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        try await World(engine(echo), store: store).say("hello")
        let world = try World(engine(echo), store: store)
        store.fail(.search)
        try await world.run {
            for second in 1...3 { try await world.turn(to: .seconds(second)) }
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(4))
            store.fail(.deliveries)
            try await world.turn(to: .seconds(4))
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(5))
            store.fail()
            try await world.turn(to: .seconds(5))
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?"])
        }
    }

    @Test func `a message whose delivery cannot be marked is marked later, and not sent again meanwhile`() async throws
    {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(echo), store: store)
        try await world.run {
            store.fail(.remove)
            try await world.say("hello")
            await world.conversations.untilSent()
            await store.until(.remove, asked: 1)
            try await world.say("word")
            await world.conversations.untilSent()
            #expect(try await world.waiting() == ["Yes?", "You said word.", "Yes?"])
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            store.fail()
            try await world.turn(to: .seconds(1))
            await store.until(.remove, asked: 2)
        }
        #expect(try await world.waiting() == [])
        #expect(world.channel.attempts.map(\.text) == ["Yes?", "You said word.", "Yes?"])
    }

    @Test func `a dead letter that cannot be kept is kept later`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(colours), store: store) { attempt, _ in
            attempt.text == "[Red, Blue]" ? .giveUp("this device shows no buttons") : nil
        }
        try await world.run {
            world.channel.hold("ana")
            try await world.say("hello")
            await world.channel.watched.wait { $0.underWay["ana"] == 1 }
            store.fail(.commit, .postpone)
            world.channel.letGo("ana")
            try await world.turn(to: .seconds(1))
            try await world.turn(to: .seconds(2))
            try await world.clock.untilSomebodySleeps(until: tenOClock + .seconds(3))
            store.fail()
            try await world.turn(to: .seconds(3))
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Which?", "That did not arrive.", "Another time, then."])
            #expect(try await store.deadLetters(limit: 9).count == 1)
        }
    }

    @Test func `an attempt that cannot be noted is only forgotten by a restart`() async throws {
        let store = TroubledStore(InMemorySessionStore())
        let world = try World(engine(echo), store: store) { _, before in before < 3 ? .tryAgain("busy") : nil }
        try await world.run {
            store.fail(.postpone)
            try await world.say("hello")
            for second in [1, 3, 7] { try await world.turn(to: .seconds(second)) }
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana") == ["Yes?"])
        }
    }

    @Test func `a store that everybody else keeps changing is given up with a sentence, and each conflict counted`()
        async throws
    {
        let registry = MetricsRegistry()
        let world = try World(engine(echo), store: RestlessStore(), measuredIn: registry)
        await #expect(throws: ConversationError.tooManyConflicts) { try await world.say("hello") }
        #expect(await registry.page.contains("usher_conflicts_total 10\n"))
    }
}

/// A store in which another writer always commits first.
private struct RestlessStore: SessionStore {
    func session(of conversation: ConversationKey) async throws -> StoredSession? { nil }
    func session(_ id: SessionID) async throws -> StoredSession? { nil }
    func customer(of conversation: ConversationKey) async throws -> KnownCustomer? { nil }
    func standing(of conversation: ConversationKey) async throws -> LoadedConversation { .stranger }
    func shared(
        with conversation: ConversationKey, calendars: Set<String>, at moment: Moment
    ) async throws -> SharedState { SharedState() }
    func origin(of question: String, in conversation: ConversationKey) async throws -> BubbleOrigin? { nil }
    func hasReceived(_ id: String, on channel: String) async throws -> Bool { false }
    func outcome(of arrival: String, on channel: String) async throws -> String? { nil }
    func lastHistory(of session: SessionID, limit: Int) async throws -> [HistoryEntry] { [] }
    func commit(_ record: TurnRecord) async throws -> CommitResult { .conflict }
    func deliveries(of session: SessionID, after delivery: DeliveryID?, limit: Int) async throws -> [StoredDelivery] {
        []
    }
    func sessionsWithDeliveries(after session: SessionID?, limit: Int) async throws -> [SessionID] { [] }
    func remove(upTo deliveries: [DeliveryID]) async throws {}
    func postpone(_ delivery: DeliveryID, attempts: Int, since: Moment?, until moment: Moment) async throws {}
    func waitingDeliveries() async throws -> Int { 0 }
    func calls(after call: String?, limit: Int) async throws -> [StoredCall] { [] }
    func deskNotices(of conversation: ConversationKey) async throws -> [StoredCall] { [] }
    func dueTimers(after earlier: Moment?, at moment: Moment, limit: Int) async throws -> [DueTimer] { [] }
    func nextTimer() async throws -> Moment? { nil }
    func deadLetters(limit: Int) async throws -> [DeadLetter] { [] }
    func history(of session: SessionID) async throws -> [HistoryEntry] { [] }
    func forgetArrivals(before moment: Moment, limit: Int) async throws -> Int { 0 }
    func forgetSessions(quietSince moment: Moment, limit: Int) async throws -> [ConversationKey] { [] }
}
