import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import InMemoryStores
import JSON
import SQLiteStorage
import TestSupport
import Testing

/// Commands write to the same store as a running server. Customers receive messages in the order of the history,
/// whichever process wrote them.
@Suite struct SecondProcessTests {
    enum Place: String, CaseIterable, Sendable { case memory, file }

    private static let atFirst: World.Fails = { _, before in before == 0 ? .tryAgain("busy") : nil }
    private static let forNineSeconds: World.Fails = { attempt, _ in
        attempt.at < tenOClock + .seconds(9) ? .tryAgain("busy") : nil
    }
    private static let byChance: World.Fails = { attempt, before in
        attempt.isUnlucky(before) ? .tryAgain("busy") : nil
    }

    /// Runs `body` with a server and the operations of a command on one store.
    private func run(
        _ place: Place, fails: @escaping World.Fails = { _, _ in nil }, _ body: (Shop) async throws -> Void
    ) async throws {
        let flow = try engine(echo)
        switch place {
        case .memory:
            let store = InMemorySessionStore()
            let world = World(flow, store: store, fails: fails)
            try await world.run { try await body(Shop(world: world, sessions: store, commands: store, flow: flow)) }
        case .file:
            let folder = FileManager.default.temporaryDirectory.appending(path: "usher-second-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "usher.sqlite").path
            let world = World(flow, store: try SQLiteDatabase(path: path).sessions, fails: fails)
            let other = try SQLiteDatabase(path: path, isOwner: false)
            try await world.run {
                try await body(
                    Shop(world: world, sessions: other.sessions, commands: other.operators, flow: flow))
            }
        }
    }

    @Test(arguments: Place.allCases)
    func `what a command wrote goes before what the server answers afterwards`(_ place: Place) async throws {
        try await run(place) { shop in
            try await shop.world.say("hello")
            await shop.world.conversations.untilSent()
            // The clock stands still, so that the server does not poll for the changes of commands.
            #expect(try await shop.move(to: "first"))
            try await shop.world.say("word")
            await shop.world.conversations.untilSent()
            #expect(shop.world.channel.device(of: "ana") == ["Yes?", "Yes?", "You said word.", "Yes?"])
            try await shop.expectOrderOfHistory()
        }
    }

    @Test(arguments: Place.allCases)
    func `what a command wrote while a message is on its way goes before what the server answers afterwards`(
        _ place: Place
    ) async throws {
        try await run(place) { shop in
            shop.world.channel.hold("ana")
            try await shop.world.say("hello")
            await shop.world.channel.watched.wait { $0.underWay["ana"] == 1 }
            #expect(try await shop.move(to: "first"))
            try await shop.world.say("word")
            #expect(try await shop.move(to: "bye"))
            try await shop.world.say("again")
            shop.world.channel.letGo("ana")
            await shop.world.conversations.untilSent()
            #expect(
                shop.world.channel.device(of: "ana") == ["Yes?", "Yes?", "You said word.", "Yes?", "Bye.", "Yes?"])
            try await shop.expectOrderOfHistory()
        }
    }

    @Test(arguments: Place.allCases)
    func `what a command wrote while a message waits for its next try goes behind that message`(
        _ place: Place
    ) async throws {
        try await run(place, fails: Self.atFirst) { shop in
            try await shop.world.say("hello")
            try await shop.world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            #expect(try await shop.move(to: "first"))
            try await shop.world.say("word")
            try await shop.untilAllIsSent()
            #expect(shop.world.channel.device(of: "ana") == ["Yes?", "Yes?", "You said word.", "Yes?"])
            try await shop.expectOrderOfHistory()
        }
    }

    @Test(arguments: Place.allCases)
    func `what a command has dropped is not sent once the server has answered`(_ place: Place) async throws {
        try await run(place, fails: Self.forNineSeconds) { shop in
            try await shop.world.say("hello")
            try await shop.world.say("word")
            try await shop.world.clock.untilSomebodySleeps(until: tenOClock + .seconds(1))
            _ = try await shop.operations.reset(try await shop.ana())
            try await shop.world.say("hello again")
            shop.world.clock.turn(by: .seconds(9))
            try await shop.untilAllIsSent()
            #expect(shop.world.channel.device(of: "ana") == ["Yes?"])
        }
    }

    @Test(arguments: Place.allCases, 0..<12)
    func `whatever commands and customers do at once, the order on the wire is that of the history`(
        _ place: Place, _ seed: UInt64
    ) async throws {
        try await run(place, fails: Self.byChance) { shop in
            var chance = SeededRandom(seed: seed)
            try await shop.world.say("hello")
            for number in 0..<25 {
                switch chance.number(below: 8) {
                case 0: try await shop.world.say("word \(number)")
                case 1: #expect(try await shop.move(to: "first"))
                case 2:
                    #expect(try await shop.move(to: "desk", of: "people"))
                    async let said: Receipt = shop.world.say("word \(number)")
                    async let answered = shop.operations.answer(try await shop.ana(), with: "answer \(number)")
                    _ = try await (said, answered)
                case 3: _ = try await shop.operations.giveBack(try await shop.ana(), to: shop.flow)
                case 4:
                    async let said: Receipt = shop.world.say("word \(number)")
                    async let moved = shop.move(to: "first")
                    let both = try await (said, moved)
                    #expect(both.0 == .accepted)
                    #expect(both.1)
                case 5: shop.world.channel.hold("ana")
                case 6: shop.world.channel.letGo("ana")
                default: shop.world.clock.turn(by: .milliseconds(700))
                }
            }
            shop.world.channel.letGo("ana")
            try await shop.untilAllIsSent()
            try await shop.expectOrderOfHistory()
            #expect(shop.world.channel.watched.value.most == ["ana": 1])
        }
    }
}

/// A server, and a command beside it on the same store.
private struct Shop {
    let world: World
    /// The sessions, as the command sees them.
    let sessions: any SessionStore
    let commands: any OperatorStore
    let flow: Engine

    var operations: Operations {
        Operations(sessions: sessions, operators: commands, clock: world.clock)
    }

    func ana() async throws -> SessionSummary { try #require(try await commands.sessions(named: "ana").first) }

    func move(to step: String, of flow: String = "main") async throws -> Bool {
        try await operations.move(ana(), to: step, of: flow, with: self.flow) == .moved
    }

    /// Advances the clock until the server has processed all changes of commands, and no message is pending.
    func untilAllIsSent() async throws {
        while true {
            let isHeeded = try await world.conversations.hasAppliedChanges(of: sessions)
            if isHeeded, try await world.waiting().isEmpty { return }
            world.clock.turn(by: .milliseconds(500))
            // On a busy machine the server needs many turns of the scheduler for one poll.
            for _ in 0..<50 { await Task.yield() }
        }
    }

    /// Expects that all messages of the history have arrived, in the same order.
    func expectOrderOfHistory() async throws {
        let sent = try await sessions.history(of: try await ana().id).flatMap { entry in
            (entry.effects.array ?? []).filter { $0["send"] != nil }.compactMap { $0["id"]?.string }
        }
        var ids: Set<String> = []
        let arrived = world.channel.attempts.filter(\.isTaken).map(\.id).filter { ids.insert($0).inserted }
        #expect(arrived == sent)
    }
}

extension ScriptedChannel.Attempt {
    /// Whether an attempt fails: determined by its random id, and only for the first attempts.
    fileprivate func isUnlucky(_ before: Int) -> Bool { before < Int(id.utf8.last ?? 0) % 3 - 1 }
}

/// A seeded random generator (SplitMix64).
