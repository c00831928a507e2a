import Foundation
import Histories
import PostgreSQLServers
import Synchronization
import TestSupport
import Testing

/// Several servers on a PostgreSQL database with a standby: customers notice nothing of what happens to any of them.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct NodeTests {
    /// The seeds to play: `NODES_SEEDS` of them, from `NODES_FIRST_SEED`.
    private static var seeds: Range<UInt64> {
        let first = number("NODES_FIRST_SEED") ?? 1
        return first..<first + (number("NODES_SEEDS") ?? 2)
    }

    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
    }

    /// `NODES_AT_ONCE` seeds are played at the same time, each on databases of its own: much of a run is waiting for leases.
    @Test(.timeLimit(.minutes(6_000)))
    func `every conversation is complete whatever happens to servers, network, clocks and databases`() async throws {
        let waiting = WaitingSeeds(Self.seeds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<(Self.number("NODES_AT_ONCE") ?? 1) {
                group.addTask {
                    let databases = try await PrimaryAndStandby()
                    while let seed = waiting.next() { await Self.play(seed, on: databases) }
                    await databases.stop()
                }
            }
            try await group.waitForAll()
        }
    }

    private static func play(_ seed: UInt64, on databases: PrimaryAndStandby) async {
        let began = ContinuousClock.now
        do {
            let faults = try await NodeRun(seed: seed, on: databases).play()
            #expect(faults == [], "seed \(seed): make nodes NODES=1 FIRST=\(seed)")
            print("seed \(seed): \(faults.isEmpty ? "whole" : "broken"), \(ContinuousClock.now - began)")
        } catch {
            Issue.record(error, "seed \(seed): make nodes NODES=1 FIRST=\(seed)")
        }
    }
}

/// Seeds that nothing plays yet.
private final class WaitingSeeds: Sendable {
    private let seeds: Mutex<Range<UInt64>>

    init(_ seeds: Range<UInt64>) { self.seeds = Mutex(seeds) }

    func next() -> UInt64? { seeds.withLock { $0.popFirst() } }
}
