import Foundation
import JSON

/// The data about a sheet that Apple Pay sends to a business.
///
/// Source: Apple, Interactive Message Types, "Processing Payment Requests" and what follows it.
extension PaymentSheet {
    /// Returns the body of a call: the request to which it belongs, and its data.
    func body(_ payment: JSONObject) -> JSONValue {
        [
            "requestIdentifier": .string(request), "version": .string(bubble.message.version ?? "1.0"),
            "payment": .object(payment),
        ]
    }

    /// Returns the data about a change.
    func told(_ change: SheetChange, _ habits: PayingHabits) -> JSONObject {
        switch change {
        case .address: ["shippingContact": contact.redacted(habits)]
        case .shipping: JSONObject(shipping.map { [("shippingMethod", $0.json(habits))] } ?? [])
        case .card: ["paymentMethod": ["type": .string(card?.type(habits) ?? "")]]
        }
    }

    /// Returns the payer and the recipient, with the requested contact fields.
    func parties(_ habits: PayingHabits) -> JSONObject {
        let request = payment.request
        var object = JSONObject()
        if !request.billing.isEmpty { object["billingContact"] = contact.json(request.billing, habits) }
        if !request.shipping.isEmpty { object["shippingContact"] = contact.json(request.shipping, habits) }
        object.set("shippingMethod", shipping?.json(habits))
        return object
    }

    /// Returns the summary of the order, for the business's records. (Interactive Message Types, "Tracking Orders".)
    func summary(_ habits: PayingHabits) -> JSONObject {
        var object = parties(habits)
        object["summaryItems"] = .array((lines + [total]).map { $0.json(habits) })
        return object
    }

    /// Returns the content of the message after the payment. No page of Apple's describes it; vendors found the session
    /// and the request in it.
    ///
    /// - Parameters:
    ///   - status: the outcome, in a vendor's word and in Apple's.
    func reply(_ status: (word: String, code: String), _ habits: PayingHabits) -> JSONValue {
        var request = payment.request.json.object ?? [:]
        if !lines.isEmpty { request["lineItems"] = .array(lines.map { $0.json(habits) }) }
        request["total"] = total.json(habits)
        var object: JSONObject = ["merchantSession": payment.session, "paymentRequest": .object(request)]
        switch habits.reply {
        case .status: object["status"] = .string(status.word)
        case .state: object["state"] = .string(status.code)
        case .none: break
        }
        return .object(object)
    }
}

extension PaymentLine {
    /// Returns the line in the form in which devices return it: the type is capitalised, unlike in the request.
    fileprivate func json(_ habits: PayingHabits) -> JSONValue {
        [
            "label": .string(label), "amount": .string(habits.text(amount, written)),
            "type": isPending ? "Pending" : "Final",
        ]
    }
}

extension ShippingMethod {
    fileprivate func json(_ habits: PayingHabits) -> JSONValue {
        [
            "amount": .string(habits.text(amount, written)), "detail": .string(detail),
            "identifier": .string(identifier), "label": .string(label), "type": "Final",
        ]
    }
}

extension PayingHabits {
    /// Returns an amount in the form in which devices return it.
    fileprivate func text(_ amount: Decimal, _ written: String) -> String {
        amounts == .written ? written : amount.description
    }
}
