import Expressions
public import Foundation
import JSON

/// A line of a payment sheet, or its total.
///
/// Source: Apple, Interactive Message Types, "ApplePay.lineItems Dictionary". Amounts are strings.
public struct PaymentLine: Sendable, Hashable {
    public let label: String
    public let amount: Decimal
    /// The amount as the business wrote it.
    public let written: String
    /// Whether the amount is not final yet.
    public let isPending: Bool

    private static let known: Set<String> = ["label", "amount", "type"]
    private static let misspelt = ["title": "label", "price": "amount", "name": "label"]

    init(checking value: JSONValue, in currency: Currency, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        label = try fields.title("label", context)
        (amount, written) = try fields.amount("amount", in: currency)
        isPending = try fields.optionalWord("type", among: ["final", "pending"]) == "pending"
    }
}

extension PaymentLine {
    /// Reads the lines of a sheet, which may be absent but not empty.
    static func list(
        _ key: String, in fields: Fields, _ currency: Currency, _ context: PayloadContext
    ) throws(ValidationError) -> [PaymentLine] {
        let lines = try fields.optionalList(key) { value throws(ValidationError) in
            try PaymentLine(checking: value, in: currency, context)
        }
        guard !lines.isEmpty || !fields.has(key) else {
            throw ValidationError(key, "a list of lines may be left out, but not be empty")
        }
        return lines
    }

    /// Reads the total, which must be greater than zero.
    static func total(
        _ value: JSONValue, _ currency: Currency, _ context: PayloadContext
    ) throws(ValidationError) -> PaymentLine {
        let total = try PaymentLine(checking: value, in: currency, context)
        guard total.amount > 0 else {
            throw ValidationError("amount", "the total is more than zero, not \(total.written)")
        }
        return total
    }
}

/// A shipping method.
///
/// Source: Apple, Interactive Message Types, "PaymentRequest.shippingMethodItem Dictionary".
public struct ShippingMethod: Sendable, Hashable {
    public let identifier: String
    public let label: String
    public let detail: String
    public let amount: Decimal
    /// The amount as the business wrote it.
    public let written: String

    private static let known: Set<String> = ["identifier", "label", "detail", "amount", "type"]
    private static let misspelt = ["id": "identifier", "description": "detail", "price": "amount", "title": "label"]

    init(checking value: JSONValue, in currency: Currency, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        identifier = try fields.text("identifier")
        label = try fields.title("label", context)
        detail = try fields.title("detail", context)
        (amount, written) = try fields.amount("amount", in: currency)
        guard amount >= 0 else {
            throw ValidationError("amount", "a shipping amount cannot be negative: \(written)")
        }
    }

    static func list(
        _ key: String, in fields: Fields, _ currency: Currency, _ context: PayloadContext
    ) throws(ValidationError) -> [ShippingMethod] {
        let methods = try fields.optionalList(key) { value throws(ValidationError) in
            try ShippingMethod(checking: value, in: currency, context)
        }
        try requireUnique(methods.map(\.identifier)) { "\(key)[\($0)].identifier" }
        return methods
    }
}

extension Fields {
    /// Reads an amount of money: digits in a string, with no more decimals than the currency has.
    fileprivate func amount(_ key: String, in currency: Currency) throws(ValidationError) -> (Decimal, String) {
        try required(key) { value throws(ValidationError) in
            guard let text = value.string else {
                throw ValidationError("amounts are strings, such as \"24.90\", not \(value.kindName)")
            }
            guard let amount = Decimal(plain: text) else {
                throw ValidationError("`\(text)` is not an amount, such as \"24.90\"")
            }
            guard (text.split(separator: ".").dropFirst().first?.count ?? 0) <= currency.decimals else {
                throw ValidationError(
                    "`\(text)` has more decimals than \(currency.code), which has \(currency.decimals)")
            }
            return (amount, text)
        }
    }
}
