import Foundation
import Histories
import PostgreSQLServers
import TestSupport
import Testing

/// Several servers on a PostgreSQL database with a standby: customers notice nothing of what happens to any of them.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "there is no PostgreSQL server"), .serialized)
struct NodeTests {
    /// The seeds to play: `NODES_SEEDS` of them, from `NODES_FIRST_SEED`.
    private static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["NODES_FIRST_SEED"].flatMap(UInt64.init) ?? 1
        return first..<first + (environment["NODES_SEEDS"].flatMap(UInt64.init) ?? 2)
    }

    @Test(.timeLimit(.minutes(6_000)))
    func `every conversation is complete whatever happens to servers, network, clocks and databases`() async throws {
        let databases = try await PrimaryAndStandby()
        for seed in Self.seeds {
            let began = ContinuousClock.now
            do {
                let faults = try await NodeRun(seed: seed, on: databases).play()
                #expect(faults == [], "seed \(seed): make nodes NODES=1 FIRST=\(seed)")
                print("seed \(seed): \(faults.isEmpty ? "whole" : "broken"), \(ContinuousClock.now - began)")
            } catch {
                Issue.record(error, "seed \(seed): make nodes NODES=1 FIRST=\(seed)")
            }
        }
        await databases.stop()
    }
}
