import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Reactions` {
    @Test(arguments: [
        ("liked", "Liked “Hello”"), ("loved", "Loved “Hello”"), ("disliked", "Disliked “Hello”"),
        ("laughed", "Laughed at “Hello”"), ("emphasized", "Emphasized “Hello”"),
        ("questioned", "Questioned “Hello”"), ("🚲", "Reacted 🚲 to “Hello”"),
    ]) func `are texts that tell what was done`(_ row: (String, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.text("Hello", to: device.customer))
            _ = try await harness.simulator.react(try #require(Reaction(row.0)), from: device.id)
            #expect(harness.receiver.webhooks.map { $0.body["type"] } == ["text"])
            #expect(harness.receiver.webhooks[0].body["body"] == .string(row.1))
        }
    }

    @Test func `to bubbles do not quote them`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            _ = try await harness.post(Messages.text("Hello", to: device.customer, id: 1))
            let bubble = Messages.quickReply(to: device.customer, id: 2)
            _ = try await harness.post(bubble)
            _ = try await harness.post(Messages.typing(to: device.customer, id: 3))
            _ = try await harness.simulator.react(.loved, from: device.id)
            _ = try await harness.simulator.react(.emoji("👍"), to: bubble["id"]?.string, from: device.id)
            #expect(
                harness.receiver.webhooks.map { $0.body["body"] } == [
                    "Loved 1 Business Message", "Reacted 👍 to 1 Business Message",
                ])
        }
    }

    @Test func `need something to react to, and a word or an emoji`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            await expectRefusal("no message to react to") {
                try await harness.simulator.react(.liked, from: device.id)
            }
            await expectRefusal("shows no message `x`") {
                try await harness.simulator.react(.liked, to: "x", from: device.id)
            }
            #expect(["hated", "", "7", "a", "👍👍"].allSatisfy { Reaction($0) == nil })
        }
    }
}
