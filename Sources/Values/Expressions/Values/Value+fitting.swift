import Foundation

extension ValueType {
    /// Whether a value of type `given` can be passed to an input of this type: an answer to a text, an answer with
    /// numeric ids to a number, a time to a date. No other conversions exist (flow language, 4.1).
    public func accepts(_ given: ValueType) -> Bool {
        switch (self, given) {
        case (.unknown, _), (_, .unknown): true
        case (.text, .choice): true
        case (.number, .choice(let choice)): choice.isNumeric
        case (.date, .time): true
        case (.list(let item), .list(let other)):
            item.flatMap { item in other.map { item.accepts($0) } } ?? true
        case (.record(let wanted), .record(let others)): Self.fields(wanted, accept: others)
        case (.record(let wanted), .choice(let choice)): Self.fields(wanted, accept: choice.fields)
        default: self == given
        }
    }

    private static func fields(_ wanted: [RecordField], accept given: [RecordField]) -> Bool {
        wanted.allSatisfy { field in
            guard let other = given.first(where: { $0.name == field.name }) else { return field.isOptional }
            return field.type.accepts(other.type)
        }
    }
}

extension Value {
    /// The value as it is passed to another flow. Unlike for an action, an answer to a text input stays an answer: it
    /// is still shown by its label, and compared by label or id.
    public func handed(to type: ValueType, in zone: Zone) -> Value {
        switch (type, self) {
        case (.text, .choice): self
        case (.list(let item?), .list(let items)): .list(items.map { $0.handed(to: item, in: zone) })
        case (.record(let fields), .record(let given)):
            .record(
                Fields(
                    fields.compactMap { field in
                        given[field.name].map { (field.name, $0.handed(to: field.type, in: zone)) }
                    }))
        case (.record, .choice(let choice)): Value.record(choice.fields).handed(to: type, in: zone)
        default: fitted(to: type, in: zone)
        }
    }

    /// The value as it is passed to an input of this type: an answer as its id, a time as its day.
    public func fitted(to type: ValueType, in zone: Zone) -> Value {
        switch (type, self) {
        case (.text, .choice(let choice)): .text(choice.id)
        case (.number, .choice(let choice)): Decimal(plain: choice.id).map { .number($0) } ?? self
        case (.number, .text(let text)): Decimal(plain: text).map { .number($0) } ?? self
        case (.date, .time(let slot)): .date(zone.date(at: slot.start))
        case (.list(let item?), .list(let items)): .list(items.map { $0.fitted(to: item, in: zone) })
        case (.record(let fields), .record(let given)):
            .record(
                Fields(
                    fields.compactMap { field in
                        given[field.name].map { (field.name, $0.fitted(to: field.type, in: zone)) }
                    }))
        case (.record, .choice(let choice)): Value.record(choice.fields).fitted(to: type, in: zone)
        default: self
        }
    }
}
