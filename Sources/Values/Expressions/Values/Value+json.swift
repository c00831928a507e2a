import Foundation
public import JSON

/// The stored form: an object with one member that names the type, so that it is readable in the database.
extension Value: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            switch self {
            case .text(let text): json.set("text", text)
            case .number(let number): json.set("number", number.description)
            case .money(let money): json.set("money", "\(money.amount.description) \(money.currency.code)")
            case .date(let date): json.set("date", date.iso)
            case .time(let slot): json.set("time", slot)
            case .duration(let length): json.set("milliseconds", length.milliseconds)
            case .yesNo(let value): json.set("yes", value)
            case .choice(let choice): json.set("choice", choice)
            case .file(let file): json.set("file", file)
            case .place(let place): json.set("place", place)
            case .record(let fields): json.set("record", fields)
            case .list(let items): json.set("list", list: items)
            }
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

extension TimeSlot: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("start", start.milliseconds)
            json.set("length", duration?.milliseconds)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            start: Moment(milliseconds: try json.int("start")),
            duration: json["length"]?.int.map { .milliseconds($0) })
    }
}

extension Choice: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("label", label)
            json.set("shown", shown)
            json.set("note", note)
            if !fields.isEmpty { json.set("fields", fields) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), label: try json.string("label"), shown: json["shown"]?.string,
            note: json["note"]?.string, fields: try json.optional("fields") ?? Fields())
    }
}

extension Fields: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            for name in names {
                if let value = self[name] { json.set(named: name, value) }
            }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let object = json.object else { throw JSONError("fields should be an object") }
        self.init()
        for (name, value) in object { self[name] = try Value(json: value) }
    }
}

extension FileReference: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("id", id)
            json.set("name", name)
            json.set("kind", kind)
            json.set("size", size)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            id: try json.string("id"), name: try json.string("name"), kind: try json.string("kind"),
            size: try json.int("size"))
    }
}

extension PlaceValue: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("name", name)
            json.set("street", street)
            json.set("city", city)
            json.set("postcode", postcode)
            json.set("country", country)
            json.set("latitude", latitude?.description)
            json.set("longitude", longitude?.description)
        }
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
