import Concurrency
import Expressions
import FlowEngine
import JSON
import TestSupport
import Testing

@testable import ConversationRuntime

extension Sharing.Times {
    static let brief = Sharing.Times(
        lease: .milliseconds(600), poll: .milliseconds(50), beat: .milliseconds(100))
    /// What is held is held for the whole test, unless it is let go.
    static let long = Sharing.Times(lease: .hours(2), poll: .milliseconds(50), beat: .milliseconds(100))
}

/// Servers that run on one database, and customers whose devices receive what they send.
struct Cluster {
    let nodes: [ClusterNode]
    let channel: ScriptedChannel
    let stores: Stores

    /// Returns when no message waits any more.
    func untilAllIsSent() async throws {
        try await poll { try await stores.sessions.waitingDeliveries() == 0 }
    }

    /// Returns when no server believes that it holds a lane.
    func untilNothingIsHeld() async {
        await poll { nodes.allSatisfy { $0.conversations.outbox.holdCount == 0 } }
    }

    /// Expects that all messages of the history have arrived, in the same order, and that nothing is held any more.
    func expectOrderOfHistory(_ customers: [String]) async throws {
        for customer in customers {
            let session = try #require(try await stores.sessions.session(of: .customer(customer)))
            let sent = try await stores.sessions.history(of: session.id).flatMap { entry in
                (entry.effects.array ?? []).filter { $0["send"] != nil }.compactMap { $0["id"]?.string }
            }
            var ids: Set<String> = []
            let arrived = channel.attempts.filter { $0.isTaken && $0.customer == customer }.map(\.id)
                .filter { ids.insert($0).inserted }
            #expect(arrived == sent, "\(customer)")
        }
    }

    /// Runs `body` with servers on one database.
    ///
    /// - Parameters:
    ///   - ahead: how far the clock of each is ahead.
    ///   - mostLanes: the number of customers to whom each sends at once.
    ///   - ring: whether they notify each other.
    static func run(
        _ place: SharedDatabase, _ count: Int = 3, times: Sharing.Times = .brief, ahead: [TimeLength] = [],
        mostLanes: [Int] = [], ring: Bool = true, fails: @escaping World.Fails = { _, _ in nil },
        _ body: (Cluster) async throws -> Void
    ) async throws {
        let stores = try await place.stores(count + 1)
        let flow = try engine(echo)
        let channel = ScriptedChannel(clock: TurnableClock(), fails: fails)
        let wire = LocalDoorbell.Wire()
        let nodes = (0..<count).map { number in
            let clock = TurnableClock()
            if number < ahead.count { clock.turn(by: ahead[number]) }
            let bell: any Doorbell = ring ? wire.bell() : NoDoorbell()
            return ClusterNode(
                "n\(number)", stores[number], channel: channel, times: times, clock: clock, doorbell: bell,
                engine: flow, mostLanes: number < mostLanes.count ? mostLanes[number] : 5_000)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { await node.run() } }
            defer { group.cancelAll() }
            await poll { nodes.allSatisfy { $0.standing.mayAct || $0.failure.value != nil } }
            try #require(nodes.compactMap(\.failure.value) == [])
            try await body(Cluster(nodes: nodes, channel: channel, stores: stores[count]))
        }
    }
}
