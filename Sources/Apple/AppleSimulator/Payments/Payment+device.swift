import Expressions
import JSON

extension Payment {
    public var options: [Option] { [] }

    var display: JSONObject {
        var object: JSONObject = [
            "merchant": .string(request.merchant), "currency": .string(request.currency.code),
            "lines": .array(request.lines.map(\.shown)), "total": request.total.shown,
        ]
        if !request.shippingMethods.isEmpty { object["shipping"] = .array(request.shippingMethods.map(\.shown)) }
        object["contact"] = .array(request.shipping.map(\.rawValue).sorted().map { .string($0) })
        object["billing"] = .array(request.billing.map(\.rawValue).sorted().map { .string($0) })
        return object
    }

    /// Choosing options does not produce the answer; the sheet does.
    func answer(_ chosen: [Option], _ layout: ListReplyLayout) throws(ValidationError) -> JSONValue {
        throw ValidationError("one pays on a sheet; there is nothing to tap")
    }
}

extension PaymentSheet {
    /// The sheet as the control API shows it.
    var json: JSONValue {
        var object: JSONObject = [
            "request": .string(request), "currency": .string(payment.request.currency.code),
            "lines": .array(lines.map(\.shown)), "total": total.shown, "shipping": .array(methods.map(\.shown)),
        ]
        object.set("chosen", method.map { .string($0) })
        if payment.request.shipping.contains(.post) { object["address"] = .string(contact.address) }
        object.set("card", card?.json)
        object["cards"] = .array(payment.request.cards.map(\.json))
        object["errors"] = .array(errors.map(\.json))
        object.set("problem", problem.map { .string($0) })
        return .object(object)
    }
}

extension PaymentLine {
    fileprivate var shown: JSONValue {
        [
            "label": .string(label), "amount": .string(written), "type": isPending ? "pending" : "final",
        ]
    }
}

extension ShippingMethod {
    fileprivate var shown: JSONValue {
        [
            "identifier": .string(identifier), "label": .string(label), "detail": .string(detail),
            "amount": .string(written),
        ]
    }
}
