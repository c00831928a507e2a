import AppleSimulator
import ConversationRuntime
import Expressions
import JSON
import TestSupport
import Testing

@testable import Server

/// Apple's sample requests of each endpoint (Interactive Message Types), sent to the running server.
@Suite struct SampleRequestTests {
    @Test func `the sample of the payment gateway is paid, and the conversation goes on`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            let shown = try await phone.after { _, _ in
                let answer = try await sheet.pay()
                #expect(answer.status == 200 && answer.body == Sheet.success)
                await shop.untilTold()
            }
            #expect(shown == [FishShop.thanks])
            #expect(shop.provider.amounts == [["amount": "63.99", "currency": "USD"]])
            #expect(try await shop.trail() == [.opened, .authorised, .paid, .told])
            let payment = try await shop.payment()
            #expect(payment.state == .paid && payment.reference?.hasPrefix("ch-") == true)
            #expect(payment.items.map(\.label) == ["Halibut", "UPS Ground"])
            #expect(payment.items.map(\.amount.text) == ["59.00 USD", "4.99 USD"])
        }
    }

    @Test func `the sample of another way of shipping brings new lines and a new total`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            let answer = try await sheet.post(
                "shipping-method",
                [
                    "shippingMethod": [
                        "amount": "29.99", "detail": "1-3 Business Days", "identifier": "flat_rate_shipping_id_1",
                        "label": "FedEx Priority Mail", "type": "Final",
                    ]
                ])
            #expect(answer.status == 200)
            #expect(
                answer.body == [
                    "newLineItems": [
                        ["label": "Halibut", "amount": "59.00", "type": "final"],
                        ["label": "FedEx Priority Mail", "amount": "29.99", "type": "final"],
                    ],
                    "newTotal": ["label": "Sam's Fish", "amount": "88.99", "type": "final"],
                ])
            let payment = try await sheet.pay(
                method: ["identifier": "flat_rate_shipping_id_1", "amount": "29.99", "label": "FedEx Priority Mail"])
            #expect(payment.body == Sheet.success)
            #expect(shop.provider.amounts == [["amount": "88.99", "currency": "USD"]])
            let items = try await shop.payment().items
            #expect(items.map(\.label) == ["Halibut", "FedEx Priority Mail"])
            #expect(items.map(\.amount.text) == ["59.00 USD", "29.99 USD"], "the lines make up what is paid")
        }
    }

    @Test(arguments: ["credit", "Credit"]) func `the sample of another card changes nothing`(_ type: String)
        async throws
    {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            let answer = try await sheet.post("payment-method", ["paymentMethod": ["type": .string(type)]])
            #expect(answer.status == 200 && answer.body == [:])
        }
    }

    @Test func `another address changes nothing where nobody reckons`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            let answer = try await sheet.post(
                "shipping-contact",
                [
                    "shippingContact": [
                        "locality": "Cupertino", "administrativeArea": "CA", "postalCode": "95014",
                        "country": "United States", "countryCode": "us", "addressLines": [], "givenName": "",
                        "familyName": "",
                    ]
                ])
            #expect(answer.status == 200 && answer.body == [:])
        }
    }

    @Test func `the finished order is noted, and the answer says nothing`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            _ = try await sheet.pay()
            await shop.untilTold()
            let answer = try await sheet.post(
                "order-tracking",
                [
                    "shippingMethod": Sheet.ground,
                    "summaryItems": [
                        ["label": "Halibut", "amount": "59", "type": "Final"],
                        ["label": "UPS Ground", "amount": "4.99", "type": "Final"],
                    ],
                ])
            #expect(answer.status == 200 && answer.body == [:])
            #expect(try await shop.trail().last == .tracked)
            #expect(!shop.server.log.lines.contains { $0.contains("another total") })
        }
    }

    @Test(arguments: ["payment-gateway", "payment-method", "shipping-contact", "shipping-method", "order-tracking"])
    func `what is not understood, or belongs to nobody, is refused with a reason`(_ endpoint: String) async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            await shop.server.untilQuiet()
            let before = try Tables(shop.server.databasePath, without: ["deliveries"])
            let whole: JSONValue = [
                "paymentMethod": ["type": "credit"], "shippingContact": ["postalCode": "95014"],
                "shippingMethod": Sheet.ground, "paymentToken": ["paymentData": ["data": "x"]],
            ]
            #expect(try await sheet.post(endpoint, bytes: Array("{".utf8)).status == 400)
            #expect(try await sheet.post(endpoint, bytes: Array("[]".utf8)).status == 400)
            #expect(try await sheet.post(endpoint, bytes: Array("{\"requestIdentifier\": 7}".utf8)).status == 400)
            let large = Array(String(repeating: " ", count: PaymentRoutes.largestBody + 1).utf8)
            #expect(try await sheet.post(endpoint, bytes: large).status == 413)
            let other = try await sheet.post(endpoint, whole, request: "8EF748B5-3DC5-47AE-B185-65E91518D209")
            #expect(other.status == 404 && other.body["error"]?["reason"] == "there is no such pay sheet")
            let elsewhere = Sheet(
                shop: shop, base: String(sheet.base.dropLast(3)) + "AAA", request: sheet.request)
            #expect(try await elsewhere.post(endpoint, whole).status == 404)
            #expect(try Tables(shop.server.databasePath, without: ["deliveries"]) == before)
            #expect(shop.provider.keys.isEmpty)
        }
    }
}

extension FishShop {
    /// Returns when the conversation has received the outcome of its payment.
    func untilTold() async {
        await server.log.line(with: "payment ended")
        await server.untilQuiet()
    }
}
