import ChannelRules
import Channels
import Expressions
import JSON
import MessageModel

/// The payment, and the details that the customer is asked for with it (Interactive Message Types,
/// ApplePayPaymentRequest Dictionary).
struct PaymentRequest {
    private let asked: AskedPay
    private let limits: AppleLimits

    /// The maximum number of characters of the name beside the total.
    private static let longestName = 64
    private static let lines = 1...30

    init(_ asked: AskedPay, limits: AppleLimits) {
        self.asked = asked
        self.limits = limits
    }

    /// The reason why Apple would refuse it; `nil` when there is none.
    var complaint: String? {
        let sheet = asked.sheet
        if !sheet.isPayable {
            return "the amounts are not of one currency with its decimals, or the total is not more than zero"
        }
        if !Self.lines.contains(sheet.lines.count) { return "there are \(sheet.lines.count) lines" }
        if asked.business.isEmpty || asked.business.count > Self.longestName {
            return "the name beside the total has \(asked.business.count) characters"
        }
        if sheet.lines.contains(where: \.label.isEmpty) { return "a line has no label" }
        if sheet.methods.contains(where: { $0.id.isEmpty || $0.label.isEmpty || $0.note.isEmpty }) {
            return "a shipping method has no label, or no note"
        }
        return asked.countries.allSatisfy { $0.count == 2 } ? nil : "a country is not written with two letters"
    }

    func json(for merchant: SheetMerchant) -> JSONValue {
        let writer = SheetWriter(business: asked.business, limits: limits)
        var request: JSONObject = [
            "applePay": [
                "merchantIdentifier": .string(merchant.identifier),
                "merchantCapabilities": .texts(merchant.capabilities),
                "supportedNetworks": .texts(merchant.networks),
            ],
            "countryCode": .string(merchant.country), "currencyCode": .string(asked.sheet.currency.code),
            "lineItems": writer.lineItems(of: asked.sheet), "total": writer.total(of: asked.sheet),
        ]
        if !asked.sheet.methods.isEmpty { request["shippingMethods"] = writer.shippingMethods(of: asked.sheet) }
        if !asked.contact.isEmpty { request["requiredShippingContactFields"] = .texts(asked.contact.map(\.apple)) }
        if !asked.billing.isEmpty { request["requiredBillingContactFields"] = .texts(asked.billing.map(\.apple)) }
        if !asked.countries.isEmpty { request["supportedCountries"] = .texts(asked.countries) }
        return .object(request)
    }
}

extension JSONValue {
    fileprivate static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
