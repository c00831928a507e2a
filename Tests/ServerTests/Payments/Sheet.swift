import AppleSimulator
import CurlClient
import Foundation
import JSON

extension FishShop {
    /// Returns the sheet of the last payment request to a phone, for calls without a device.
    func sheet(of phone: Phone) async throws -> Sheet {
        let messages = try await server.simulator.messages(of: phone.device.id, after: 0)
        for entry in messages.reversed() {
            guard case .received(.interactive(let message)) = entry.content, let payment = message.feature as? Payment
            else { continue }
            return Sheet(
                shop: self, base: payment.endpoints.paymentGateway.replacing("/payment-gateway", with: ""),
                request: message.requestIdentifier)
        }
        throw Trouble("nobody was asked to pay")
    }
}

/// The endpoints of one message, called as Apple calls them.
struct Sheet: Sendable {
    let shop: FishShop
    let base: String
    let request: String

    func post(
        _ endpoint: String, _ payment: JSONValue, request other: String? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        let body: JSONValue = [
            "requestIdentifier": .string(other ?? request), "version": "1.0", "payment": payment,
        ]
        return try await post(endpoint, bytes: body.bytes)
    }

    func post(_ endpoint: String, bytes: [UInt8]) async throws -> (status: Int, body: JSONValue) {
        var request = HTTPRequest.patient("POST", "\(base)/\(endpoint)")
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")]
        request.body = .bytes(bytes)
        request.timeout = .seconds(60)
        let response = try await shop.server.client.send(request)
        return (response.status, try JSONValue(parsing: response.body))
    }

    /// Authorises the payment, with all other data as in Apple's sample.
    func pay(
        card: String = "kdHd..GQ==", method: JSONValue = Sheet.ground, request other: String? = nil
    ) async throws -> (status: Int, body: JSONValue) {
        try await post("payment-gateway", Self.payment(card: card, method: method), request: other)
    }

    static let ground: JSONValue = [
        "amount": "4.99", "label": "UPS Ground", "detail": "5-8 Business Days", "type": "Final",
        "identifier": "flat_rate_shipping_id_2",
    ]
    static let success: JSONValue = ["status": "STATUS_SUCCESS"]
    static let failure: JSONValue = ["status": "STATUS_FAILURE"]

    /// Interactive Message Types, Sample Payment Gateway Request.
    static func payment(card: String, method: JSONValue) -> JSONValue {
        [
            "billingContact": [
                "phoneticFamilyName": "", "locality": "Cupertino", "postalCode": "95014", "subLocality": "",
                "administrativeArea": "CA", "country": "United States", "familyName": "Appleseed",
                "addressLines": ["1 Infinite Loop"], "givenName": "Johnny", "phoneticGivenName": "",
                "countryCode": "us",
            ],
            "shippingContact": [
                "phoneNumber": "55555555555", "emailAddress": "user@example.com", "subLocality": "",
                "phoneticGivenName": "", "countryCode": "us", "phoneticFamilyName": "", "administrativeArea": "CA",
                "addressLines": ["1 Infinite Loop"], "givenName": "", "postalCode": "95014", "familyName": "",
                "locality": "Cupertino", "country": "United States",
            ],
            "shippingMethod": method,
            "paymentToken": [
                "transactionIdentifier": "5394..00",
                "paymentData": [
                    "version": "EC_v1", "data": .string(card), "signature": "MIAGCSqGSIb3DQEH...AAA",
                    "header": [
                        "applicationData": "94ee0..C2", "transactionId": "d3b28af..f8",
                        "ephemeralPublicKey": "MFkwE..Q==", "publicKeyHash": "dxCK..6o=",
                    ],
                ],
            ],
        ]
    }
}
