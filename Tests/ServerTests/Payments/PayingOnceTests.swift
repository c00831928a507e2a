import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import Expressions
import JSON
import SQLiteStorage
import TestSupport
import Testing

/// However often and by whichever device the payment is authorised, it is charged once, and with the shown total.
@Suite struct PayingOnceTests {
    @Test func `the same call again gets the same answer and takes nothing`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            for _ in 0..<3 { #expect(try await sheet.pay().body == Sheet.success) }
            await shop.untilTold()
            #expect(try await sheet.pay().body == Sheet.success)
            #expect(shop.provider.keys.count == 1)
        }
    }

    @Test func `twenty calls at once take one payment`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
                for _ in 0..<20 { group.addTask { try await sheet.pay().body } }
                return try await group.reduce(into: [JSONValue]()) { $0.append($1) }
            }
            #expect(answers == Array(repeating: Sheet.success, count: 20))
            #expect(shop.provider.keys.count == 1)
        }
    }

    @Test func `two sheets at once, with two cards, take one payment`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            shop.provider.hold()
            async let first = sheet.pay(card: "one")
            await shop.provider.untilAsked(1)
            // The second device's sheet, while the first is being paid and after it.
            #expect(try await sheet.pay(card: "two").body == Sheet.failure)
            shop.provider.release()
            #expect(try await first.body == Sheet.success)
            await shop.untilTold()
            #expect(try await sheet.pay(card: "two").body == Sheet.failure)
            #expect(shop.provider.takenCount == 1)
        }
    }

    @Test func `of two messages that ask for the same, one is paid`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let first = try await shop.sheet(of: phone)
            _ = try await phone.says("hm?")
            let second = try await shop.sheet(of: phone)
            #expect(first.request != second.request)
            shop.provider.hold()
            async let paying = second.pay(card: "two")
            await shop.provider.untilAsked(1)
            #expect(try await first.pay(card: "one").body == Sheet.failure)
            shop.provider.release()
            #expect(try await paying.body == Sheet.success)
            await shop.untilTold()
            #expect(try await first.pay(card: "one").body == Sheet.failure)
            #expect(shop.provider.takenCount == 1)
        }
    }

    static let tampered: [JSONValue] = [
        ["identifier": "flat_rate_shipping_id_1", "amount": "0.01", "label": "FedEx Priority Mail"],
        ["identifier": "free", "amount": "0", "label": "Free"],
        // Never requested before: the sheet did not show this total.
        ["identifier": "in_store_pickup", "amount": "0", "label": "In-Store Pickup"],
    ]

    @Test(arguments: tampered) func `a sum that was not shown is not taken`(_ method: JSONValue) async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            #expect(try await sheet.pay(method: method).body == Sheet.failure)
            #expect(shop.provider.keys.isEmpty)
            #expect(try await shop.trail() == [.opened, .rejected])
            // The shown total can still be paid.
            #expect(try await sheet.pay(card: "honest").body == Sheet.success)
        }
    }

    @Test func `a way of shipping at another price is refused`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            let answer = try await sheet.post(
                "shipping-method",
                ["shippingMethod": ["identifier": "flat_rate_shipping_id_1", "amount": "1", "label": "FedEx"]])
            #expect(answer.status == 400)
            #expect(try await sheet.pay().body == Sheet.success)
        }
    }

    @Test func `a contact that lacks what was asked for is asked for again`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            var payment = Sheet.payment(card: "one", method: Sheet.ground).object ?? [:]
            payment["shippingContact"] = ["emailAddress": "user@example.com", "phoneNumber": ""]
            let answer = try await sheet.post("payment-gateway", .object(payment))
            #expect(
                answer.body == [
                    "status": "STATUS_FAILURE",
                    "errors": [
                        [
                            "code": "shippingContactInvalid", "contactField": "phoneNumber",
                            "message": "Please add a phone number.",
                        ],
                        [
                            "code": "shippingContactInvalid", "contactField": "postalAddress",
                            "message": "Please add an address.",
                        ],
                    ],
                ])
            #expect(shop.provider.keys.isEmpty)
        }
    }

    @Test func `a payment for a question that is not open is not taken`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            _ = try await phone.says("help")
            #expect(try await sheet.pay().body == Sheet.failure)
            #expect(try await sheet.post("payment-method", ["paymentMethod": ["type": "debit"]]).status == 410)
            #expect(shop.provider.keys.isEmpty)
        }
    }

    @Test func `a payment long after the session has run out is not taken`() async throws {
        try await FishShop.run { shop in
            let sheet = try await shop.sheet(of: try await shop.phone())
            shop.server.clock.turn(by: .minutes(11))
            #expect(try await sheet.pay().body == Sheet.failure)
            #expect(shop.provider.keys.isEmpty)
        }
    }

    @Test func `no line of the log, of the books, or of the history holds a token or a contact`() async throws {
        try await FishShop.run { shop in
            let phone = try await shop.phone()
            let sheet = try await shop.sheet(of: phone)
            _ = try await sheet.pay(card: "very-secret-token")
            await shop.untilTold()
            let log = shop.server.log.lines.joined(separator: "\n")
            let tables = try Tables(shop.server.databasePath)
            let kept = tables.names.flatMap { tables[$0] }.joined(separator: "\n")
            for secret in ["very-secret-token", "user@example.com", "Appleseed", "Infinite Loop", "55555555555"] {
                #expect(!log.contains(secret) && !kept.contains(secret), "\(secret)")
            }
            #expect(tables["payment_attempts"].count == 1)
            // Only the hash of its address is stored.
            let id = try #require(sheet.base.split(separator: "/").last)
            #expect(!kept.contains(id) || tables["history"].joined().contains(id) == false)
        }
    }
}
