import Expressions
import Foundation
public import JSON

extension ProductCard: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object.set("brand", text: brand)
        object.set("note", text: note)
        object.set("image", image?.json)
        object.set("price", price.map { .string($0.text) })
        if quantity != 1 { object["quantity"] = .number(JSONNumber(quantity)) }
        object.set("options", options)
        object.set("link", text: link)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(name: try json.string("name"))
        brand = json["brand"]?.string
        note = json["note"]?.string
        image = try json.optional("image")
        price = try json.money("price")
        quantity = json["quantity"]?.number?.decimal ?? 1
        options = try json.list("options")
        link = json["link"]?.string
    }
}

extension ProductCard.Option: JSONRepresentable {
    public var json: JSONValue { ["label": .string(label), "value": .string(value)] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(label: try json.string("label"), value: try json.string("value"))
    }
}

extension ReceiptCard: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["number": .string(number)]
        object.set("title", text: title)
        object.set("items", items)
        object["total"] = .string(total.text)
        object.set("subtotal", subtotal.map { .string($0.text) })
        object.set("shipping", shipping.map { .string($0.text) })
        object.set("tax", tax.map { .string($0.text) })
        object["method"] = .string(method)
        object.set("discounts", discounts)
        object.set("address", address?.json)
        object.set("billing", billing?.json)
        object.set("created", created?.json)
        object.set("link", text: link)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let total = try json.money("total") else { throw JSONError("`total` is missing") }
        self.init(
            number: try json.string("number"), items: try json.list("items"), total: total,
            method: try json.string("method"))
        title = json["title"]?.string
        subtotal = try json.money("subtotal")
        shipping = try json.money("shipping")
        tax = try json.money("tax")
        discounts = try json.list("discounts")
        address = try json.optional("address")
        billing = try json.optional("billing")
        created = try json.optional("created")
        link = json["link"]?.string
    }
}

extension ReceiptCard.Discount: JSONRepresentable {
    public var json: JSONValue { ["label": .string(label), "amount": .string(amount.text)] }

    public init(json: JSONValue) throws(JSONError) {
        guard let amount = try json.money("amount") else { throw JSONError("`amount` is missing") }
        self.init(label: try json.string("label"), amount: amount)
    }
}

extension JSONValue {
    /// Money as flow files write it.
    fileprivate func money(_ key: String) throws(JSONError) -> Money? {
        guard let text = self[key]?.string else { return nil }
        guard case .success(let money) = Literal.money(text, currency: nil) else {
            throw JSONError("`\(text)` is not money")
        }
        return money
    }
}
