import Expressions
import Foundation
import JSON

/// A business's response to a customer's change on the sheet.
///
/// Source: Apple, Interactive Message Types, "Updating Shipping Methods" and the two chapters before it. An empty
/// object changes nothing.
struct PaymentUpdate: Sendable {
    let lines: [PaymentLine]?
    let total: PaymentLine?
    let methods: [ShippingMethod]?
    let errors: [PaymentError]

    private static let known: Set<String> = [
        "endpoints", "errors", "merchantSession", "newLineItems", "newTotal", "newShippingMethods",
    ]
    private static let misspelt = [
        "lineItems": "newLineItems", "total": "newTotal", "shippingMethods": "newShippingMethods", "error": "errors",
    ]

    init(checking value: JSONValue, for sheet: PaymentSheet, _ context: PayloadContext) throws(ValidationError) {
        let fields = try Fields(value, known: Self.known, misspelt: Self.misspelt)
        let currency = sheet.payment.request.currency
        errors = try fields.optionalList("errors") { value throws(ValidationError) in try PaymentError(checking: value)
        }
        lines =
            try fields.has("newLineItems")
            ? PaymentLine.list("newLineItems", in: fields, currency, context) : nil
        total = try fields.optional("newTotal") { value throws(ValidationError) in
            try PaymentLine.total(value, currency, context)
        }
        methods =
            try fields.has("newShippingMethods")
            ? ShippingMethod.list("newShippingMethods", in: fields, currency, context) : nil
        try checkSum(on: sheet)
    }

    /// Checks that new lines come with a new total, which is their sum.
    private func checkSum(on sheet: PaymentSheet) throws(ValidationError) {
        guard let total else {
            guard lines == nil else { throw ValidationError("newTotal", "new lines require a new total") }
            return
        }
        let lines = lines ?? sheet.lines
        guard !lines.isEmpty else { return }
        let sum = lines.reduce(Decimal(0)) { $0 + $1.amount }
        let methods = methods ?? sheet.methods
        let shipping = methods.first { $0.identifier == sheet.method } ?? methods.first
        guard total.amount != sum, total.amount != sum + (shipping?.amount ?? 0) else { return }
        throw ValidationError("newTotal.amount", "the lines add up to \(sum), not to \(total.written)")
    }
}
