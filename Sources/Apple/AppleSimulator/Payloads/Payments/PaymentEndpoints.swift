import Foundation
import JSON

/// The endpoints that Apple Pay calls while a customer pays.
///
/// Source: Apple, Interactive Message Types, "Payment.ApplePayEndpoints Dictionary". All but the payment gateway are
/// optional.
public struct PaymentEndpoints: Sendable, Hashable {
    public let paymentGateway: String
    public let paymentMethod: String?
    public let shippingContact: String?
    public let shippingMethod: String?
    public let orderTracking: String?
    /// The page for devices that cannot pay.
    public let fallback: String?

    private static let known: Set<String> = [
        "fallbackUrl", "orderTrackingUrl", "paymentGatewayUrl", "paymentMethodUpdateUrl", "shippingContactUpdateUrl",
        "shippingMethodUpdateUrl",
    ]
    private static let misspelt = [
        "fallbackURL": "fallbackUrl", "orderTrackingURL": "orderTrackingUrl", "paymentGatewayURL": "paymentGatewayUrl",
        "paymentMethodUpdateURL": "paymentMethodUpdateUrl", "shippingContactUpdateURL": "shippingContactUpdateUrl",
        "shippingMethodUpdateURL": "shippingMethodUpdateUrl", "paymentMethodUrl": "paymentMethodUpdateUrl",
        "shippingContactUrl": "shippingContactUpdateUrl", "shippingMethodUrl": "shippingMethodUpdateUrl",
    ]

    init(checking value: JSONValue) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        paymentGateway = try fields.required("paymentGatewayUrl") { value throws(ValidationError) in
            try MerchantAddress.check(value)
        }
        paymentMethod = try Self.address("paymentMethodUpdateUrl", in: fields)
        shippingContact = try Self.address("shippingContactUpdateUrl", in: fields)
        shippingMethod = try Self.address("shippingMethodUpdateUrl", in: fields)
        orderTracking = try Self.address("orderTrackingUrl", in: fields)
        fallback = try Self.address("fallbackUrl", in: fields)
    }

    private static func address(_ key: String, in fields: Fields) throws(ValidationError) -> String? {
        try fields.optional(key) { value throws(ValidationError) in try MerchantAddress.check(value) }
    }
}

/// Addresses of a business that Apple Pay calls: `https`, and on this machine `http` as well, so that a bot can be
/// tested.
enum MerchantAddress {
    static func check(_ value: JSONValue) throws(ValidationError) -> String {
        let text = try value.text(limit: 2048, mayBeEmpty: false)
        guard let url = URL(string: text), let host = url.host(), !host.isEmpty, url.fragment() == nil else {
            throw ValidationError("`\(text)` is not a web address")
        }
        let scheme = url.scheme?.lowercased()
        guard scheme == "https" || (scheme == "http" && isThisMachine(host)) else {
            throw ValidationError("`\(text)` is not `https`, and Apple Pay calls only `https`")
        }
        return text
    }

    private static func isThisMachine(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
    }
}
