import Foundation
import TestSupport
import Testing

/// Several servers on one PostgreSQL database: customers notice nothing of what happens to any of them.
@Suite(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"))
struct NodeTests {
    private static let servers = 3
    private static let atOnce = 20

    /// What happens to a server in a run.
    private enum Trouble: CaseIterable {
        case killed, stopped, frozen
    }

    /// The seeds to play: `NODES_SEEDS` of them, from `NODES_FIRST_SEED`.
    static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["NODES_FIRST_SEED"].flatMap(UInt64.init) ?? 1
        return first..<first + (environment["NODES_SEEDS"].flatMap(UInt64.init) ?? 2)
    }

    /// The number of customers in a run.
    private static var customers: Int {
        ProcessInfo.processInfo.environment["NODES_CUSTOMERS"].flatMap(Int.init) ?? 60
    }

    @Test(.timeLimit(.minutes(10)), arguments: seeds)
    func `every conversation is complete although servers are killed, stopped and frozen`(seed: UInt64) async throws {
        let database = try await TestDatabase()
        try await World.with(seed: seed, trouble: 40) { world in
            let servers = try await SeveralServers(Self.servers, of: world, on: database, with: Self.shortLeases)
            var chance = SplitMix(seed: seed)
            let (progress, report) = AsyncStream.makeStream(of: Void.self)
            let customers = try (0..<Self.customers).map { number in
                try BookingCustomer(world.simulator, isOld: number % 10 == 9) { report.yield() }
            }
            let sights = Self.customers * BookingCustomer.sights
            let moments = Set(
                (0..<max(3, Self.customers / 20)).map { _ in Int(chance.next() % UInt64(sights - 1)) + 1 })
            try await withThrowingTaskGroup(of: Void.self) { group in
                for first in 0..<Self.atOnce {
                    group.addTask {
                        for number in stride(from: first, to: Self.customers, by: Self.atOnce) {
                            try await customers[number].book()
                        }
                    }
                }
                var seen = 0
                for await _ in progress {
                    seen += 1
                    if moments.contains(seen) { try await trouble(servers, database, &chance) }
                    if seen == sights { break }
                }
                try await group.waitForAll()
            }
            try await poll { try await database.rows("SELECT 1 FROM deliveries LIMIT 1").isEmpty }
            await servers.stop()
            try await check(customers, world, database)
        }
        try await database.remove()
    }

    /// Leases that run out while a test waits.
    private static let shortLeases = ["USHER_STORAGE_LEASE": "1 second"]

    private func trouble(_ servers: SeveralServers, _ database: TestDatabase, _ chance: inout SplitMix) async throws {
        let index = Int(chance.next() % UInt64(Self.servers))
        switch Trouble.allCases[Int(chance.next() % UInt64(Trouble.allCases.count))] {
        case .killed: try await servers.killAndRestart(index)
        case .stopped: try await servers.restart(index)
        case .frozen:
            await servers.freeze(index)
            // Longer than its leases.
            try await poll {
                try await !database.rows(
                    """
                    SELECT 1 FROM nodes WHERE name = 'node-\(index)'
                    AND seen_at < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 3000
                    """
                ).isEmpty
            }
            await servers.thaw(index)
        }
    }

    private func check(_ customers: [BookingCustomer], _ world: World, _ database: TestDatabase) async throws {
        var late = 0
        for customer in customers {
            var shown = try await customer.shown()
            if customer.forgetLateTaps(in: &shown) { late += 1 }
            #expect(shown.count == customer.expected.count, "\(shown)")
            for (found, wanted) in zip(shown, customer.expected) { #expect(found.hasPrefix(wanted)) }
        }
        #expect(late <= customers.count / 4, "repeated taps are known again")
        #expect(world.service.bookings == customers.count)
        #expect(world.service.requestsWithoutKey == 0)
        #expect(try await database.rows("SELECT reason FROM dead_letters") == [])
        // Revisions of each session count without gaps, and each turn is in the history once.
        #expect(
            try await database.rows(
                """
                SELECT sessions.id FROM sessions LEFT JOIN history ON history.session_id = sessions.id
                GROUP BY sessions.id, revision HAVING COUNT(*) <> revision OR MAX(turn) <> revision OR MIN(turn) <> 1
                """) == [])
        // Nothing is left over.
        #expect(try await database.rows("SELECT session_id FROM lanes WHERE due IS NOT NULL") == [])
        #expect(try await database.rows("SELECT id FROM calls") == [])
    }
}
