import CurlClient
import Expressions
import JSON
import Testing

@testable import AppleSimulator

/// Runs `body` with a simulator and the payment endpoints of a business.
func withPayDesk(
    _ settings: SimulatorSettings = .with { _ in }, _ body: (Harness, PayDesk) async throws -> Void
) async throws {
    try await withSimulator(settings) { harness in
        let desk = PayDesk()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await desk.run() }
            defer { group.cancelAll() }
            _ = try await desk.address
            try await body(harness, desk)
        }
    }
}

extension Harness {
    static let merchant = "merchant.com.example.bikes"

    /// Requests a merchant session.
    func askForSession(_ body: JSONValue, headers: [String: String] = [:]) async throws -> Answer {
        var request = HTTPRequest("POST", base + "/paymentservices/paymentSession")
        request.headers = headers.map { HTTPHeader(name: $0.key, value: $0.value) }
        request.body = .bytes(body.bytes)
        let response = try await client.send(request)
        return Answer(status: response.status, json: try JSONValue(parsing: response.body))
    }

    static func sessionRequest(at desk: String) -> JSONValue {
        [
            "merchantIdentifier": .string(merchant), "displayName": "Bikes & Co", "initiative": "messaging",
            "initiativeContext": .string(desk + "/payment-gateway"), "domainName": "pay.example.com",
        ]
    }

    /// Returns a message that asks for a payment, with a requested session.
    func payment(at desk: String, to customer: CustomerID, id: Int = 1) async throws -> JSONValue {
        let session = try await askForSession(Self.sessionRequest(at: desk))
        try #require(session.status == 200, "\(session.json.text)")
        return Messages.payment(session.json, at: desk, to: customer, id: id)
    }

    /// Sends a payment request to a device.
    func askToPay(
        _ device: SimulatedDevice, at desk: PayDesk, id: Int = 1, _ adjust: (JSONValue) -> JSONValue = { $0 }
    ) async throws {
        let message = adjust(try await payment(at: try await desk.address, to: device.customer, id: id))
        let answer = try await post(message)
        try #require(answer.status == 200, "\(answer.json.text)")
    }

    /// Opens the newest payment sheet of a device.
    func open(_ device: SimulatedDevice) async throws -> PaymentSheet {
        guard case .sheet(let sheet) = try await simulator.openSheet(from: device.id) else {
            throw SimulatorRefusal.conflict("no sheet came up")
        }
        return sheet
    }
}

extension Messages {
    static let paymentPath = "interactiveData.data.payment"

    static func payment(_ session: JSONValue, at desk: String, to customer: CustomerID, id: Int) -> JSONValue {
        let endpoints: JSONValue = [
            "paymentGatewayUrl": .string(desk + "/payment-gateway"),
            "paymentMethodUpdateUrl": .string(desk + "/payment-method"),
            "shippingContactUpdateUrl": .string(desk + "/shipping-contact"),
            "shippingMethodUpdateUrl": .string(desk + "/shipping-method"),
            "orderTrackingUrl": .string(desk + "/order-tracking"), "fallbackUrl": .string(desk + "/fallback"),
        ]
        let request: JSONValue = [
            "applePay": [
                "merchantIdentifier": .string(Harness.merchant),
                "merchantCapabilities": ["supports3DS", "supportsDebit", "supportsCredit"],
                "supportedNetworks": ["visa", "masterCard"],
            ],
            "countryCode": "DE", "currencyCode": "EUR",
            "lineItems": [
                ["label": "City pump", "amount": "24.90", "type": "final"],
                ["label": "Voucher", "amount": "-5.00", "type": "final"],
                ["label": "Pick up", "amount": "0.00", "type": "pending"],
            ],
            "requiredBillingContactFields": ["post"],
            "requiredShippingContactFields": ["post", "name", "email"],
            "shippingMethods": [
                ["identifier": "pickup", "label": "Pick up", "detail": "Today", "amount": "0.00"],
                ["identifier": "post", "label": "By post", "detail": "2 to 3 days", "amount": "4.10"],
            ],
            "supportedCountries": ["DE", "FR"], "total": ["label": "Bikes & Co", "amount": "19.90", "type": "final"],
        ]
        var message = envelope("interactive", to: customer, id: id)
        message["interactiveData"] = [
            "bid": .string(bid),
            "data": [
                "version": "1.0", "requestIdentifier": .string("pump-\(id)"),
                "payment": ["endpoints": endpoints, "merchantSession": session, "paymentRequest": request],
            ],
            "receivedMessage": ["title": "A new pump", "subtitle": "19.90 EUR", "style": "large"],
        ]
        return .object(message)
    }
}
