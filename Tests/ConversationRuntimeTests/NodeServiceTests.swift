import Concurrency
import Expressions
import ServiceLifecycle
import TestSupport
import Testing

@testable import ConversationRuntime

/// Whether a server may act: its name, its registration in the database, and what happens when its lease has run out.
@Suite struct NodeServiceTests {
    @Test func `a name is one server's, also for a server that starts meanwhile`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(2)
        let channel = ScriptedChannel(clock: TurnableClock()) { _, _ in nil }
        let clock = TurnableClock(standingAt: tenOClock)
        let flow = try engine(echo)
        let first = ClusterNode(
            "a", stores[0], channel: channel, times: Sharing.Times(), clock: clock, doorbell: NoDoorbell(), engine: flow
        )
        let second = ClusterNode(
            "a", start: "2", stores[1], channel: channel, times: Sharing.Times(), clock: clock, doorbell: NoDoorbell(),
            engine: flow)
        try await first.service.register()
        #expect(first.standing.mayAct)
        #expect(first.standing.leads)
        await #expect(throws: NodeNameTaken(name: "a", length: .seconds(30))) { try await second.service.register() }
        #expect(!second.standing.mayAct)
        clock.turn(by: .seconds(30))
        try await second.service.register()
        #expect(second.standing.leads, "what the first had is free")
        await first.service.beat()
        #expect(!first.standing.mayAct)
        #expect(first.conversations.haltReason?.contains("another server has taken its name") == true)
        #expect(first.conversations.outbox.claim == nil)
    }

    @Test func `a server whose lease has run out while it stood still says so, and continues`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let (clock, passed) = (TurnableClock(standingAt: tenOClock), Watched(TimeLength.zero))
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Sharing.Times(),
            standing: NodeStanding { passed.value }, doorbell: NoDoorbell())
        let logs = LogRecorder()
        let service = NodeService(sharing, store: stores[0].nodes, clock: clock, logger: logs.logger)
        #expect(sharing.standing.absence?.contains("not registered yet") == true)
        try await service.register()
        #expect(sharing.standing.absence == nil)
        passed.change { $0 = .seconds(52) }
        clock.turn(by: .seconds(52))
        #expect(sharing.standing.absence == "it could not report to the database for longer than `storage.lease`")
        await service.beat()
        #expect(sharing.standing.mayAct)
        let lines = logs.lines.filter { $0.contains("lease had run out, sending was paused and continues") }
        #expect(lines.count == 1 && lines[0].contains("milliseconds=22000"), "\(logs.lines)")
        await service.beat()
        #expect(logs.lines.filter { $0.contains("lease had run out") }.count == 1)
    }

    @Test(arguments: [(TimeLength.seconds(1), 1), (TimeLength.seconds(31), 0)])
    func `a server whose lease has run out ends without waiting for the database`(
        passed: TimeLength, leaves: Int
    ) async throws {
        let nodes = TroubledNodes(try await SharedDatabase.sqlite.stores(1)[0].nodes, failing: 0)
        let elapsed = Watched(TimeLength.zero)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: Sharing.Times(),
            standing: NodeStanding { elapsed.value }, doorbell: NoDoorbell())
        let service = NodeService(
            sharing, store: nodes, clock: TurnableClock(standingAt: tenOClock), logger: World.silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let services = ServiceGroup(services: [service], gracefulShutdownSignals: [], logger: World.silent)
            group.addTask { try await services.run() }
            await poll { sharing.standing.leads }
            elapsed.change { $0 = passed }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        #expect(nodes.hasLeft.value == leaves)
    }

    @Test func `a database that is restarted while a server starts delays it`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let nodes = TroubledNodes(stores[0].nodes, failing: 3)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: .brief, standing: NodeStanding(),
            doorbell: NoDoorbell())
        let logs = LogRecorder()
        let service = NodeService(sharing, store: nodes, clock: TurnableClock(), logger: logs.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let services = ServiceGroup(services: [service], gracefulShutdownSignals: [], logger: World.silent)
            group.addTask { try await services.run() }
            await poll { sharing.standing.leads || nodes.isAsked.value > 4 }
            #expect(sharing.standing.mayAct)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        #expect(nodes.isAsked.value == 4)
        await logs.line(with: "could not report to the database, retrying")
        #expect(try await stores[0].nodes.all(at: TurnableClock().now).map(\.isRunning) == [false])
    }

    @Test func `a server does not start on a database that was moved meanwhile`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let moved = StoreTrouble.gone("the database was moved")
        let nodes = TroubledNodes(stores[0].nodes, failing: 1, with: moved)
        let sharing = Sharing(
            Node(name: "a", start: "1", version: "1"), times: .brief, standing: NodeStanding(),
            doorbell: NoDoorbell())
        let service = NodeService(sharing, store: nodes, clock: TurnableClock(), logger: World.silent)
        await #expect(throws: moved) { try await service.run() }
    }
}
