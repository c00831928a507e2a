import Expressions
import Foundation

/// A name of every type, for the expressions that the fuzzer writes.
struct Names: TypeScope, Scope {
    static let zone = Zone("Europe/Berlin") ?? .utc
    static let euro = Currency("EUR")
    static let context = ReadingContext(currency: euro, zone: zone)

    private static let values: [String: (ValueType, Value)] = {
        var values: [String: (ValueType, Value)] = [
            "t": (.text, .text("Ana")), "n": (.number, .number(Decimal(3))), "y": (.yesNo, .yesNo(true)),
            "l": (.list(.text), .list([.text("a"), .text("b")])),
            "w": (.time, .time(TimeSlot(start: Moment(seconds: 1_772_442_000), duration: .minutes(30)))),
            "u": (.duration, .duration(.minutes(90))),
            "r": (.record([ValueType.RecordField("f", .text)]), .record(Fields([("f", .text("x"))]))),
            "d": (.date, .date(CalendarDate(dayNumber: 20_000))),
        ]
        if let euro { values["m"] = (.money, .money(Money(Decimal(2490) / 100, euro))) }
        return values
    }()

    var roots: [String] { Self.values.keys.sorted() }

    func type(ofRoot root: String) -> ValueType? { Self.values[root]?.0 }

    func value(ofRoot root: String) -> Value? { Self.values[root]?.1 }
}

/// A scope in which every name is empty.
struct Nothing: Scope {
    func value(ofRoot root: String) -> Value? { nil }
}
