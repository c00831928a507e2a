import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import JSON
import Testing

@testable import Server

/// An action recalculates the sheet when the customer changes a choice on it.
@Suite struct RecalculationTests {
    private static let recalculate = "    recalculate: costs\n"
    private static let address: JSONValue = [
        "shippingContact": ["locality": "Cupertino", "postalCode": "95014", "countryCode": "us"]
    ]

    @Test func `what the action reckons is shown, and is what is paid`() async throws {
        try await FishShop.run(pay: Self.recalculate) { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            shop.provider.answerCosts([
                "items": [
                    ["name": "Halibut", "price": ["amount": "59.00", "currency": "USD"]],
                    ["name": "Tax", "price": ["amount": "5.31", "currency": "USD"]],
                ]
            ])
            let answer = try await sheet.post("shipping-contact", Self.address)
            #expect(
                answer.body == [
                    "newLineItems": [
                        ["label": "Halibut", "amount": "59.00", "type": "final"],
                        ["label": "Tax", "amount": "5.31", "type": "final"],
                        ["label": "UPS Ground", "amount": "4.99", "type": "final"],
                    ],
                    "newTotal": ["label": "Sam's Fish", "amount": "69.30", "type": "final"],
                ])
            #expect(try await sheet.pay().body == Sheet.success)
            #expect(shop.provider.amounts.last == ["amount": "69.30", "currency": "USD"])
            #expect(try await shop.trail().prefix(3) == [.opened, .changed, .authorised])
        }
    }

    @Test func `a change that the action refuses leaves the sheet as it was`() async throws {
        try await FishShop.run(pay: Self.recalculate) { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            shop.provider.answerCosts(["problem": "We do not ship there."])
            let answer = try await sheet.post("shipping-contact", Self.address)
            #expect(
                answer.body["errors"] == [["code": "addressUnserviceable", "message": "We do not ship there."]])
            #expect(answer.body["newTotal"]?["amount"] == "63.99")
            #expect(try await sheet.pay().body == Sheet.success)
            #expect(shop.provider.amounts.last == ["amount": "63.99", "currency": "USD"])
        }
    }

    @Test func `an action that does not answer is not waited for beyond 25 seconds`() async throws {
        try await FishShop.run(pay: Self.recalculate) { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            shop.provider.hold()
            async let answer = sheet.post("shipping-contact", Self.address)
            await shop.provider.untilAsked(1)
            try await shop.server.clock.untilSomebodySleeps(until: Account.now + .seconds(25))
            shop.server.clock.turn(by: .seconds(25))
            let (status, body) = try await answer
            #expect(status == 200)
            #expect(
                body["errors"] == [
                    ["code": "addressUnserviceable", "message": "That cannot be changed just now."]
                ])
            #expect(body["newTotal"]?["amount"] == "63.99")
            shop.provider.release()
            await shop.server.conversations.untilCalled()
            #expect(try await sheet.pay().body == Sheet.success)
        }
    }
}
