import Diagnostics
import Expressions
import Foundation

/// Names with the values and types that a test sets.
struct Names: Scope, TypeScope {
    var values: [String: Value] = [:]
    var types: [String: ValueType] = [:]

    /// Names with these values; each type is that of the value unless `types` overrides it.
    init(_ values: [String: Value] = [:], types: [String: ValueType] = [:]) {
        self.values = values
        self.types = values.mapValues(\.type).merging(types) { _, given in given }
    }

    func value(ofRoot root: String) -> Value? { values[root] }
    func type(ofRoot root: String) -> ValueType? { types[root] }
    var roots: [String] { types.keys.sorted() }
}

extension Value {
    /// The type of the value, as far as the value shows it.
    var type: ValueType {
        switch self {
        case .text: .text
        case .number: .number
        case .money: .money
        case .date: .date
        case .time: .time
        case .duration: .duration
        case .yesNo: .yesNo
        case .choice(let choice): .choice(.init(answers: [.init(id: choice.id, label: choice.label)]))
        case .file: .file
        case .place: .place
        case .record(let fields): .record(fields.names.map { .init($0, fields[$0]?.type ?? .unknown) })
        case .list(let items): .list(items.first?.type)
        }
    }
}

extension ReadingContext {
    static let berlin = ReadingContext(currency: Currency("EUR"), zone: .berlin)
}

extension Currency {
    static let euro: Currency = {
        guard let euro = Currency("EUR") else { preconditionFailure("there is no euro") }
        return euro
    }()
}

extension Zone {
    static let berlin = zone("Europe/Berlin")

    static func zone(_ identifier: String) -> Zone {
        guard let zone = Zone(identifier) else { preconditionFailure("there is no zone \(identifier)") }
        return zone
    }
}

// Short forms of values.

func number(_ text: String) -> Value { .number(decimal(text)) }

func decimal(_ text: String) -> Decimal {
    guard let value = Decimal(string: text, locale: nil) else { preconditionFailure("\(text) is no number") }
    return value
}

/// Parses a value such as `24.90 EUR`, without rounding the amount.
func money(_ text: String) -> Value {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let currency = Currency(String(parts[1])) else {
        preconditionFailure("\(text) is no money")
    }
    return .money(Money(decimal(String(parts[0])), currency))
}

func date(_ iso: String) -> CalendarDate {
    guard let date = CalendarDate(iso: iso) else { preconditionFailure("\(iso) is no date") }
    return date
}

/// Parses a local time in Berlin, such as `2026-12-01 10:00`.
func moment(_ text: String, in zone: Zone = .berlin) -> Moment {
    guard let moment = Moment(iso: text, in: zone) else { preconditionFailure("\(text) is no moment") }
    return moment
}

func choice(_ label: String, id: String? = nil) -> Value { .choice(Choice(id: id ?? label, label: label)) }
