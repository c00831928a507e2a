import Concurrency
import CurlClient
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Faults at the gateway` {
    @Test func `a status is answered, and nothing is taken, as often as said`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.text(to: device.customer)
            harness.simulator.add(try FaultRule(on: .gateway, .status(500), count: 2))
            let first = try await harness.post(message)
            #expect(first.status == 500)
            #expect(first.json["error"]?["code"] == "fault")
            #expect(try await harness.post(message, headers: ["authorization": nil]).status == 500, "before all checks")
            #expect(try await harness.simulator.messages(of: device.id).isEmpty)
            #expect(try await harness.post(message).status == 200)
            #expect(harness.simulator.log().map(\.fault) == ["status", "status", nil])
            #expect(harness.simulator.faults.active.isEmpty, "it is used up")
        }
    }

    @Test(arguments: [(FaultRule.Kind.dropBefore, 0), (.dropAfter, 1)])
    func `a dropped connection has no answer`(_ row: (FaultRule.Kind, Int)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.text(to: device.customer)
            harness.simulator.add(try FaultRule(on: .gateway, row.0, count: 1))
            await #expect(throws: HTTPFailure.self) { try await harness.post(message) }
            #expect(try await harness.simulator.messages(of: device.id).count == row.1)
            let log = harness.simulator.log()
            #expect(log.map(\.fault) == [row.0.word])
            #expect(log.map(\.status) == [row.1 == 0 ? nil : 200])

            #expect(try await harness.post(message).status == 200, "the sender tries again")
            #expect(try await harness.simulator.messages(of: device.id).count == 1)
            #expect(harness.simulator.log().last?.isRepeat == (row.1 == 1))
        }
    }

    @Test func `a delay ends when the clock is turned`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            harness.simulator.add(try FaultRule(on: .gateway, .delay(.seconds(10)), count: 1))
            async let late = harness.post(Messages.text("late", to: device.customer, id: 1))
            try await harness.clock.untilAsleep()
            #expect(try await harness.post(Messages.text("early", to: device.customer, id: 2)).status == 200)
            harness.clock.turn(by: .seconds(10))
            #expect(try await late.status == 200)
            let texts = try await harness.simulator.messages(of: device.id).map { $0.json(withPayload: false)["text"] }
            #expect(texts == ["early", "late"])
        }
    }

    @Test func `a fault can be for one customer`() async throws {
        try await withSimulator { harness in
            let (ana, ben) = (try harness.device(), try harness.device())
            harness.simulator.add(try FaultRule(on: .gateway, .status(503), count: 1, customer: ben.customer))
            #expect(try await harness.post(Messages.text(to: ana.customer)).status == 200)
            #expect(try await harness.post(Messages.text(to: ben.customer)).status == 503)
        }
    }
}
