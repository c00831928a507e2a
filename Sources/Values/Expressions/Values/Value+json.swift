import Foundation
public import JSON

/// The stored form: an object with one member that names the type, so that it is readable in the database.
extension Value: JSONRepresentable {
    public var json: JSONValue {
        switch self {
        case .text(let text): ["text": .string(text)]
        case .number(let number): ["number": .string(number.description)]
        case .money(let money): ["money": .string("\(money.amount.description) \(money.currency.code)")]
        case .date(let date): ["date": .string(date.iso)]
        case .time(let slot): ["time": slot.json]
        case .duration(let length): ["milliseconds": .int(length.milliseconds)]
        case .yesNo(let value): ["yes": .bool(value)]
        case .choice(let choice): ["choice": choice.json]
        case .file(let file): ["file": file.json]
        case .place(let place): ["place": place.json]
        case .record(let fields): ["record": fields.json]
        case .list(let items): ["list": .array(items.map(\.json))]
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let object = json.object, let (type, content) = object.first(where: { _ in true }) else {
            throw JSONError("a value should be an object that names its type")
        }
        guard let value = try Self.read(type, content, json) else {
            throw JSONError("`\(content.text)` is not a \(type)")
        }
        self = value
    }

    private static func read(_ type: String, _ content: JSONValue, _ json: JSONValue) throws(JSONError) -> Value? {
        switch type {
        case "text": content.string.map { .text($0) }
        case "number": content.string.flatMap { Decimal(string: $0, locale: nil) }.map { .number($0) }
        case "money": content.string.flatMap(Money.init(stored:)).map { .money($0) }
        case "date": content.string.flatMap { CalendarDate(iso: $0) }.map { .date($0) }
        case "time": .time(try TimeSlot(json: content))
        case "milliseconds": content.int.map { .duration(.milliseconds($0)) }
        case "yes": content.bool.map { .yesNo($0) }
        case "choice": .choice(try Choice(json: content))
        case "file": .file(try FileReference(json: content))
        case "place": .place(try PlaceValue(json: content))
        case "record": .record(try Fields(json: content))
        case "list": .list(try json.list("list"))
        default: nil
        }
    }
}

extension Money {
    fileprivate init?(stored text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let amount = Decimal(string: String(parts[0]), locale: nil),
            let currency = Currency(String(parts[1]))
        else { return nil }
        self.init(amount, currency)
    }
}

extension TimeSlot: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["start": .int(start.milliseconds)]
        object.set("length", duration.map { .int($0.milliseconds) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            start: Moment(milliseconds: try json.int("start")),
            duration: json["length"]?.int.map { .milliseconds($0) })
    }
}

extension Choice: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "label": .string(label)]
        object.set("shown", shown.map { .string($0) })
        object.set("note", note.map { .string($0) })
        if !fields.isEmpty { object["fields"] = fields.json }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), label: try json.string("label"), shown: json["shown"]?.string,
            note: json["note"]?.string, fields: try json.optional("fields") ?? Fields())
    }
}

extension Fields: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        for name in names { object[name] = self[name]?.json }
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let object = json.object else { throw JSONError("fields should be an object") }
        self.init()
        for (name, value) in object { self[name] = try Value(json: value) }
    }
}

extension FileReference: JSONRepresentable {
    public var json: JSONValue {
        ["id": .string(id), "name": .string(name), "kind": .string(kind), "size": .int(size)]
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), name: try json.string("name"), kind: try json.string("kind"),
            size: try json.int("size"))
    }
}

extension PlaceValue: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("name", name.map { .string($0) })
        object.set("street", street.map { .string($0) })
        object.set("city", city.map { .string($0) })
        object.set("postcode", postcode.map { .string($0) })
        object.set("country", country.map { .string($0) })
        object.set("latitude", latitude.map { .string($0.description) })
        object.set("longitude", longitude.map { .string($0.description) })
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard json.object != nil else { throw JSONError("a place should be an object") }
        self.init(
            name: json["name"]?.string, street: json["street"]?.string, city: json["city"]?.string,
            postcode: json["postcode"]?.string, country: json["country"]?.string,
            latitude: json["latitude"]?.string.flatMap { Decimal(string: $0, locale: nil) },
            longitude: json["longitude"]?.string.flatMap { Decimal(string: $0, locale: nil) })
    }
}
