import AppleSimulator
import Foundation
import TestSupport
import Testing

/// A server whose machine has another time than its database.
@Suite(.enabled(if: TestDatabase.isPossible, "there is no PostgreSQL server"))
struct OtherClockTests {
    /// The first start was killed, so that the second waits until its lease has run out, and is not registered meanwhile.
    @Test(.timeLimit(.minutes(10)))
    func `customers are not asked too early whether they are still there`() async throws {
        let database = try await TestDatabase()
        try await World.with(seed: 12) { world in
            let settings = [
                "USHER_STORAGE_URL": database.url, "USHER_STORAGE_NODE": "node-0", "USHER_STORAGE_LEASE": "3 seconds",
            ]
            let first = try await world.startServer(with: settings)
            let simulator = world.simulator
            let customer = try BookingCustomer(simulator, isOld: false) {}
            _ = try await simulator.send(text: "Hello", from: customer.device)
            try await poll { try await customer.shown().count == 3 }
            first.kill()
            _ = await first.status()

            let turned = try await TurnedClock.variables(seconds: 3_600)
            let second = try await world.startServer(with: settings.merging(turned) { $1 })
            #expect(await second.errors.wait(for: "clock differs from the database's"))
            #expect(await second.errors.wait(for: "name in use"))
            await poll {
                let ready = "http://127.0.0.1:\(world.serverPort)/health/ready"
                return (try? await SeveralBots.send("GET", ready))?.status == 200
            }
            _ = try await simulator.tap(["Book a chair"], from: customer.device)
            try await poll { try await customer.shown().count >= 4 }
            let shown = try await customer.shown()
            #expect(shown.count == 4 && shown.last?.hasPrefix("list-picker") == true, "\(shown)")
            second.stop()
            await second.expectEnd(with: 0)
        }
        try await database.remove()
    }
}
