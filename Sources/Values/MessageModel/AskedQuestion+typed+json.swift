import Expressions
import Foundation
public import JSON

extension AskedNumber: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["whole": .bool(isWhole)]
        object.set("at_least", atLeast.map { .string($0.description) })
        object.set("at_most", atMost.map { .string($0.description) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            isWhole: json["whole"]?.bool ?? false, atLeast: try json.decimal("at_least"),
            atMost: try json.decimal("at_most"))
    }
}

extension AskedMoney: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["currency": .string(currency.code)]
        object.set("at_least", atLeast.map { .string($0.description) })
        object.set("at_most", atMost.map { .string($0.description) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let currency = Currency(try json.string("currency")) else { throw JSONError("no such currency") }
        self.init(
            currency: currency, atLeast: try json.decimal("at_least"), atMost: try json.decimal("at_most"))
    }
}

extension AskedDate: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("from", from?.json)
        object.set("to", to?.json)
        object.set("calendar", calendar?.json)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            from: try json.optional("from"), to: try json.optional("to"), calendar: try json.optional("calendar"))
    }
}

extension JSONValue {
    /// An exact number stored as a text; `nil` when it is absent.
    fileprivate func decimal(_ name: String) throws(JSONError) -> Decimal? {
        guard let text = self[name]?.string else { return nil }
        guard let number = Decimal(plain: text) else { throw JSONError("`\(text)` is not a number") }
        return number
    }
}
