import Foundation
import JSON

/// What Apple Pay tells a business about a sheet.
///
/// Source: Apple, Interactive Message Types, "Processing Payment Requests" and what follows it.
extension PaymentSheet {
    /// The body of a call: the request that it belongs to, and what is told.
    func body(_ payment: JSONObject) -> JSONValue {
        [
            "requestIdentifier": .string(request), "version": .string(bubble.message.version ?? "1.0"),
            "payment": .object(payment),
        ]
    }

    /// What is told of a change.
    func told(_ change: SheetChange, _ habits: PayingHabits) -> JSONObject {
        switch change {
        case .address: ["shippingContact": contact.redacted(habits)]
        case .shipping: JSONObject(shipping.map { [("shippingMethod", $0.json(habits))] } ?? [])
        case .card: ["paymentMethod": ["type": .string(card?.type(habits) ?? "")]]
        }
    }

    /// Who pays, and where it goes: of the contacts what was asked for.
    func parties(_ habits: PayingHabits) -> JSONObject {
        let request = payment.request
        var object = JSONObject()
        if !request.billing.isEmpty { object["billingContact"] = contact.json(request.billing, habits) }
        if !request.shipping.isEmpty { object["shippingContact"] = contact.json(request.shipping, habits) }
        object.set("shippingMethod", shipping?.json(habits))
        return object
    }

    /// What the order came to, for the business to keep. (Interactive Message Types, "Tracking Orders".)
    func summary(_ habits: PayingHabits) -> JSONObject {
        var object = parties(habits)
        object["summaryItems"] = .array((lines + [total]).map { $0.json(habits) })
        return object
    }

    /// What the message after paying holds. No page of Apple's describes it; vendors found the session and the request in it.
    ///
    /// - Parameters:
    ///   - status: how it went, in a vendor's word and in Apple's.
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
    /// As it comes back: the type with a capital letter, which it had not when it was sent.
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
    /// An amount as it comes back.
    fileprivate func text(_ amount: Decimal, _ written: String) -> String {
        amounts == .written ? written : amount.description
    }
}
