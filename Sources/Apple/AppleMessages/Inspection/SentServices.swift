import Expressions
import Foundation
import JSON
import MessageModel

/// Payments and sign-ins as they are sent, read back as what was asked.
extension SentTexts {
    /// - Returns: `nil` when it cannot be a payment that Usher sent.
    func payment(_ payment: JSONValue) -> Message? {
        guard let request = payment["paymentRequest"], let sheet = SentSheet(request)?.sheet else { return nil }
        let asked = AskedPay(
            merchant: request["applePay"]?["merchantIdentifier"]?.string ?? "merchant",
            business: request["total"]?["label"]?.string ?? "", sheet: sheet,
            contact: Self.fields(request["requiredShippingContactFields"]),
            billing: Self.fields(request["requiredBillingContactFields"]),
            countries: request["supportedCountries"]?.array?.compactMap(\.string) ?? [], recalculate: nil, track: nil,
            linkWords: "")
        return .pay(PayMessage(question: question, bubble: bubble, pay: asked))
    }

    /// - Returns: `nil` for a sign-in of the old kind.
    func signIn(_ asked: JSONValue) -> Message? {
        guard let oauth2 = asked.member("oauth2") else { return nil }
        let extra = AddressQuery(anyLength: "?" + (oauth2["additionalParameters"]?.string ?? ""))?.fields ?? []
        let signIn = AskedSignIn(
            provider: Self.provider(oauth2["redirectURI"]?.string ?? ""),
            scope: oauth2["scope"]?.array?.compactMap(\.string) ?? [],
            extra: extra.map { NamedText($0.name, $0.value) },
            linkWords: "", digitsWords: "")
        return .signIn(SignInMessage(question: question, bubble: bubble, signIn: signIn))
    }

    /// Usher's redirect addresses end with the provider's name and `callback`.
    private static func provider(_ redirect: String) -> String {
        let parts = redirect.split(separator: "/")
        return parts.count > 2 && parts.last == "callback" ? String(parts[parts.count - 2]) : "provider"
    }

    private static func fields(_ json: JSONValue?) -> [AskedPay.ContactField] {
        json?.array?.compactMap { $0.string.flatMap(AskedPay.ContactField.init(apple:)) } ?? []
    }
}

/// The content of a payment request as a sheet.
private struct SentSheet {
    let sheet: PaySheet

    init?(_ request: JSONValue) {
        guard let currency = request["currencyCode"]?.string.flatMap(Currency.init),
            let total = Self.money(request["total"], currency)
        else { return nil }
        let items = request["lineItems"]?.array ?? [request["total"] ?? .null]
        var lines = items.compactMap { Self.line($0, currency) }
        let methods = (request["shippingMethods"]?.array ?? []).compactMap { Self.method($0, currency) }
        guard lines.count == items.count else { return nil }
        // The cost of shipping is a line of the request, but not of the sheet.
        if let first = methods.first, first.price.amount != 0, lines.count > 1,
            lines.map(\.amount.amount).reduce(0, +) == total.amount,
            let last = lines.lastIndex(where: { $0.label == first.label && $0.amount == first.price })
        {
            lines.remove(at: last)
        }
        guard let sheet = PaySheet(lines: lines, methods: methods), sheet.total == total else { return nil }
        self.sheet = sheet
    }

    private static func line(_ json: JSONValue, _ currency: Currency) -> PaySheet.Line? {
        guard let amount = money(json, currency) else { return nil }
        return PaySheet.Line(
            label: json["label"]?.string ?? "", amount: amount, isPending: json["type"]?.string == "pending")
    }

    private static func method(_ json: JSONValue, _ currency: Currency) -> PaySheet.Method? {
        guard let id = json["identifier"]?.string, let price = money(json, currency) else { return nil }
        return PaySheet.Method(
            id: id, label: json["label"]?.string ?? "", note: json["detail"]?.string ?? "", price: price)
    }

    private static func money(_ json: JSONValue?, _ currency: Currency) -> Money? {
        json?["amount"]?.string.flatMap { Decimal(plain: $0) }.map { Money($0, currency) }
    }
}
