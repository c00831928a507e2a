import Foundation
import Histories
import PostgreSQLServers
import TestSupport
import Testing

/// One run of three servers on a database with a standby. Its seed decides what happens to them, and when.
struct NodeRun {
    let seed: UInt64
    let databases: PrimaryAndStandby
    private let kinds: [Trouble]

    private static let servers = 3
    /// The number of customers, all of whom write at the same time.
    private static let customers = 12
    private static let troubles = 4

    /// What happens in a run.
    enum Trouble: CaseIterable {
        /// A server: `kill -9`; SIGTERM; SIGSTOP for longer than its leases; no way to the database for longer than its
        /// leases; another clock.
        case killed, stopped, frozen, cutOff, turned
        /// The database: its server crashes and starts again; its standby takes its place.
        case restarted, promoted
    }

    init(seed: UInt64, on databases: PrimaryAndStandby) {
        self.seed = seed
        self.databases = databases
        // Consecutive seeds have every kind.
        let all = Trouble.allCases
        var random = SeededRandom(seed: seed)
        kinds = (0..<Self.troubles).map { all[(Int(seed) * Self.troubles + $0) % all.count] }
            .shuffled(using: &random)
    }

    /// Returns what is wrong at the end.
    func play() async throws -> [String] {
        let database = try await TestDatabase(on: databases.url)
        try await databases.untilBothHave(database.databaseName)
        var faults: [String] = []
        try await World.with(seed: seed, trouble: 40) { world in
            let servers = try await SeveralServers(
                Self.servers, of: world, on: database, with: ["USHER_STORAGE_LEASE": "1 second"],
                across: databases.servers)
            try await database.noteMarks()
            let (progress, report) = AsyncStream.makeStream(of: Void.self)
            let customers = try (0..<Self.customers).map { number in
                try BookingCustomer(world.simulator, isOld: number % 6 == 5) { report.yield() }
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for customer in customers { group.addTask { try await customer.book() } }
                group.addTask { try await harm(servers, database, progress) }
                try await group.waitForAll()
            }
            try await databases.untilSynchronous()
            try await poll { try await database.rows("SELECT 1 FROM deliveries LIMIT 1").isEmpty }
            await servers.untilReady()
            await servers.stop()
            let record = try await RunRecord(of: customers, in: world, database)
            faults = HistoryChecker(record).faults()
            faults += try await Self.unexpected(customers, world)
        }
        try await database.remove()
        return faults
    }

    /// Lets things happen whenever customers have seen as much as the seed says.
    private func harm(
        _ servers: SeveralServers, _ database: TestDatabase, _ progress: AsyncStream<Void>
    ) async throws {
        var random = SeededRandom(seed: seed &+ 1)
        let sights = Self.customers * BookingCustomer.sights
        let moments = kinds.map { _ in random.number(below: sights * 3 / 4) + 1 }.sorted()
        var troubles = zip(moments, kinds).makeIterator()
        var next = troubles.next()
        var seen = 0
        for await _ in progress {
            seen += 1
            while let (moment, kind) = next, moment <= seen {
                try await happen(kind, servers, database, &random)
                next = troubles.next()
            }
            if seen == sights { return }
        }
    }

    private func happen(
        _ trouble: Trouble, _ servers: SeveralServers, _ database: TestDatabase, _ random: inout SeededRandom
    ) async throws {
        let index = random.number(below: Self.servers)
        switch trouble {
        case .killed: try await servers.killAndRestart(index)
        case .stopped: try await servers.restart(index)
        case .frozen:
            await servers.freeze(index)
            try await untilOut(index, database)
            await servers.thaw(index)
        case .cutOff:
            await servers.cutOff(index)
            try await untilOut(index, database)
            await servers.reconnect(index)
        case .turned:
            try await servers.restart(
                index, with: try await TurnedClock.variables(seconds: random.pick([3_600, -3_600])))
        case .restarted: try await databases.restart()
        case .promoted: try await databases.failOver(formerReturns: random.happens(onceIn: 2), clients: "usher node")
        }
    }

    /// Waits until the leases of a server have run out for a while.
    private func untilOut(_ index: Int, _ database: TestDatabase) async throws {
        try await poll {
            try await database.rowsIfReachable(
                """
                SELECT 1 FROM nodes WHERE name = 'node-\(index)'
                AND seen_at < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 2500
                """) == ["1"]
        }
    }

    /// What customers see that they should not, and what is booked more or less often than it should be.
    private static func unexpected(_ customers: [BookingCustomer], _ world: World) async throws -> [String] {
        var (faults, late): ([String], Int) = ([], 0)
        for customer in customers {
            var shown = try await customer.shown()
            if customer.forgetLateTaps(in: &shown) { late += 1 }
            let fits = zip(shown, customer.expected).allSatisfy { $0.hasPrefix($1) }
            if !fits || shown.count != customer.expected.count { faults.append("a customer sees \(shown)") }
        }
        if late > customers.count / 4 { faults.append("\(late) repeated taps were not known again") }
        let service = world.service
        if service.bookings != customers.count { faults.append("\(service.bookings) chairs are booked") }
        if service.requestsWithoutKey > 0 { faults.append("\(service.requestsWithoutKey) requests had no key") }
        return faults
    }
}
