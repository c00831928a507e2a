import Foundation

extension ValueType {
    /// Whether a name of this type can hold a value that was stored under another version of its flow. A missing field
    /// counts as empty.
    public func holds(_ value: Value) -> Bool {
        switch (self, value) {
        case (.unknown, _), (.text, .text), (.text, .choice), (.number, .number), (.money, .money), (.date, .date),
            (.date, .time), (.time, .time), (.duration, .duration), (.yesNo, .yesNo), (.file, .file), (.place, .place),
            (.choice, .choice):
            true
        case (.number, .choice(let choice)): Decimal(plain: choice.id) != nil
        case (.list(let item), .list(let values)): item.map { item in values.allSatisfy(item.holds) } ?? true
        case (.record(let fields), .record(let values)):
            fields.allSatisfy { field in values[field.name].map(field.type.holds) ?? true }
        default: false
        }
    }
}
