import Foundation

extension Value {
    /// The field after a dot: a field of a record, the length of a list, the start of a time.
    public func field(_ name: String) -> Value? {
        switch self {
        case .record(let fields): fields[name]
        case .choice(let choice): choice.field(name)
        case .time(let slot): slot.field(name)
        case .list(let items): name == "count" ? .number(Decimal(items.count)) : nil
        case .file(let file): file.field(name)
        case .place(let place): place.field(name)
        default: nil
        }
    }

    /// The value at the end of a path of fields.
    public func value(at path: ArraySlice<String>) -> Value? {
        var value: Value? = self
        for name in path { value = value?.field(name) }
        return value
    }
}

extension Choice {
    func field(_ name: String) -> Value? {
        if let value = fields[name] { return value }
        switch name {
        case "id": return .text(id)
        case "label": return .text(label)
        case "note": return note.map { .text($0) }
        default: return nil
        }
    }
}

extension TimeSlot {
    func field(_ name: String) -> Value? {
        switch name {
        case "start": .time(TimeSlot(start: start))
        case "end": .time(TimeSlot(start: end))
        case "duration": duration.map { .duration($0) }
        default: nil
        }
    }
}

extension FileReference {
    func field(_ name: String) -> Value? {
        switch name {
        case "name": .text(self.name)
        case "kind": .text(kind)
        case "size": .number(Decimal(size))
        default: nil
        }
    }
}

extension PlaceValue {
    func field(_ field: String) -> Value? {
        switch field {
        case "name": name.map { .text($0) }
        case "street": street.map { .text($0) }
        case "city": city.map { .text($0) }
        case "postcode": postcode.map { .text($0) }
        case "country": country.map { .text($0) }
        case "latitude": latitude.map { .number($0) }
        case "longitude": longitude.map { .number($0) }
        default: nil
        }
    }
}
