import Expressions
public import Foundation
import JSON
public import MessageModel

/// An amount as devices write it: a string or a number, often without trailing zeros (`"14"`, `"0"`). It is parsed as a
/// decimal and never as a binary floating-point number.
struct SheetAmount {
    let value: Decimal

    init?(_ json: JSONValue?) {
        guard let text = json?.string ?? json?.number?.literal, let value = Decimal(plain: text) else { return nil }
        self.value = value
    }
}

/// A chosen shipping method (Interactive Message Types, PaymentRequest.shippingMethodItem Dictionary).
public struct ChosenMethod: Sendable, Hashable {
    public var identifier: String
    /// The cost that the device showed; `nil` when the call does not include it.
    public var amount: Decimal?

    private static let longest = 4_096

    init(identifier: String, amount: Decimal?) {
        self.identifier = identifier
        self.amount = amount
    }

    init(_ json: JSONValue) throws(CallRefusal) {
        guard let identifier = json["identifier"]?.string, !identifier.isEmpty else {
            throw CallRefusal("`payment.shippingMethod.identifier` is missing")
        }
        guard identifier.utf8.count <= Self.longest else {
            throw CallRefusal("`payment.shippingMethod.identifier` is too long")
        }
        if let json = json["amount"], !json.isNull, SheetAmount(json) == nil {
            throw CallRefusal("`payment.shippingMethod.amount` is not an amount")
        }
        self.init(identifier: identifier, amount: SheetAmount(json["amount"])?.value)
    }

    /// Whether the cost matches the sheet, if the call includes a cost.
    public func agrees(with sheet: PaySheet) -> Bool {
        guard let method = sheet.methods.first(where: { $0.id == identifier }) else { return false }
        return amount == nil || amount == method.price.amount
    }
}

/// A line as a device showed it (Interactive Message Types, ApplePay.lineItems Dictionary).
public struct SheetItem: Sendable, Hashable {
    public var label: String
    public var amount: Decimal
    /// Devices write `final` and `Final`.
    public var isPending: Bool

    init(_ json: JSONValue, in place: String) throws(CallRefusal) {
        guard let amount = SheetAmount(json["amount"]) else { throw CallRefusal("a line of `\(place)` has no amount") }
        label = String((json["label"]?.string ?? "").prefix(512))
        self.amount = amount.value
        isPending = json["type"]?.string?.lowercased() == "pending"
    }
}
