import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Tapping` {
    @Test func `goes to the newest bubble that waits, and the next tap to the one before`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            _ = try await harness.post(Messages.timePicker(to: device.customer, id: 2))
            _ = try await harness.post(Messages.listPicker(to: device.customer, id: 3))
            _ = try await harness.simulator.tap(["m1"], from: device.id)
            _ = try await harness.simulator.tap(["city"], from: device.id)
            _ = try await harness.simulator.pick(.first, from: device.id)
            let answered = harness.receiver.webhooks.map { $0.body["interactiveData"]?["data"]?["requestIdentifier"] }
            #expect(answered == ["what-to-eat", "which-bike", "when"])
            #expect(try await harness.simulator.messages(of: device.id).map(\.isAnswered) == [true, true, true])
            await expectRefusal("waits for an answer") { try await harness.simulator.tap(["city"], from: device.id) }
        }
    }

    @Test func `can answer one bubble twice by name, in the same session`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.quickReply(to: device.customer)
            _ = try await harness.post(message)
            let id = try #require(message["id"]?.string)
            _ = try await harness.simulator.tap(["city"], on: .message(id), from: device.id)
            _ = try await harness.simulator.tap(["race"], on: .request("which-bike"), from: device.id)
            let sessions = harness.receiver.webhooks.map { $0.body["interactiveData"]?["sessionIdentifier"] }
            #expect(sessions.count == 2)
            #expect(Set(sessions).count == 1)
        }
    }

    @Test func `leaves the bubble open when the business did not take the answer`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            harness.receiver.answer(503)
            let outcome = try await harness.simulator.tap(["city"], from: device.id)
            #expect(!outcome.isDelivered)
            let entries = try await harness.simulator.messages(of: device.id, withSent: true)
            #expect(entries.map(\.isAnswered) == [false, false])
            #expect(entries.map(\.isDelivered) == [nil, false])
            #expect(try await harness.simulator.tap(["city"], from: device.id).isDelivered)

            harness.receiver.answer(503)
            let again = try await harness.simulator.tap(["race"], on: .request("which-bike"), from: device.id)
            #expect(!again.isDelivered)
            #expect(try await harness.simulator.messages(of: device.id).map(\.isAnswered) == [true], "it was before")
        }
    }

    @Test func `is refused with what would be right`() async throws {
        try await withSimulator { harness in
            let (device, simulator) = (try harness.device(), harness.simulator)
            await expectRefusal("waits for an answer") { try await simulator.tap(["city"], from: device.id) }
            await expectRefusal("no device `d99`") { try await simulator.tap(["city"], from: "d99") }
            _ = try await harness.post(Messages.quickReply(to: device.customer, id: 1))
            await expectRefusal("it has `city` (City bike)") { try await simulator.tap(["boat"], from: device.id) }
            await expectRefusal("at least one item") { try await simulator.tap([], from: device.id) }
            await expectRefusal("one item of a quick reply") {
                try await simulator.tap(["city", "race"], from: device.id)
            }
            await expectRefusal("occurs twice") { try await simulator.tap(["city", "city"], from: device.id) }
            await expectRefusal("no bubble from a message `x`") {
                try await simulator.tap(["city"], on: .message("x"), from: device.id)
            }
            await expectRefusal("no bubble of the request `x`") {
                try await simulator.tap(["city"], on: .request("x"), from: device.id)
            }
            await expectRefusal("a time picker is picked from") {
                try await simulator.pick(.first, on: .request("which-bike"), from: device.id)
            }
            _ = try await harness.post(Messages.listPicker(to: device.customer, id: 2))
            await expectRefusal("in the section `Mains` only one") {
                try await simulator.tap(["m1", "m2"], from: device.id)
            }
            _ = try await harness.post(Messages.timePicker(to: device.customer, id: 3))
            await expectRefusal("a number from 1 to 2, or one of `t1`, `t2`") {
                try await simulator.pick(.number(3), from: device.id)
            }
            #expect(harness.receiver.webhooks.isEmpty, "nothing was posted")
        }
    }

    @Test func `needs an identifier when two items have one title`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = Messages.quickReply(to: device.customer)
                .setting("interactiveData.data.quick-reply.items[1].title", to: "City bike")
            _ = try await harness.post(message)
            await expectRefusal("2 items are called `City bike`") {
                try await harness.simulator.tap(["City bike"], from: device.id)
            }
        }
    }

    @Test func `cannot reach a bubble that was lost`() async throws {
        try await withSimulator { harness in
            let device = try harness.device(.oldIPhone)
            _ = try await harness.post(Messages.quickReply(to: device.customer))
            await expectRefusal("the customer never saw that bubble") {
                try await harness.simulator.tap(["city"], on: .request("which-bike"), from: device.id)
            }
            await expectRefusal("waits for an answer") { try await harness.simulator.tap(["city"], from: device.id) }
        }
    }
}
