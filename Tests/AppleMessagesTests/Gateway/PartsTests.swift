import Channels
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// A delivery that becomes several messages to Apple.
@Suite struct PartsTests {
    private static let text = Message.text("Ours:\nhttps://a.example\nhttps://b.example")

    @Test func `the last message has the id of the delivery, the others ids made of it`() async throws {
        let bodies = try await Sending.bodies(of: Self.text)
        let ids = bodies.compactMap { $0["id"]?.string }
        #expect(ids.count == 3 && Set(ids).count == 3 && ids.last == Sending.id)
        #expect(ids.allSatisfy { UUID(uuidString: $0)?.uuidString.lowercased() == $0 })
        let again = try await Sending.bodies(of: Self.text)
        #expect(ids == again.compactMap { $0["id"]?.string })
    }

    @Test func `what Apple has taken is not sent again when a later part is tried once more`() async throws {
        try await FakeGateway.run(.status(200), .status(503), .status(200)) { gateway, url in
            let sending = Sending(to: url, showsTyping: false)
            #expect(await sending.send(Self.text)?.kind == "try again")
            #expect(await sending.send(Self.text) == nil)
            #expect(
                gateway.received.map(\.json.line) == [
                    "text Ours:", "a.example -> https://a.example", "a.example -> https://a.example",
                    "b.example -> https://b.example",
                ])
            #expect(gateway.received[1].headers["id"] == gateway.received[2].headers["id"])
            #expect(await sending.send(Self.text) == nil)
            #expect(gateway.received.count == 7, "a delivery that is done is forgotten")
        }
    }

    @Test func `somebody types once, before the first part`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            await Sending(to: url, showsTyping: true).send(Self.text)
            #expect(gateway.received.map { $0.json["type"] } == ["typing_start", "text", "richLink", "richLink"])
        }
    }

    @Test func `language, intent and group go along where they are known`() async throws {
        try await FakeGateway.run(.status(200)) { gateway, url in
            let conversation = ConversationKey(channel: "apple", customer: Account.customer, business: Account.business)
            let context = DeliveryContext(language: "pt-BR", intent: "order", group: "berlin")
            try await Sending(to: url).channel.deliver(
                Delivery(id: Sending.id, conversation: conversation, message: .text("Hello"), context: context))
            let json = try #require(gateway.received.first?.json)
            #expect(json["locale"] == "pt_BR" && json["intent"] == "order" && json["group"] == "berlin")
        }
    }
}
