import Expressions
public import JSON

extension PaySheet: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["lines": .array(lines.map(\.json))]
        object.set("methods", methods)
        object.set("chosen", chosen.map { .string($0) })
        object.set("address", address?.json)
        object.set("card", card.map { .string($0) })
        if let pending {
            object["pending"] = ["call": .string(pending.call), "change": pending.change.json]
        }
        if let refusal {
            var refused: JSONObject = ["reason": .string(refusal.reason.rawValue)]
            refused.set("text", refusal.text.map { .string($0) })
            object["refused"] = .object(refused)
        }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard
            var sheet = PaySheet(
                lines: try json.list("lines"), methods: try json.list("methods"), chosen: json["chosen"]?.string,
                address: try json.optional("address"), card: json["card"]?.string)
        else { throw JSONError("a pay sheet has lines") }
        if let pending = json["pending"] {
            sheet.pending = Pending(
                call: try pending.string("call"), change: try PayChange(json: try pending.required("change")))
        }
        if let refused = json["refused"], let reason = PayChange.Reason(rawValue: try refused.string("reason")) {
            sheet.refusal = Refusal(reason: reason, text: refused["text"]?.string)
        }
        self = sheet
    }
}

extension PaySheet.Line: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["label": .string(label), "amount": amount.stored]
        if isPending { object["pending"] = true }
        if !fields.isEmpty { object["fields"] = fields.json }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            label: try json.string("label"), amount: try json.money("amount"),
            isPending: json["pending"]?.bool ?? false, fields: try json.optional("fields") ?? Fields())
    }
}

extension PaySheet.Method: JSONRepresentable {
    public var json: JSONValue {
        ["id": .string(id), "label": .string(label), "note": .string(note), "price": price.stored]
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), label: try json.string("label"), note: try json.string("note"),
            price: try json.money("price"))
    }
}

extension PayChange: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .address(let place): ["address": place.json]
        case .shipping(let id): ["shipping": .string(id)]
        case .card(let card): ["card": .string(card)]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        if let place = json["address"] {
            self = .address(try PlaceValue(json: place))
        } else if let id = json["shipping"]?.string {
            self = .shipping(id)
        } else {
            self = .card(try json.string("card"))
        }
    }
}

extension Money {
    /// The stored form of an amount: all digits, and the currency.
    fileprivate var stored: JSONValue { Value.money(self).json }
}

extension JSONValue {
    fileprivate func money(_ name: String) throws(JSONError) -> Money {
        guard case .money(let money) = try Expressions.Value(json: try required(name)) else {
            throw JSONError("`\(name)` is not money")
        }
        return money
    }
}
