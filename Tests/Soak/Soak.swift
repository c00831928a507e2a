import AppleSimulator
import Expressions
import Foundation
import Logging

/// Runs the release program for a while with mixed traffic over both real protocols, kills it occasionally, and checks
/// its behaviour: no message is lost or duplicated, and memory, files and log stay bounded.
///
/// `make soak`, with `SOAK_MINUTES` (10), `SOAK_CUSTOMERS` (24, half of them in browsers) and `SOAK_SEED` (1).
@main
struct Soak {
    private static func setting(_ name: String, _ usual: Double) -> Double {
        ProcessInfo.processInfo.environment[name].flatMap(Double.init) ?? usual
    }

    static func main() async {
        do {
            try await soak()
        } catch {
            print("✗ \(error)")
            exit(1)
        }
    }

    private static func soak() async throws {
        guard CommandLine.arguments.count == 3 else {
            throw SoakFailure("usage: Soak PROGRAM PROJECT, both built by `make soak`")
        }
        let length = Duration.seconds(setting("SOAK_MINUTES", 10) * 60)
        let seed = UInt64(setting("SOAK_SEED", 1))
        let plan = SoakPlan(
            length: length, customers: max(2, Int(setting("SOAK_CUSTOMERS", 24))), seed: seed)
        let report = try await SoakWorld.with(
            program: CommandLine.arguments[1], project: CommandLine.arguments[2], seed: seed
        ) { world in try await run(plan, in: world) }
        print(report.table)
        guard report.findings.isEmpty else {
            for finding in report.findings { print("✗ \(finding)") }
            exit(1)
        }
    }

    /// Runs one customer of each kind first, undisturbed; all others must see the same messages.
    private static func run(_ plan: SoakPlan, in world: SoakWorld) async throws -> SoakReport {
        try await world.start()
        let tally = Tally()
        let phone = try await PhoneCustomer(world, tally).walk()
        let browser = try await BrowserCustomer(world, tally, number: 0).walk()
        tally.expect(phones: phone, browsers: browser)
        world.misbehave()

        let gauge = Gauge()
        let progress = SoakProgress(plan: plan)
        let began = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...plan.customers {
                group.addTask { try await customers(number, until: began + plan.length, world, tally) }
            }
            group.addTask { try await world.killNowAndThen(plan.kills, from: began) { tally.note(kill: $0) } }
            let watching = Task {
                while !Task.isCancelled {
                    gauge.look(at: world, since: began)
                    progress.show(gauge, tally, ContinuousClock.now - began)
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            defer { watching.cancel() }
            try await group.waitForAll()
        }
        progress.end()
        var report = SoakReport(plan, gauge, tally)
        report.findings += try await world.settle(tally)
        return report
    }

    /// Runs customers of one kind, one after another, until the time is over; a conversation in progress is completed.
    private static func customers(
        _ number: Int, until end: ContinuousClock.Instant, _ world: SoakWorld, _ tally: Tally
    ) async throws {
        var round = 0
        while ContinuousClock.now < end {
            round += 1
            if number.isMultiple(of: 2) {
                tally.compare(browser: try await BrowserCustomer(world, tally, number: number + round * 1_000).walk())
            } else {
                tally.compare(phone: try await PhoneCustomer(world, tally).walk())
            }
        }
    }
}

/// The duration of a run, its number of customers, and when the server is killed.
struct SoakPlan: Sendable {
    let length: Duration
    let customers: Int
    /// Since the beginning. The last part of the time is undisturbed, to see whether any usage grows.
    let kills: [Duration]

    /// The share of the time in which the server is killed.
    static let disturbed = 0.6

    init(length: Duration, customers: Int, seed: UInt64) {
        self.length = length
        self.customers = customers
        var chance = SeededRandom(seed: seed)
        let count = max(3, Int(length.inSeconds / 60))
        let part = length.inSeconds * Self.disturbed / Double(count)
        kills = (0..<count).map { .seconds(part * (Double($0) + chance.next())) }
    }
}

/// A seeded random generator (SplitMix64, after Steele, Lea and Flood).
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// From 0 up to 1.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ mixed >> 31) >> 11) / Double(1 << 53)
    }
}

struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
