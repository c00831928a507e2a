import AppleSimulator
import Channels
import Expressions
import Foundation
import TestSupport
import Testing

/// A restore as an operator does it, while a customer is in a conversation.
@Suite struct RestoreDrillTests {
    @Test(.timeLimit(.minutes(5)))
    func
        `after a restore the conversation continues from the backup, and what may have been sent waits for an operator`()
        async throws
    {
        try await World.with(seed: 41, project: OrderProject()) { world in
            var server = try await world.startServer()
            let device = try world.simulator.createDevice(DeviceDescription(.iphone, business: World.business)).id
            var inbox = Inbox(device: device, world: world)
            _ = try await world.simulator.send(text: "Hello", from: device)
            _ = try await inbox.wait(for: 1)

            // While Apple accepts nothing, the answer waits, and the backup is made.
            let outage = world.simulator.add(try FaultRule(on: .gateway, .status(500)))
            _ = try await world.simulator.send(text: "one", from: device)
            let made = try await world.run("backup", "kept")
            #expect(made.status == 0, "\(made.errors)")
            try world.simulator.removeFault(outage)
            let late = try await inbox.wait(for: 3)
            _ = try await world.simulator.send(text: "two", from: device)
            _ = try await inbox.wait(for: 5)

            let refused = try await world.run("restore", "kept")
            #expect(refused.status == 75 && refused.errors.contains("stop the server first"), "\(refused)")
            server.stop()
            await server.expectEnd(with: 0)
            let restored = try await world.run("restore", "kept")
            #expect(restored.status == 0 && restored.output.contains("usher.sqlite  "), "\(restored)")
            #expect(restored.errors.contains("2 messages that waited in the backup may have been sent since"))
            #expect(restored.errors.contains("the previous database is in "))

            server = try await world.startServer()
            let dead = try await world.run("deliveries", "dead")
            #expect(dead.output.split(separator: "\n").count == 2, "\(dead)")
            _ = try await world.simulator.send(text: "three", from: device)
            _ = try await inbox.wait(for: 7)
            let history = try await world.run("sessions", "history", "1").output
            #expect(history.contains("you: one") && history.contains("you: three") && !history.contains("you: two"))

            // Nothing has come twice, until an operator wants it.
            #expect(Set(inbox.ids).count == inbox.ids.count)
            let retried = try await world.run("deliveries", "retry", "--all")
            #expect(retried.status == 0 && retried.errors.contains("is queued for delivery"), "\(retried)")
            try await world.expectSent(again: late)
            #expect(try await world.run("deliveries", "dead").output == "")
            server.stop()
            await server.expectEnd(with: 0)
        }
    }
}

/// The ids of the messages that a device has received.
private struct Inbox {
    let device: DeviceID
    let world: World
    private(set) var ids: [String] = []
    private var last = 0

    init(device: DeviceID, world: World) {
        self.device = device
        self.world = world
    }

    /// Waits until there are `count` messages. Returns the ids of those that are new.
    mutating func wait(for count: Int) async throws -> [String] {
        let known = ids.count
        while ids.count < count {
            let more = try await world.simulator.messages(of: device, after: last, wait: .seconds(60))
            guard let newest = more.last else { throw ProgramFailure("\(ids.count) messages came instead of \(count)") }
            last = newest.number
            ids += more.filter { if case .received = $0.content { true } else { false } }.map(\.messageID)
        }
        #expect(ids.count == count)
        return Array(ids[known...])
    }
}

extension World {
    /// Waits until the gateway has got messages a second time, under the same ids.
    fileprivate func expectSent(again ids: [String]) async throws {
        let simulator = self.simulator
        let repeated = { Set(simulator.log().filter { $0.side == .gateway && $0.isRepeat }.compactMap(\.messageID)) }
        await poll { repeated() == Set(ids) }
        #expect(repeated() == Set(ids))
    }
}
