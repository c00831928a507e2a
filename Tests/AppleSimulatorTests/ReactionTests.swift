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

    @Test(arguments: [
        ("de_DE", "liked", "Gefällt „Hello“"), ("de_DE", "loved", "Loved “Hello”"),
        ("fr_FR", "loved", "A adoré «Hello»"), ("fr_FR", "🚲", "A réagi avec 🚲 à «Hello»"),
        ("es", "laughed", "Se rió de “Hello”"), ("pt_BR", "liked", "Liked “Hello”"),
        ("en_US", "liked", "Liked “Hello”"),
    ]) func `speak the language of the device, as far as it is known`(_ row: (String, String, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device { $0.locale = row.0 }
            _ = try await harness.post(Messages.text("Hello", to: device.customer))
            _ = try await harness.simulator.react(try #require(Reaction(row.1)), from: device.id)
            #expect(harness.receiver.webhooks[0].body["body"] == .string(row.2))
        }
    }

    @Test(arguments: [
        ("image/png", nil, "Liked an image"), ("video/mp4", nil, "Liked a movie"),
        ("audio/x-caf", nil, "Liked an audio message"), ("application/pdf", nil, "Liked an attachment"),
        ("image/jpeg", "fr_FR", "A aimé une image"),
    ]) func `to files say what they are`(_ row: (String, String?, String)) async throws {
        try await withSimulator { harness in
            let device = try harness.device { $0.locale = row.1 }
            let file = try await harness.upload([1, 2, 3]).attachment(name: "a", mimeType: row.0)
            let message = Messages.text("\u{FFFC}", to: device.customer).setting("attachments", to: [file])
            #expect(try await harness.post(message).status == 200)
            _ = try await harness.simulator.react(.liked, from: device.id)
            #expect(harness.receiver.webhooks[0].body["body"] == .string(row.2))
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
