import JSON
import Logging
import Testing

@testable import AppleSimulator

@Suite struct `Many at once` {
    @Test func `64 customers talk at the same time, and each sees what is theirs, in order`() async throws {
        let (customers, rounds) = (64, 5)
        try await withSimulator { harness in
            try await withThrowingTaskGroup(of: [String].self) { group in
                for customer in 0..<customers {
                    let device = try harness.device()
                    group.addTask { try await talk(harness, device, customer, rounds) }
                }
                for try await texts in group { #expect(texts.count == rounds) }
            }
            #expect(harness.receiver.webhooks(of: "text").count == customers * rounds)
            #expect(harness.receiver.webhooks(of: "interactive").count == customers * rounds)
            #expect(harness.simulator.log().count == customers * rounds * 5)
        }
    }

    /// Runs rounds of a text from the customer, a text and a bubble from the business, and a tap from the customer.
    private func talk(
        _ harness: Harness, _ device: SimulatedDevice, _ customer: Int, _ rounds: Int
    ) async throws -> [String] {
        for round in 1...rounds {
            let id = (customer * rounds + round) * 2
            #expect(try await harness.simulator.send(text: "Round \(round)", from: device.id).isDelivered)
            let text = Messages.text("Answer \(customer)-\(round)", to: device.customer, id: id)
            #expect(try await harness.post(text).status == 200)
            let bubble = Messages.quickReply(to: device.customer, id: id + 1)
            #expect(try await harness.post(bubble).status == 200)
            #expect(try await harness.simulator.tap(["race"], from: device.id).isDelivered)
        }
        let entries = try await harness.simulator.messages(of: device.id)
        let texts = entries.compactMap { $0.json(withPayload: false)["text"]?.string }
        #expect(texts == (1...rounds).map { "Answer \(customer)-\($0)" })
        #expect(entries.filter(\.isAnswered).count == rounds)
        return texts
    }
}
