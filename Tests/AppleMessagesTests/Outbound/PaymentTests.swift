import ChannelRules
import Channels
import Expressions
import Foundation
import JSON
import MessageModel
import Testing

@testable import AppleMessages

/// Outgoing payments. The fixtures show their whole payloads.
@Suite struct PaymentTests {
    @Test func `the merchant session goes out as it came, to the byte`() async throws {
        let session = #"{"z":1.50,"a":[1e3,null,{"b":true}],"signature":"MIA=\/","expiresAt":"1525730094"}"#
        let payments = FixedPayments(session: try JSONValue(parsing: session))
        let body = try #require(try await Sending.bodies(of: .pay(Examples.payment), payments: payments).first)
        let sent = try #require(body["interactiveData"]?["data"]?["payment"]?["merchantSession"])
        #expect(sent == (try JSONValue(parsing: session)))
        #expect(sent.text.contains("1.50") && sent.text.contains("1e3"))
    }

    @Test func `the lines of a request are its total, to the last cent`() async throws {
        for message in [Examples.payment, Examples.paymentOfEverything] {
            let request = try await request(message)
            let lines = request["lineItems"]?.array?.compactMap { $0["amount"]?.string } ?? []
            let sum = try lines.map { try #require(Decimal(plain: $0)) }.reduce(0, +)
            #expect(sum == request["total"]?["amount"]?.string.flatMap { Decimal(plain: $0) })
        }
    }

    @Test(arguments: [("JPY", "500", "500"), ("EUR", "4.5", "4.50"), ("KWD", "1.25", "1.250")])
    func `amounts have the decimals of their currency`(
        _ currency: String, _ amount: String, _ written: String
    ) async throws {
        var message = Examples.payment
        message.pay = Examples.asked(lines: [Examples.line("Bread", amount, currency)], methods: [])
        let request = try await request(message)
        #expect(request["currencyCode"]?.string == currency)
        #expect(request["total"]?["amount"]?.string == written)
        #expect(request["lineItems"]?[0]?["amount"]?.string == written)
    }

    @Test func `the bubble of a payment is large, whatever the flow says`() async throws {
        let body = try #require(
            try await Sending.bodies(of: .pay(Examples.paymentOfEverything), payments: FixedPayments()).first)
        #expect(body["interactiveData"]?["receivedMessage"]?["style"] == "large")
    }

    @Test func `labels are kept within the limit`() async throws {
        var message = Examples.payment
        let long = String(repeating: "Bread ", count: 60)
        message.pay = Examples.asked(
            lines: [Examples.line(long, "4.00")],
            methods: [.init(id: "post", label: long, note: long, price: Examples.money("1.00"))])
        let request = try await request(message)
        let lines = request["lineItems"]?.array ?? []
        let methods = request["shippingMethods"]?.array ?? []
        let labels = (lines + methods).flatMap { [$0["label"]?.string, $0["detail"]?.string].compactMap { $0 } }
        #expect(labels.count == 4)
        #expect(labels.allSatisfy { $0.count <= AppleLimits.strict.text && $0.hasSuffix("…") })
    }

    private static let broken: [(AskedPay, String)] = [
        (
            Examples.asked(lines: [Examples.line("", "4.00")], methods: []),
            "invalid payment request: a line has no label"
        ),
        (
            Examples.asked(
                lines: [Examples.line("Bread", "4.00")],
                methods: [.init(id: "post", label: "By post", note: "", price: Examples.money("1.00"))]),
            "invalid payment request: a shipping method has no label, or no note"
        ),
        (
            Examples.asked(
                lines: (1...31).map { Examples.line("Bread \($0)", "4.00") }, methods: []),
            "invalid payment request: there are 31 lines"
        ),
        (
            Examples.asked(
                lines: [Examples.line("Bread", "4.00")], methods: [], business: String(repeating: "b", count: 65)),
            "invalid payment request: the name beside the total has 65 characters"
        ),
        (
            Examples.asked(lines: [Examples.line("Bread", "4.00")], methods: [], countries: ["Germany"]),
            "invalid payment request: a country is not written with two letters"
        ),
    ]

    @Test(arguments: broken.indices)
    func `what Apple would refuse is given up before a session is asked for`(_ index: Int) async throws {
        let (asked, reason) = Self.broken[index]
        var message = Examples.payment
        message.pay = asked
        let payments = FixedPayments()
        await #expect(throws: DeliveryFailure.giveUp(reason)) { try await request(message, payments) }
        #expect(payments.count == 0)
    }

    /// Sums that no flow produces, but that tampered data could contain.
    @Test(arguments: [
        ("4 EUR", "-4 EUR"), ("1 EUR", "-1.01 EUR"), ("4.005 EUR", "1 EUR"), ("4 EUR", "1 USD"), ("1.5 JPY", "1.5 JPY"),
    ])
    func `a sheet that cannot be paid does not go out`(_ first: String, _ second: String) async throws {
        let whole = Examples.asked(
            lines: [Examples.line("Bread", "4.00"), Examples.line("Discount", "-1.00")], methods: [])
        let stored = whole.json.text.replacing("\"4 EUR", with: "\"\(first)").replacing(
            "\"-1 EUR", with: "\"\(second)")
        var message = Examples.payment
        message.pay = try AskedPay(json: JSONValue(parsing: stored))
        let payments = FixedPayments()
        await #expect(throws: DeliveryFailure.self) { try await request(message, payments) }
        #expect(payments.count == 0)
    }

    @Test(
        arguments: [
            (FixedPayments.session, "", "US", ["visa"], ["supports3DS"]),
            (FixedPayments.session, "merchant.a", "", ["visa"], ["supports3DS"]),
            (FixedPayments.session, "merchant.a", "US", [], ["supports3DS"]),
            (FixedPayments.session, "merchant.a", "US", ["visa"], ["supportsDebit"]),
            ([:], "merchant.a", "US", ["visa"], ["supports3DS"]),
        ] as [(JSONValue, String, String, [String], [String])])
    func `a merchant without what Apple requires is no merchant`(
        _ session: JSONValue, _ identifier: String, _ country: String, _ networks: [String], _ capabilities: [String]
    ) async throws {
        let merchant = SheetMerchant(
            identifier: identifier, country: country, networks: networks, capabilities: capabilities)
        let payments = FixedPayments(session: session, merchant: merchant)
        await #expect(throws: DeliveryFailure.self) { try await request(Examples.payment, payments) }
    }

    @Test func `when there is no session, the reason is the delivery's`() async throws {
        let failure = DeliveryFailure.tryAgain("Apple's gateway is down")
        let payments = FixedPayments(failing: failure)
        await #expect(throws: failure) { try await request(Examples.payment, payments) }
    }

    private func request(
        _ message: PayMessage, _ payments: FixedPayments = FixedPayments()
    ) async throws -> JSONValue {
        let body = try #require(try await Sending.bodies(of: .pay(message), payments: payments).first)
        return try #require(body["interactiveData"]?["data"]?["payment"]?["paymentRequest"])
    }
}
