import Channels
import Concurrency
import Expressions
import FlowEngine
import MessageModel
import SQLStorage
import SQLiteStorage
import Testing

@testable import ConversationRuntime

/// Routes that look at a conversation see it as it is stored, although another server has brought it further.
@Suite struct CurrentStateTests {
    private static let ana = ConversationKey.customer("ana")

    private static let twoQuestions = """
        steps:
          first:
            ask: What is your name?
            text: one line
            then: second
          second:
            ask: And your number?
            text: one line
            then: end
        """

    @Test func `a question is open that another server has asked`() async throws {
        let path = EarlierDatabase.place()
        let database = try SQLiteDatabase(path: path)
        let beside = try SQLiteDatabase(path: path, isOwner: false)
        let first = World(try engine(Self.twoQuestions), store: database.sessions)
        let second = World(try engine(Self.twoQuestions), store: beside.sessions)
        try await first.say("hello")
        let earlier = try await question(in: database.sessions)
        #expect(try await first.conversations.isOpen(earlier, in: Self.ana))
        try await second.say("more", id: "of the second server")
        let later = try await question(in: database.sessions)
        #expect(earlier != later)
        #expect(try await first.conversations.isOpen(later, in: Self.ana))
        #expect(try await !first.conversations.isOpen(earlier, in: Self.ana))
    }

    private func question(in store: any SessionStore) async throws -> String {
        try #require(try await store.session(of: Self.ana)?.session.open?.ids.first)
    }

    @Test func `a sheet that another server recalculates is shown as soon as it is there`() async throws {
        let database = try SQLiteDatabase(path: EarlierDatabase.place())
        let clock = TurnableClock(standingAt: tenOClock)
        let flow = try Self.shop()
        let sharing = Sharing(
            Node(name: "one", start: "1", version: "1"), times: Sharing.Times(poll: .seconds(1)), standing: .alone,
            doorbell: NoDoorbell())
        let first = Conversations(
            engine: Current(always: flow), store: database.sessions,
            channels: [ScriptedChannel(clock: clock) { _, _ in nil }],
            clock: clock, logger: World.silent, sharing: sharing)
        let second = World(flow, store: database.sessions, clock: clock)
        _ = try await second.conversations.receive(
            Arrival(
                conversation: Self.ana, id: "1", at: clock.now, content: .heard(.text("hello")),
                capabilities: Capabilities(list: "QUICK,LIST,TIME")))
        let asked = try await question(in: database.sessions)
        _ = try await first.changeSheet(of: asked, in: Self.ana, .shipping("Courier"))
        let call = try #require(try await database.sessions.calls(after: nil, limit: 9).first)
        let deadline = clock.now + .seconds(20)
        async let shown = first.openPay(asked, in: Self.ana, until: deadline)
        try await clock.untilSomebodySleeps(until: clock.now + .seconds(1))
        try await second.conversations.hearBack(from: call, .gave(Fields()))
        clock.turn(by: .seconds(1))
        let sheet = try #require(try await shown).sheet
        #expect(sheet.pending == nil)
        #expect(sheet.chosen == "Courier")
        #expect(clock.now < deadline)
    }

    /// A bot that sells a pump, whose total is recalculated when the customer changes the shipping.
    private static func shop() throws -> Engine {
        try engine(
            """
            steps:
              first:
                ask: Ready to pay?
                pay:
                  Pump: 24.90 EUR
                shipping:
                  - label: By post
                    note: Soon
                    price: 4.90 EUR
                    id: post
                  - label: Courier
                    note: Now
                    price: 12.50 EUR
                contact: [name, email, post]
                recalculate: costs
                then: end
            """,
            actions: """
                hosts: [api.shop.example]
                records:
                  line:
                    name: text
                    price: money
                  way:
                    label: text
                    note: text
                    price: money
                actions:
                  costs:
                    post: https://api.shop.example/costs
                    once: no
                    takes:
                      reason: text
                      shipping: text, optional
                      items: list of line
                    gives:
                      items: list of line, optional
                      shipping: list of way, optional
                    examples:
                      none:
                        items: []

                """,
            services: """
                merchants:
                  shop:
                    identifier: merchant.example
                    country: DE
                    networks: [visa]

                """)
    }

    @Test func `a cached session is dropped by its number, and only that one`() throws {
        let cache = SessionCache(size: 3)
        let sessions = try (1...5).map { try Self.stored($0) }
        for session in sessions { cache.remember(committed: session) }
        cache.forget(sessions[4].id)
        #expect(cache[sessions[4].conversation] == nil)
        #expect(cache[sessions[3].conversation] != nil)
        cache.forget(SessionID(99))
        #expect(cache.count == 4)
        // A later session of the same customer stays when the former one is dropped.
        let later = try Self.stored(7, of: "customer 4")
        cache.remember(committed: later)
        cache.forget(sessions[3].id)
        #expect(cache[later.conversation]?.id == later.id)
    }

    @Test func `where several servers answer, a session is cached once no other one has changed it`() throws {
        let cache = SessionCache(size: 3, isShared: true)
        var session = try Self.stored(1)
        func commit() { cache.remember(committed: session) }
        func read(_ revision: Int) {
            session.revision = revision
            cache.remember(read: session)
        }
        commit()
        #expect(cache[session.conversation] == nil, "another server may answer the next event")
        read(3)
        #expect(cache[session.conversation] == nil, "it did")
        session.revision = 4
        commit()
        read(4)
        #expect(cache[session.conversation]?.revision == 4, "it did not")
        session.revision = 5
        commit()
        #expect(cache[session.conversation]?.revision == 5)
        // A commit has conflicted.
        cache.forget(session.conversation)
        read(7)
        #expect(cache[session.conversation] == nil)
        // The next conversation of the customer is another one, and what is remembered of others has a limit.
        cache.remember(committed: try Self.stored(2, of: "customer 1", isEnded: true))
        let next = try Self.stored(3, of: "customer 1")
        cache.remember(read: next)
        #expect(cache[next.conversation] == nil)
        for number in 4...12 { cache.remember(committed: try Self.stored(number)) }
        cache.remember(read: try Self.stored(4))
        #expect(cache.count == 0, "forgotten, so that it is read once more")
        cache.remember(read: try Self.stored(12))
        #expect(cache.count == 1)
    }

    private static func stored(
        _ number: Int, of customer: String? = nil, isEnded: Bool = false
    ) throws -> StoredSession {
        let customer = customer ?? "customer \(number)"
        let event = Event(
            .heard(.text("hello"), bubble: nil), at: tenOClock, seed: Seed(high: 1, low: 1),
            sender: Event.Sender(customer: customer, device: Device(channel: .apple, capabilities: [.quick])))
        guard case .turn(let turn) = try engine(echo).advance(nil, on: event) else { throw EngineError.noConversation }
        var session = turn.session
        if isEnded { session.status = .ended }
        return StoredSession(
            id: SessionID(Int64(number)), conversation: .customer(customer), revision: 1, session: session)
    }
}
