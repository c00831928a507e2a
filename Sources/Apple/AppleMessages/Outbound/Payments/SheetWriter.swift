public import ChannelRules
import Expressions
import Foundation
public import JSON
public import MessageModel

/// Writes the lines and the total of a pay sheet in the form that Apple accepts: in the payment request, and in the
/// responses to changes.
///
/// Amounts are strings with all decimals of their currency, calculated exactly.
public struct SheetWriter: Sendable {
    private let business: String
    private let limits: AppleLimits

    /// - Parameter business: the name beside the total.
    public init(business: String, limits: AppleLimits = .strict) {
        self.business = business
        self.limits = limits
    }

    /// Returns the lines and the cost of the chosen shipping method, which together are the total (ApplePay.lineItems
    /// Dictionary).
    public func lineItems(of sheet: PaySheet) -> JSONValue {
        var items = sheet.lines.map { item($0.label, $0.amount, isPending: $0.isPending) }
        if let method = sheet.method, method.price.amount != 0 { items.append(item(method.label, method.price)) }
        return .array(items)
    }

    /// Returns the total. It is final even when one of its lines is not: it is the amount charged, and devices show no
    /// amount for a pending total.
    public func total(of sheet: PaySheet) -> JSONValue { item(business, sheet.total) }

    /// Returns the shipping methods with the chosen one first, which devices preselect
    /// (PaymentRequest.shippingMethodItem Dictionary).
    public func shippingMethods(of sheet: PaySheet) -> JSONValue {
        let others = sheet.methods.filter { $0.id != sheet.chosen }
        return .array(([sheet.method].compactMap { $0 } + others).map(method))
    }

    private func method(_ method: PaySheet.Method) -> JSONValue {
        [
            "identifier": .string(method.id), "label": .string(limits.shortened(method.label)),
            "detail": .string(limits.shortened(method.note)), "amount": .string(method.price.plainAmount),
        ]
    }

    private func item(_ label: String, _ amount: Money, isPending: Bool = false) -> JSONValue {
        [
            "label": .string(limits.shortened(label)), "amount": .string(amount.plainAmount),
            "type": isPending ? "pending" : "final",
        ]
    }
}
