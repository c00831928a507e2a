public import Expressions
import Foundation
import JSON

/// The amount, the payee, and the contact fields that the customer must provide.
///
/// Source: Apple, Interactive Message Types, "ApplePayPaymentRequest Dictionary".
public struct PaymentRequest: Sendable {
    /// The identifier as registered with Apple: `merchant.com.example.shop`.
    public let merchant: String
    public let networks: [String]
    public let capabilities: [String]
    public let country: String
    public let currency: Currency
    public let lines: [PaymentLine]
    public let total: PaymentLine
    public let shippingMethods: [ShippingMethod]
    public let billing: Set<PaymentContactField>
    public let shipping: Set<PaymentContactField>
    public let countries: [String]
    /// The request as received.
    let json: JSONValue

    private static let known: Set<String> = [
        "applePay", "countryCode", "currencyCode", "lineItems", "requiredBillingContactFields",
        "requiredShippingContactFields", "shippingMethods", "supportedCountries", "total", "shippingType",
        "applicationData",
    ]
    private static let misspelt = [
        "country": "countryCode", "currency": "currencyCode", "items": "lineItems", "lines": "lineItems",
        "shippingMethod": "shippingMethods", "countries": "supportedCountries",
        "requiredBillingContact": "requiredBillingContactFields",
        "requiredShippingContact": "requiredShippingContactFields",
    ]
    private static let shippingTypes = ["shipping", "delivery", "storePickup", "servicePickup"]

    init(checking value: JSONValue, _ context: PayloadContext) throws(ValidationError) {
        json = value
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        let paid = try fields.required("applePay") { value throws(ValidationError) in try ApplePayItem(checking: value)
        }
        (merchant, networks, capabilities) = (paid.merchant, paid.networks, paid.capabilities)
        country = try fields.required("countryCode") { value throws(ValidationError) in try Self.country(value) }
        let currency = try fields.required("currencyCode") { value throws(ValidationError) in try Self.currency(value) }
        self.currency = currency
        lines = try PaymentLine.list("lineItems", in: fields, currency, context)
        total = try fields.required("total") { value throws(ValidationError) in
            try PaymentLine.total(value, currency, context)
        }
        shippingMethods = try ShippingMethod.list("shippingMethods", in: fields, currency, context)
        billing = try PaymentContactField.set("requiredBillingContactFields", in: fields)
        shipping = try PaymentContactField.set("requiredShippingContactFields", in: fields)
        countries = try fields.optionalList("supportedCountries") { value throws(ValidationError) in
            try Self.country(value)
        }
        _ = try fields.optionalWord("shippingType", among: Self.shippingTypes)
        try Self.checkData(in: fields)
        try checkSum()
    }

    private static func country(_ value: JSONValue) throws(ValidationError) -> String {
        let text = try value.text(limit: nil, mayBeEmpty: false)
        guard Locale.Region.isoRegions.contains(where: { $0.identifier == text && text.count == 2 }) else {
            throw ValidationError("`\(text)` is not a country of ISO 3166 in two capital letters, such as `DE`")
        }
        return text
    }

    private static func currency(_ value: JSONValue) throws(ValidationError) -> Currency {
        let text = try value.text(limit: nil, mayBeEmpty: false)
        guard let currency = Currency(text) else {
            throw ValidationError("`\(text)` is not a currency of ISO 4217 in three capital letters, such as `EUR`")
        }
        return currency
    }

    private static func checkData(in fields: Fields) throws(ValidationError) {
        guard let data = try fields.optionalText("applicationData") else { return }
        guard Data(base64Encoded: data) != nil else { throw ValidationError("applicationData", "this is not base64") }
    }

    /// Checks that the total is the sum of the lines. The preselected shipping method is among the lines, as in Apple's
    /// sample, or separate from them.
    private func checkSum() throws(ValidationError) {
        guard !lines.isEmpty else { return }
        let sum = lines.reduce(Decimal(0)) { $0 + $1.amount }
        guard total.amount != sum, total.amount != sum + (shippingMethods.first?.amount ?? 0) else { return }
        throw ValidationError("total.amount", "the lines add up to \(sum), not to \(total.written)")
    }
}

/// The business's configuration of Apple Pay.
///
/// Source: Apple, Interactive Message Types, "PaymentRequest.ApplePay Dictionary".
private struct ApplePayItem {
    let merchant: String
    let networks: [String]
    let capabilities: [String]

    private static let known: Set<String> = ["merchantCapabilities", "merchantIdentifier", "supportedNetworks"]
    private static let misspelt = [
        "capabilities": "merchantCapabilities", "merchantId": "merchantIdentifier", "networks": "supportedNetworks",
    ]
    private static let knownCapabilities = ["supports3DS", "supportsCredit", "supportsDebit", "supportsEMV"]
    /// The networks listed on the page, and the further ones of `ApplePayPaymentRequest`.
    private static let knownNetworks = [
        "amex", "discover", "jcb", "masterCard", "privateLabel", "visa", "bancomat", "bancontact", "cartesBancaires",
        "chinaUnionPay", "dankort", "eftpos", "electron", "elo", "girocard", "interac", "mada", "maestro", "meeza",
        "mir", "nanaco", "pagoBancomat", "postFinance", "tmoney", "vPay", "waon",
    ]

    init(checking value: JSONValue) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        merchant = try fields.text("merchantIdentifier")
        capabilities = try fields.list("merchantCapabilities") { value throws(ValidationError) in
            try Self.word(value, among: Self.knownCapabilities)
        }
        guard capabilities.contains("supports3DS") else {
            throw ValidationError("merchantCapabilities", "`supports3DS` is required")
        }
        networks = try fields.list("supportedNetworks") { value throws(ValidationError) in
            try Self.word(value, among: Self.knownNetworks)
        }
        guard !networks.isEmpty else { throw ValidationError("supportedNetworks", "at least one network is needed") }
    }

    private static func word(_ value: JSONValue, among known: [String]) throws(ValidationError) -> String {
        let text = try value.text(limit: nil, mayBeEmpty: false)
        guard known.contains(text) else {
            throw ValidationError("`\(text)` is none of \(known.map { "`\($0)`" }.joined(separator: ", "))")
        }
        return text
    }
}
