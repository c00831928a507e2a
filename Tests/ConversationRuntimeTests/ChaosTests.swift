import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine
import Foundation
import InMemoryStores
import JSON
import MessageModel
import SQLiteStorage
import TestSupport
import Testing

/// All actions in seeded random order: words, taps, closing and repetition, failing deliveries, a failing store, clock
/// changes, and crashes after which a new process continues with the same store.
@Suite struct ChaosTests {
    @Test(arguments: 0..<10) func `in memory nothing is lost, doubled or out of order`(seed: UInt64) async throws {
        try await play(seed, InMemorySessionStore())
    }

    @Test(arguments: 100..<104) func `in SQLite nothing is lost, doubled or out of order`(seed: UInt64) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "usher-chaos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await play(seed, SQLiteDatabase(path: folder.appending(path: "usher.sqlite").path).sessions)
    }

    private func play(_ seed: UInt64, _ store: any SessionStore) async throws {
        var chaos = try Chaos(seed: seed, store: store)
        for _ in 0..<6 { try await chaos.live() }
        try await chaos.settle()
        try await chaos.expectPromises()
    }
}

/// One run: a few processes, each ended by a crash, and a last one that completes all work.
private struct Chaos {
    private static let customers = (0..<8).map { "c\($0)" }

    private var chance: SeededRandom
    private let seed: UInt64
    private let store: any SessionStore
    private let clock = TurnableClock(standingAt: tenOClock)
    private let channel: ScriptedChannel
    private let engine: Engine
    /// The arrivals sent, and those accepted: an arrival is accepted at most once.
    private var sent: [Arrival] = []
    private var accepted: Set<String> = []
    private var number = 0

    init(seed: UInt64, store: any SessionStore) throws {
        self.seed = seed
        self.store = store
        chance = SeededRandom(seed: seed)
        engine = try ConversationRuntimeTests.engine(colours.replacing("10 minutes", with: "2 minutes"))
        channel = ScriptedChannel(clock: clock) { attempt, before in
            // By the id, which is random as well, but never for an hour: each message arrives sooner or later.
            before < Int(attempt.id.utf8.last ?? 0) % 3 ? .tryAgain("busy") : nil
        }
    }

    /// Runs a process for a while, which then crashes.
    mutating func live() async throws {
        let troubled = TroubledStore(store)
        let world = World(engine, store: troubled, clock: clock, channel: channel)
        let service = Task { await world.serve() }
        for _ in 0..<40 { try await act(in: world, troubled) }
        // Long enough for silence; all processes together stay below the hour after which a message is given up.
        clock.turn(by: .minutes(3))
        for _ in 0..<5 { await hand(arrival(), to: world) }
        troubled.crash()
        service.cancel()
        await service.value
    }

    private mutating func act(in world: World, _ troubled: TroubledStore) async throws {
        switch chance.number(below: 10) {
        case 0...5: await hand(arrival(), to: world)
        case 6:
            // Apple resends messages that it believes lost, sometimes much later.
            if !sent.isEmpty { await hand(chance.pick(sent), to: world) }
        case 7, 8: clock.turn(by: .seconds(chance.number(below: 10)))
        default:
            troubled.fail(chance.pick([.commit, .remove, .postpone, .deliveries, .session]))
            await hand(arrival(), to: world)
            troubled.fail()
        }
    }

    private mutating func arrival() -> Arrival {
        number += 1
        let words = ["hello", "Red", "Blue", "green", "1", "stop", "help"]
        let content: Arrival.Content =
            chance.happens(onceIn: 15) ? .closed : .heard(.text(chance.pick(words)))
        return Arrival(
            conversation: .customer(chance.pick(Self.customers)), id: "m\(number)", at: clock.now, content: content,
            capabilities: Capabilities(list: "QUICK"))
    }

