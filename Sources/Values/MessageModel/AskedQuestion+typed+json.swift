import Expressions
import Foundation
public import JSON

extension AskedNumber: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("whole", isWhole)
            json.set("at_least", atLeast?.description)
            json.set("at_most", atMost?.description)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            isWhole: json["whole"]?.bool ?? false, atLeast: try json.decimal("at_least"),
            atMost: try json.decimal("at_most"))
    }
}

extension AskedMoney: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("currency", currency.code)
            json.set("at_least", atLeast?.description)
            json.set("at_most", atMost?.description)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let currency = Currency(try json.string("currency")) else { throw JSONError("no such currency") }
        self.init(
            currency: currency, atLeast: try json.decimal("at_least"), atMost: try json.decimal("at_most"))
    }
}

extension AskedDate: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("from", from)
            json.set("to", to)
            json.set("calendar", calendar)
        }
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
