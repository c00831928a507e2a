import AppleSimulator
import ConversationRuntime
import Expressions
import Foundation
import SQLStorage
import SQLiteStorage
import TestSupport
import Testing

/// The server is killed with SIGKILL at random times under load, and no message is lost, duplicated or out of order.
@Suite struct KillTests {
    private static let conversations = 1_000
    /// The number of customers at the same time, low enough that a repeated tap still arrives within the ten seconds in
    /// which it counts as the same.
    private static let atOnce = 100
    private static let kills = 10
    /// The number of customers who may see a repeated tap that a busy machine delivers after those ten seconds; some
    /// 400 taps are repeated.
    private static let lateAtMost = conversations / 20

    @Test(.timeLimit(.minutes(10)), arguments: [UInt64(7)])
    func `every conversation is complete although the server is killed again and again`(seed: UInt64) async throws {
        try await World.with(seed: seed, trouble: 40) { world in
            try misbehave(world.simulator)
            var chance = SplitMix(seed: seed)
            let (progress, report) = AsyncStream.makeStream(of: Void.self)
            let customers = try (0..<Self.conversations).map { number in
                try BookingCustomer(world.simulator, isOld: number % 10 == 9) { report.yield() }
            }
            let moments = (0..<Self.kills).map { _ in
                Int(chance.next() % UInt64(Self.conversations * BookingCustomer.sights - 1)) + 1
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for first in 0..<Self.atOnce {
                    group.addTask {
                        do {
                            for number in stride(from: first, to: Self.conversations, by: Self.atOnce) {
                                try await customers[number].book()
                            }
                        } catch {
                            // What this customer would have seen will not come.
                            report.finish()
                            throw error
                        }
                    }
                }
                try await killAndRestart(world, at: Set(moments), progress)
                try await group.waitForAll()
            }
            try await settle(world)
            var late = 0
            for customer in customers {
                var shown = try await customer.shown()
                if customer.forgetLateTaps(in: &shown) { late += 1 }
                #expect(shown.count == customer.expected.count, "\(shown)")
                for (found, wanted) in zip(shown, customer.expected) { #expect(found.hasPrefix(wanted)) }
            }
            #expect(late <= Self.lateAtMost, "repeated taps are known again")
            // Every visit of the booking step has one key, and every key one booking.
            #expect(world.service.bookings == Self.conversations)
            #expect(world.service.requests >= Self.conversations)
            #expect(world.service.requestsWithoutKey == 0)
        }
    }

    /// Adds faults: responses with 500, connections lost before and after a message is accepted, lost and late
    /// responses, repeated taps, second devices, taps on old bubbles, messages that overtake each other, clocks that
    /// are off.
    private func misbehave(_ simulator: AppleSimulator) throws {
        _ = simulator.add(try FaultRule(on: .gateway, .status(500), probability: 0.04))
        _ = simulator.add(try FaultRule(on: .gateway, .dropBefore, probability: 0.02))
        _ = simulator.add(try FaultRule(on: .gateway, .dropAfter, probability: 0.03))
        _ = simulator.add(try FaultRule(on: .webhook, .dropAfter, probability: 0.05))
        _ = simulator.add(try FaultRule(on: .webhook, .doubleTap(after: .milliseconds(500)), probability: 0.1))
        _ = simulator.add(try FaultRule(on: .webhook, .secondDevice(after: .milliseconds(300)), probability: 0.05))
        _ = simulator.add(try FaultRule(on: .webhook, .oldTap(after: .milliseconds(200)), probability: 0.05))
        _ = simulator.add(try FaultRule(on: .webhook, .outOfOrder(atMost: .seconds(1)), probability: 0.01))
        _ = simulator.add(try FaultRule(on: .webhook, .clockSkew(.seconds(30)), probability: 0.05))
        _ = simulator.add(try FaultRule(on: .gateway, .clockSkew(.seconds(-30)), probability: 0.05))
        _ = simulator.add(try FaultRule(on: .gateway, .lateAnswer(.milliseconds(400)), probability: 0.03))
        _ = simulator.add(try FaultRule(on: .webhook, .lateAnswer(.milliseconds(400)), probability: 0.03))
    }

    /// Runs the server until all customers have received what they wait for, and kills it when the number of these
    /// events reaches each of `moments`.
    private func killAndRestart(_ world: World, at moments: Set<Int>, _ progress: AsyncStream<Void>) async throws {
        var server = try await world.startServer()
        var seen = 0
        for await _ in progress {
            seen += 1
            if moments.contains(seen) {
                server.kill()
                _ = await server.status()
                server = try await world.startServer()
            }
            if seen == Self.conversations * BookingCustomer.sights { break }
        }
        server.stop()
        await server.expectEnd(with: 0)
    }

    /// Starts once more and waits until no message is pending; a message sent twice by mistake would arrive now.
    private func settle(_ world: World) async throws {
        let server = try await world.startServer()
        let sessions = try SQLiteDatabase(path: world.database, isOwner: false).sessions
        try await poll { try await sessions.sessionsWithDeliveries(after: nil, limit: 1).isEmpty }
        server.stop()
        _ = await server.status()
        #expect(try await sessions.deadLetters(limit: 1).isEmpty)
    }
}

/// A seeded random generator.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