    private mutating func hand(_ arrival: Arrival, to world: World) async {
        sent.append(arrival)
        // Refused arrivals are resent at the end, as Apple does it.
        guard let receipt = try? await world.conversations.receive(arrival) else { return }
        switch receipt {
        case .accepted:
            #expect(accepted.insert(arrival.id).inserted, "seed \(seed): \(arrival.id) was accepted twice")
        case .repeated:
            #expect(accepted.contains(arrival.id), "seed \(seed): \(arrival.id) is new")
        case .ignored: accepted.insert(arrival.id)
        }
    }

    /// Runs a last process: all refused arrivals are resent, and all messages are delivered.
    mutating func settle() async throws {
        let world = World(engine, store: store, clock: clock, channel: channel)
        let service = Task { await world.serve() }
        for arrival in sent where !accepted.contains(arrival.id) { await hand(arrival, to: world) }
        // Retries are at most a minute apart, and every conversation ends when its customer stays silent.
        try await poll(after: { clock.turn(by: .seconds(1)) }, until: { try await !isBusy() })
        service.cancel()
        await service.value
    }

    /// Whether any delivery or timer is pending.
    private func isBusy() async throws -> Bool {
        if try await store.nextTimer() != nil { return true }
        return try await !store.sessionsWithDeliveries(after: nil, limit: 1).isEmpty
    }

    func expectPromises() async throws {
        let history = try await expectReplay()
        #expect(try await store.deadLetters(limit: 9) == [], "seed \(seed)")
        for customer in Self.customers {
            let events = history[customer, default: []]
            expectEveryArrivalOnce(of: customer, in: events)
            expectOrder(of: customer, in: events)
            #expect(channel.watched.value.most[customer] ?? 0 <= 2, "a crash leaves one under way at most")
        }
    }

    /// Replays the stored history of every session, and compares it byte for byte. Returns the histories.
    private func expectReplay() async throws -> [String: [HistoryEntry]] {
        var all: [String: [HistoryEntry]] = [:]
        for customer in Self.customers {
            guard let stored = try await store.session(of: .customer(customer)) else { continue }
            let entries = try await store.history(of: stored.id)
            var session: Session?
            for entry in entries {
                let outcome = try engine.advance(session, on: Event(json: entry.event))
                guard case .turn(let turn) = outcome else {
                    Issue.record("seed \(seed): an event of the history is not answered")
                    continue
                }
                #expect(JSONValue.array(turn.effects.map(\.json)).text == entry.effects.text, "seed \(seed)")
                session = turn.session
            }
            #expect(session?.json.text == stored.session.json.text, "seed \(seed): \(customer)")
            #expect(stored.revision == entries.count)
            all[customer] = entries
        }
        return all
    }

    /// Every external event is in the history exactly once, unless it changed nothing.
    private func expectEveryArrivalOnce(of customer: String, in events: [HistoryEntry]) {
        let outside = events.filter { $0.event["heard"] != nil || $0.event["closed"] != nil }
        let ids = Set(sent.filter { $0.conversation.customer == customer }.map(\.id))
        #expect(ids.isSubset(of: accepted), "seed \(seed): something was never accepted")
        #expect(outside.count == ids.count, "seed \(seed): \(customer)")
    }

    /// The device has the messages of the history, in that order; only closing drops those that still waited.
    private func expectOrder(of customer: String, in events: [HistoryEntry]) {
        let taken = channel.attempts.filter { $0.isTaken && $0.customer == customer }.map(\.id)
        var seen: Set<String> = []
        let first = taken.filter { seen.insert($0).inserted }
        var due: [String] = []
        var dropped: Set<String> = []
        for effect in events.flatMap({ $0.effects.array ?? [] }) {
            if effect["drop_pending"] != nil {
                dropped.formUnion(due)
            } else if let id = effect["id"]?.string {
                due.append(id)
            }
        }
        #expect(seen.isSubset(of: due), "seed \(seed): something was sent that nobody said")
        #expect(first == due.filter(seen.contains), "seed \(seed): the order of \(customer)")
        #expect(Set(due).subtracting(seen).isSubset(of: dropped), "seed \(seed): something was lost")
    }
}

/// A seeded random generator: SplitMix64, after Steele, Lea and Flood.
