import Concurrency
import Expressions
import ServiceLifecycle
import TestSupport
import Testing

@testable import ConversationRuntime

/// A server that starts while its name is in use.
@Suite struct NodeNameTests {
    /// A start of the server `a` beside an earlier one, on clocks that are turned by hand.
    private static func secondStart(
        on nodes: any NodeStore, _ clock: TurnableClock, _ passed: Watched<TimeLength>
    ) -> (standing: NodeStanding, service: NodeService) {
        let standing = NodeStanding { passed.value }
        let sharing = Sharing(
            Node(name: "a", start: "2", version: "1"), times: Sharing.Times(), standing: standing,
            doorbell: NoDoorbell())
        return (standing, NodeService(sharing, store: nodes, clock: clock, logger: World.silent))
    }

    @Test func `a refusal that arrives after the lease of a killed start has run out is not the last`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let (clock, passed) = (TurnableClock(standingAt: tenOClock), Watched(TimeLength.zero))
        let killed = Node(name: "a", start: "1", version: "1")
        #expect(try await stores[0].nodes.register(killed, for: .seconds(30), at: clock.now) != nil)
        let nodes = TroubledNodes(stores[0].nodes, failing: 0) { count in
            guard count == 1 else { return }
            clock.turn(by: .minutes(1))
            passed.change { $0 = .minutes(1) }
        }
        let (standing, service) = Self.secondStart(on: nodes, clock, passed)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let services = ServiceGroup(services: [service], gracefulShutdownSignals: [], logger: World.silent)
            group.addTask { try await services.run() }
            await poll(after: { clock.turn(by: .seconds(1)) }, until: { standing.leads })
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        #expect(nodes.isAsked.value == 2)
    }

    @Test func `a server whose name another one keeps ends`() async throws {
        let stores = try await SharedDatabase.sqlite.stores(1)
        let (clock, passed) = (TurnableClock(standingAt: tenOClock), Watched(TimeLength.zero))
        let other = Node(name: "a", start: "1", version: "1")
        #expect(try await stores[0].nodes.register(other, for: .seconds(30), at: clock.now) != nil)
        let (standing, service) = Self.secondStart(on: stores[0].nodes, clock, passed)
        let failure = Watched<(any Error)?>(nil)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do { try await service.run() } catch { failure.change { $0 = error } }
            }
            try await poll(
                after: {
                    clock.turn(by: .seconds(1))
                    passed.change { $0 = $0 + .seconds(1) }
                },
                until: {
                    _ = try await stores[0].nodes.beat(other, for: .seconds(30), at: clock.now)
                    return failure.value != nil
                })
        }
        #expect(failure.value as? NodeNameTaken == NodeNameTaken(name: "a", length: .seconds(30)))
        #expect(!standing.mayAct)
        #expect(passed.value > .seconds(30), "it has waited as long as a killed start could hold the name")
    }
}
