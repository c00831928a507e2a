import Channels
import Concurrency
import Expressions
import FlowEngine
import InMemoryStores
import MessageModel
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

@testable import ConversationRuntime

/// The hourly cleanup.
@Suite struct RetentionTests {
    private func rules(_ change: (inout RetentionRules) -> Void = { _ in }) -> RetentionRules {
        var rules = RetentionRules()
        change(&rules)
        return rules
    }

    private func forget(
        _ world: World, _ store: any RetentionStore, _ rules: RetentionRules
    ) async throws {
        try await RetentionService(world.conversations, store: store, rules: rules, logger: World.silent).forget()
    }

    /// Waits until no message of a customer is pending, in the store either.
    private func untilDelivered(_ world: World, to customer: String = "ana") async throws {
        await world.conversations.untilSent()
        guard let session = try await world.store.session(of: .customer(customer)) else { return }
        try await poll { try await world.store.deliveries(of: session.id, after: nil, limit: 1).isEmpty }
    }

    @Test func `a late tap on a forgotten bubble gets a word and the question; a made-up one gets nothing`()
        async throws
    {
        let store = InMemorySessionStore()
        let world = World(try engine(colours, bot: "expires: 300 days"), store: store)
        try await world.run {
            try await world.say("hello")
            let first = try #require(try await world.store.session(of: .customer("ana"))?.session.open?.asked.id)
            try await world.say("Red")
            await world.conversations.untilSent()
            let tap = Arrival.Content.heard(.choice(Selection(question: "made-up", ids: ["Blue"])))
            #expect(
                try await world.conversations.receive(world.arrival(tap, from: "ana", id: nil))
                    == .ignored("a reply to a question that was never sent"))
            world.clock.turn(by: .days(31))
            try await forget(world, store, rules())
            let late = Arrival.Content.heard(.choice(Selection(question: first, ids: ["Blue"])))
            #expect(try await world.conversations.receive(world.arrival(late, from: "ana", id: nil)) == .accepted)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").suffix(2) == ["Which?", "[Red, Blue]"])
            #expect(world.channel.device(of: "ana").count == 6, "a word about the old bubble comes before the question")
        }
    }

    @Test func `a customer whose conversation was forgotten whole gets the same`() async throws {
        let world = World(try engine(colours))
        try await world.run {
            try await world.say("hello")
            let first = try #require(try await world.store.session(of: .customer("ana"))?.session.open?.asked.id)
            try await untilDelivered(world)
            world.clock.turn(by: .days(31))
            _ = try await world.conversations.forgetQuiet(limit: 9)
            #expect(try await world.store.session(of: .customer("ana")) == nil)
            let late = Arrival.Content.heard(.choice(Selection(question: first, ids: ["Blue"])))
            #expect(try await world.conversations.receive(world.arrival(late, from: "ana", id: nil)) == .accepted)
            await world.conversations.untilSent()
            #expect(world.channel.device(of: "ana").suffix(2) == ["Which?", "[Red, Blue]"])
        }
    }

    @Test func `conversations that are over go after retention.history, and begin anew as a stranger's`() async throws {
        let store = InMemorySessionStore()
        let world = World(try engine(colours), store: store)
        try await world.run {
            try await world.say("hello")
            try await world.say("Red")
            try await world.say("hello", from: "ben")
            try await untilDelivered(world)
            world.clock.turn(by: .minutes(5))
            try await forget(world, store, rules { $0.history = .days(1) })
            #expect(try await world.store.session(of: .customer("ana")) != nil)
            world.clock.turn(by: .days(2))
            try await forget(world, store, rules())
            #expect(try await world.store.session(of: .customer("ana")) != nil, "left out, as long as the bot says")
            try await forget(world, store, rules { $0.history = .days(1) })
            #expect(try await world.store.session(of: .customer("ana")) == nil)
            try await world.say("hello")
            #expect(try await world.store.session(of: .customer("ana"))?.revision == 1)
        }
    }

    @Test func `entries of the audit log are kept for a time of their own`() async throws {
        let database = try SQLiteDatabase(path: EarlierDatabase.place())
        let world = World(try engine(colours), store: database.sessions)
        let entries = [3, 1].map { AuditEntry(.listSessions, by: "jo", at: tenOClock - .days($0)) }
        for entry in entries { try await database.audit.record(entry) }
        try await RetentionService(
            world.conversations, store: database.retention, audit: database.audit,
            rules: rules { $0.audit = .days(2) }, logger: World.silent
        ).forget()
        let kept = try await database.audit.entries(AuditFilter(), before: nil, limit: 9)
        #expect(kept.map(\.entry) == [entries[1]])
    }

    @Test func `an hour later it looks again`() async throws {
        let store = InMemorySessionStore()
        let world = World(try engine(colours), store: store)
        let service = RetentionService(
            world.conversations, store: store, rules: rules { $0.history = .days(1) }, logger: World.silent)
        let running = Task { await service.run() }
        try await world.clock.untilSomebodySleeps(until: tenOClock + .hours(1))
        try await world.say("hello")
        try await world.say("Red")
        let ana = try #require(try await world.store.session(of: .customer("ana")))
        try await world.store.remove(upTo: try await world.store.deliveries(of: ana.id, after: nil, limit: 9).map(\.id))
        world.clock.turn(by: .days(2))
        try await world.clock.untilSomebodySleeps(until: tenOClock + .days(2) + .hours(1))
        #expect(try await world.store.session(of: .customer("ana")) == nil)
        running.cancel()
        await running.value
    }
}
