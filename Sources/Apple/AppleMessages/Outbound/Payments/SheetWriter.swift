import Expressions
import Foundation
public import JSON
public import MessageModel

/// Writes what a pay sheet adds up to, as Apple takes it: in the payment request, and in the answers to changes.
///
/// Amounts are texts with all decimals of their currency, reckoned exactly.
public struct SheetWriter: Sendable {
    private let business: String
    private let limits: AppleLimits

    /// - Parameter business: the name beside the total.
    public init(business: String, limits: AppleLimits = .strict) {
        self.business = business
        self.limits = limits
    }

    /// The lines, and what the chosen way of shipping costs: together they are the total (ApplePay.lineItems Dictionary).
    public func lineItems(of sheet: PaySheet) -> JSONValue {
        var items = sheet.lines.map { item($0.label, $0.amount, isPending: $0.isPending) }
        if let method = sheet.method, method.price.amount != 0 { items.append(item(method.label, method.price)) }
        return .array(items)
    }

    /// Final also when a line of it is not: it is what is taken, and devices show no amount for a total that is pending.
    public func total(of sheet: PaySheet) -> JSONValue { item(business, sheet.total) }

    /// The chosen way of shipping first, which is the one that devices show at the beginning
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
