import Concurrency
import Expressions
import JSON
import Testing

@testable import AppleSimulator

@Suite struct `Checks of payments` {
    private static let path = Messages.paymentPath
    private static let request = path + ".paymentRequest"
    private static let session = path + ".merchantSession"

    @Test(arguments: [
        Complaining("\(path).endpoints", nil, missing),
        Complaining("\(path).endpoints.paymentGatewayUrl", nil, missing),
        Complaining("\(path).endpoints.paymentGatewayUrl", "http://bikes.example.com", "is not `https`"),
        Complaining("\(path).endpoints.fallbackUrl", "fallback", "is not a web address"),
        Complaining("\(path).endpoints.shippingMethodUpdateUrl", nil, "required when shipping methods are offered"),
        Complaining("\(path).endpoints.shippingMethodUrl", "x", "it is called `shippingMethodUpdateUrl`"),
        Complaining("\(path).session", [:], "it is called `merchantSession`"),
        Complaining("\(request).applePay", nil, missing),
        Complaining("\(request).applePay.merchantIdentifier", nil, missing),
        Complaining("\(request).applePay.merchantCapabilities", ["supportsDebit"], "`supports3DS` is required"),
        Complaining("\(request).applePay.supportedNetworks", [], "at least one network"),
        Complaining(
            "\(request).applePay.supportedNetworks", ["mastercard"],
            at: "\(request).applePay.supportedNetworks[0]", "`mastercard` is none of"),
        Complaining("\(request).countryCode", "de", "two capital letters"),
        Complaining("\(request).currencyCode", "EURO", "not a currency"),
        Complaining("\(request).total", nil, missing),
        Complaining("\(request).total.label", nil, missing),
        Complaining("\(request).total.amount", "0.00", "more than zero"),
        Complaining("\(request).total.amount", "-1.00", "more than zero"),
        Complaining("\(request).total.amount", "19.91", "the lines add up to 19.9, not to 19.91"),
        Complaining("\(request).lineItems", [], "not be empty"),
        Complaining("\(request).lineItems[0].amount", 24, "amounts are strings"),
        Complaining("\(request).lineItems[0].amount", "24,90", "is not an amount"),
        Complaining("\(request).lineItems[0].amount", "1e3", "is not an amount"),
        Complaining("\(request).lineItems[0].amount", "24.901", "has more decimals than EUR"),
        Complaining("\(request).lineItems[0].type", "Final", "`final`, `pending`"),
        Complaining("\(request).lineItems[0].label", nil, missing),
        Complaining(
            "\(request).requiredShippingContactFields", ["mail"], at: "\(request).requiredShippingContactFields[0]",
            "`mail` is none of"),
        Complaining(
            "\(request).requiredBillingContactFields", ["post", "postalAddress"],
            at: "\(request).requiredBillingContactFields[1]", "occurs twice"),
        Complaining("\(request).shippingMethods[0].detail", nil, missing),
        Complaining("\(request).shippingMethods[1].identifier", "pickup", "`pickup` occurs twice"),
        Complaining("\(request).shippingMethods[1].amount", "-4.10", "cannot be negative"),
        Complaining(
            "\(request).supportedCountries", ["Germany"], at: "\(request).supportedCountries[0]", "two capital letters"),
        Complaining("\(request).items", [], "it is called `lineItems`"),
        Complaining("\(session)", "PSH", "as it came"),
        Complaining("\(session).merchantSessionIdentifier", "PSH1", "not issued here"),
        Complaining("\(session).expiresAt", 9_999_999_999_999, "pass sessions on unchanged"),
        Complaining("\(session).signature", nil, "pass sessions on unchanged"),
        Complaining("\(session).more", true, "pass sessions on unchanged"),
        Complaining(
            "\(request).applePay.merchantIdentifier", "merchant.x", at: "\(session).merchantIdentifier",
            "another merchant"),
        Complaining(
            "\(path).endpoints.paymentGatewayUrl", "https://other.example", at: "\(session).initiativeContext",
            "the same address"),
    ]) func `every mistake is refused with its place`(_ row: Complaining) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer)
            let answer = try await harness.post(message.setting(row.path, to: row.value))
            #expect(answer.status == 400, "\(answer.json.text)")
            #expect(answer.path == row.place ?? row.path)
            #expect(answer.reason.contains(row.reason), "\(answer.reason)")
            #expect(try await harness.simulator.messages(of: device.id).isEmpty)
        }
    }

    @Test(
        arguments: [
            ("lineItems", nil), ("shippingMethods", nil), ("requiredBillingContactFields", nil),
            ("supportedCountries", nil), ("shippingType", "storePickup"), ("applicationData", "YWJj"),
            ("total.type", nil), ("total.amount", "19.9"),
        ] as [(String, JSONValue?)]) func `what may be left out or written otherwise is taken`(
            _ row: (String, JSONValue?)
        ) async throws
    {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer)
            let answer = try await harness.post(message.setting("\(Self.request).\(row.0)", to: row.1))
            #expect(answer.status == 200, "\(answer.json.text)")
        }
    }

    @Test(arguments: [
        ("JPY", "500", true), ("JPY", "500.0", false), ("KWD", "1.125", true), ("KWD", "1.1255", false),
    ]) func `amounts have the decimals of their currency`(_ row: (String, String, Bool)) async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            var message = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer)
            for key in ["lineItems", "shippingMethods"] { message = message.setting("\(Self.request).\(key)", to: nil) }
            message = message.setting("\(Self.request).currencyCode", to: .string(row.0))
                .setting("\(Self.request).total.amount", to: .string(row.1))
            #expect((try await harness.post(message).status == 200) == row.2)
        }
    }

    @Test func `the preset way of shipping stands among the lines or beside them`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer)
                .setting("\(Self.request).shippingMethods[0].amount", to: "3.00")
            #expect(try await harness.post(message).status == 200)
            let beside = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer, id: 2)
                .setting("\(Self.request).shippingMethods[0].amount", to: "3.00")
                .setting("\(Self.request).total.amount", to: "22.90")
            #expect(try await harness.post(beside).status == 200)
        }
    }

    @Test func `a session that has expired is refused`() async throws {
        try await withSimulator { harness in
            let device = try harness.device()
            let message = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer)
            harness.clock.turn(by: .minutes(5))
            let token = try harness.token(at: harness.clock.now.seconds)
            let answer = try await harness.post(message, headers: ["authorization": "Bearer \(token)"])
            #expect(answer.status == 400 && answer.reason.contains("has expired"), "\(answer.json.text)")
        }
    }

    @Test(arguments: DeviceKind.allCases) func `every device shows it`(_ kind: DeviceKind) async throws {
        try await withSimulator { harness in
            let device = try harness.device(kind)
            let message = try await harness.payment(at: "https://bikes.example.com/pay", to: device.customer)
            #expect(try await harness.post(message).status == 200)
            let shown = try await harness.ask("GET", "/devices/\(device.id)/messages").json["messages"]?[0]
            #expect(shown?["kind"] == "payment" && shown?["title"] == "A new pump" && shown?["lost"] == nil)
            #expect(shown?["total"] == ["label": "Bikes & Co", "amount": "19.90", "type": "final"])
            #expect(shown?["contact"] == ["email", "name", "post"] && shown?["billing"] == ["post"])
            #expect(shown?["shipping"]?[1]?["identifier"] == "post" && shown?["lines"]?.array?.count == 3)
            #expect(device.paysWithApple == (kind != .oldIPhone))
        }
    }
}
