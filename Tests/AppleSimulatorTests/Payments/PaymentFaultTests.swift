import Concurrency
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Faults of payments` {
    private func paying(
        under fault: FaultRule.Kind, on side: FaultRule.Side = .payment,
        _ body: (Harness, PayDesk, SimulatedDevice) async throws -> Void
    ) async throws {
        try await withPayDesk { harness, desk in
            let device = try harness.device()
            try await harness.askToPay(device, at: desk)
            _ = try await harness.open(device)
            _ = harness.simulator.add(try FaultRule(on: side, fault, count: 1))
            try await body(harness, desk, device)
        }
    }

    @Test(arguments: [
        (FaultRule.Kind.dropBefore, 0), (.dropAfter, 1), (.status(503), 1),
    ]) func `a call can be lost on the way there or back`(_ row: (FaultRule.Kind, Int)) async throws {
        try await paying(under: row.0) { harness, desk, device in
            let outcome = try await harness.simulator.pay(from: device.id)
            #expect(!outcome.isPaid && desk.calls.count == row.1)
            #expect(harness.receiver.webhooks.isEmpty)
            #expect(try await harness.simulator.pay(from: device.id).isPaid, "the customer tries again")
        }
    }

    @Test func `a call can be made twice at once`() async throws {
        try await paying(under: .doubleCall(after: .zero)) { harness, desk, device in
            desk.hold(true)
            async let paying = harness.simulator.pay(from: device.id)
            let calls = try await desk.calls(atLeast: 2)
            desk.hold(false)
            #expect(try await paying.isPaid)
            #expect(calls.map(\.endpoint) == ["payment-gateway", "payment-gateway"] && calls[0].body == calls[1].body)
        }
    }

    @Test func `a call can be repeated later`() async throws {
        try await paying(under: .doubleCall(after: .seconds(5))) { harness, desk, device in
            async let paying = harness.simulator.pay(from: device.id)
            try await harness.clock.untilAsleep(until: Harness.start + .seconds(5))
            #expect(desk.calls.count == 1)
            harness.clock.turn(by: .seconds(5))
            #expect(try await paying.isPaid)
            #expect(desk.payments(to: "payment-gateway").count == 2)
        }
    }

    @Test func `an answer that comes after 30 seconds is too late`() async throws {
        try await paying(under: .lateAnswer(.seconds(31))) { harness, desk, device in
            async let paying = harness.simulator.pay(from: device.id)
            try await harness.clock.untilAsleep(until: Harness.start + .seconds(31))
            try await harness.clock.untilAsleep(until: Harness.start + .seconds(30))
            harness.clock.turn(by: .seconds(30))
            let outcome = try await paying
            #expect(!outcome.isPaid && outcome.failure == "no response within 30 seconds")
            #expect(desk.payments(to: "payment-gateway").count == 1)
        }
    }

    @Test(arguments: [(FaultRule.Kind.dropBefore, 0), (.doubleTap(after: .zero), 2)])
    func `the message afterwards can be missing or doubled`(_ row: (FaultRule.Kind, Int)) async throws {
        try await paying(under: row.0, on: .webhook) { harness, desk, device in
            let outcome = try await harness.simulator.pay(from: device.id)
            #expect(outcome.isPaid)
            #expect(harness.receiver.webhooks(of: "interactive").count == row.1)
            #expect(desk.payments(to: "order-tracking").count == 1)
        }
    }

    @Test func `the order is told although the message afterwards is late`() async throws {
        try await paying(under: .delay(.minutes(1)), on: .webhook) { harness, desk, device in
            async let paying = harness.simulator.pay(from: device.id)
            let calls = try await desk.calls(atLeast: 2)
            #expect(calls.map(\.endpoint) == ["payment-gateway", "order-tracking"])
            #expect(harness.receiver.webhooks.isEmpty)
            try await harness.clock.untilAsleep(until: Harness.start + .minutes(1))
            harness.clock.turn(by: .minutes(1))
            #expect(try await paying.webhook?.isDelivered == true)
        }
    }

    @Test func `what happens elsewhere does not happen to payments`() async {
        await expectRefusal("`double-call` happens on `payment` only") {
            try FaultRule(on: .webhook, .doubleCall(after: .zero), count: 1)
        }
        await expectRefusal("`double-tap` happens on `webhook` only") {
            try FaultRule(on: .payment, .doubleTap(after: .zero), count: 1)
        }
    }
}
