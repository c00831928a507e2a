import Foundation
public import JSON

extension Value {
    /// The value in the form that actions send: money as amount and currency, times as ISO 8601 with their zone (with a
    /// duration, as a record), durations in seconds, an answer as its id.
    public func external(in zone: Zone) -> JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .number(JSONNumber(number))
        case .money(let money): ["amount": .string(money.plainAmount), "currency": .string(money.currency.code)]
        case .date(let date): .string(date.iso)
        case .time(let slot): slot.external(in: zone)
        case .duration(let length): .number(JSONNumber(length.inSeconds))
        case .yesNo(let value): .bool(value)
        case .choice(let choice): .string(choice.id)
        case .file(let file): file.json
        case .place(let place): place.external
        case .record(let fields): fields.external(in: zone)
        case .list(let items): .array(items.map { $0.external(in: zone) })
        }
    }

    /// Reads the result of an action as its declared type; `nil` when it has another type.
    public init?(external json: JSONValue, as type: ValueType, in zone: Zone) {
        guard let value = ExternalReader(zone: zone).value(json, type) else { return nil }
        self = value
    }
}

extension TimeSlot {
    fileprivate func external(in zone: Zone) -> JSONValue {
        guard let duration else { return .string(start.iso(in: zone)) }
        return ["start": .string(start.iso(in: zone)), "duration": .number(JSONNumber(duration.inSeconds))]
    }
}

extension TimeLength {
    var inSeconds: Decimal { Decimal(milliseconds) / 1000 }
}

extension PlaceValue {
    fileprivate var external: JSONValue {
        var object = JSONObject()
        object.set("name", name.map { .string($0) })
        object.set("street", street.map { .string($0) })
        object.set("city", city.map { .string($0) })
        object.set("postcode", postcode.map { .string($0) })
        object.set("country", country.map { .string($0) })
        object.set("latitude", latitude.map { .number(JSONNumber($0)) })
        object.set("longitude", longitude.map { .number(JSONNumber($0)) })
        return .object(object)
    }
}

extension Fields {
    fileprivate func external(in zone: Zone) -> JSONValue {
        var object = JSONObject()
        for name in names { object[name] = self[name]?.external(in: zone) }
        return .object(object)
    }
}

/// Reads JSON as declared types, strictly: a number is not a text, and a time needs its zone.
private struct ExternalReader {
    let zone: Zone

    func value(_ json: JSONValue, _ type: ValueType) -> Value? {
        switch type {
        case .text: json.string.map { .text($0) }
        case .number: json.number?.decimal.map { .number($0) }
        case .money: money(json).map { .money($0) }
        case .date: json.string.flatMap { CalendarDate(iso: $0) }.map { .date($0) }
        case .time: time(json).map { .time($0) }
        case .duration: duration(json).map { .duration($0) }
        case .yesNo: json.bool.map { .yesNo($0) }
        case .place: place(json).map { .place($0) }
        case .record(let fields): record(json, fields)
        case .list(let item): list(json, item ?? .unknown)
        case .choice: json.string.map { .text($0) }
        case .file: (try? FileReference(json: json)).map { .file($0) }
        case .unknown: Value(guessing: json)
        }
    }

    /// `{"amount": "24.90", "currency": "EUR"}`, with no more decimals than the currency has.
    private func money(_ json: JSONValue) -> Money? {
        guard let currency = json["currency"]?.string.flatMap(Currency.init),
            let amount = json["amount"]?.string.flatMap({ Decimal(plain: $0) }) ?? json["amount"]?.number?.decimal
        else { return nil }
        let money = Money(amount, currency)
        return money.rounded == money ? money : nil
    }

    /// ISO 8601 with its zone, or a record of `start` and `duration`.
    private func time(_ json: JSONValue) -> TimeSlot? {
        if let text = json.string { return Moment(iso: text).map { TimeSlot(start: $0) } }
        guard let start = json["start"]?.string.flatMap({ Moment(iso: $0) }) else { return nil }
        guard let length = json["duration"] else { return TimeSlot(start: start) }
        return duration(length).map { TimeSlot(start: start, duration: $0) }
    }

    /// A number of seconds, or ISO 8601 such as `PT1H30M`.
    private func duration(_ json: JSONValue) -> TimeLength? {
        if let seconds = json.number?.decimal {
            let milliseconds = seconds * 1000
            guard milliseconds >= 0, milliseconds < 1e15, milliseconds.isWhole else { return nil }
            return .milliseconds(NSDecimalNumber(decimal: milliseconds).intValue)
        }
        return json.string.flatMap(TimeLength.init(iso:))
    }

    private func place(_ json: JSONValue) -> PlaceValue? {
        guard json.object != nil else { return nil }
        return PlaceValue(
            name: json["name"]?.string, street: json["street"]?.string, city: json["city"]?.string,
            postcode: json["postcode"]?.string, country: json["country"]?.string,
            latitude: json["latitude"]?.number?.decimal, longitude: json["longitude"]?.number?.decimal)
    }

    private func record(_ json: JSONValue, _ fields: [ValueType.RecordField]) -> Value? {
        guard json.object != nil else { return nil }
        var record = Fields()
        for field in fields {
            guard let inner = json[field.name], !inner.isNull else {
                if field.isOptional { continue }
                return nil
            }
            guard let value = value(inner, field.type) else { return nil }
            record[field.name] = value
        }
        return .record(record)
    }

    private func list(_ json: JSONValue, _ item: ValueType) -> Value? {
        guard let elements = json.array else { return nil }
        var items: [Value] = []
        for element in elements {
            guard let value = value(element, item) else { return nil }
            items.append(value)
        }
        return .list(items)
    }
}

extension Value {
    /// JSON as the type that it looks like; for conditions on results without declared types.
    public init?(guessing json: JSONValue) {
        switch json {
        case .null: return nil
        case .bool(let value): self = .yesNo(value)
        case .number(let number):
            guard let decimal = number.decimal else { return nil }
            self = .number(decimal)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.compactMap { Value(guessing: $0) })
        case .object(let object):
            self = .record(Fields(object.compactMap { name, json in Value(guessing: json).map { (name, $0) } }))
        }
    }
}

extension TimeLength {
    /// Parses an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as `P1D` or `PT1H30M`.
    init?(iso text: String) {
        guard text.hasPrefix("P"), text.count > 2 else { return nil }
        var total = TimeLength.zero
        var digits = ""
        var isTime = false
        for character in text.dropFirst() {
            if character == "T", digits.isEmpty, !isTime {
                isTime = true
            } else if character.isNumber {
                digits.append(character)
            } else {
                guard let count = Int(digits), count < 1_000_000, let unit = Self.unit(character, isTime) else {
                    return nil
                }
                total = total + unit * count
                digits = ""
            }
        }
        guard digits.isEmpty else { return nil }
        self = total
    }

    private static func unit(_ letter: Character, _ isTime: Bool) -> TimeLength? {
        switch (letter, isTime) {
        case ("W", false): .days(7)
        case ("D", false): .days(1)
        case ("H", true): .hours(1)
        case ("M", true): .minutes(1)
        case ("S", true): .seconds(1)
        default: nil
        }
    }
}
