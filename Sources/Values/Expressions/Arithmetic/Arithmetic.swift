import Foundation

/// The expression that a name is set to, checked and ready to be evaluated.
public indirect enum Arithmetic: Sendable, Hashable {
    case constant(Value)
    /// A name, and the value to use while it is empty.
    case name(Name, fallback: Value?)
    case binary(Sign, Arithmetic, Arithmetic)

    public enum Sign: String, Sendable, Hashable {
        case plus = "+"
        case minus = "-"
        case times = "*"
        case over = "/"
    }
}

extension Arithmetic {
    /// All names in the expression.
    public var names: [Name] {
        switch self {
        case .constant: []
        case .name(let name, _): [name]
        case .binary(_, let left, let right): left.names + right.names
        }
    }

    /// The result, or `nil` when a name in it is empty, on division by zero, or when a result has too many digits.
    ///
    /// Numbers and money are calculated as exact fractions; only at the end is an amount rounded to the decimals of its
    /// currency, half to even, and a number that does not terminate to 28 significant digits.
    public func value(in scope: some Scope) -> Value? { term(in: scope)?.value }

    private func term(in scope: some Scope) -> Term? {
        switch self {
        case .constant(let value): Term(value)
        case .name(let name, let fallback): (scope.value(of: name) ?? fallback).flatMap { Term($0) }
        case .binary(let sign, let left, let right):
            if let left = left.term(in: scope), let right = right.term(in: scope) {
                left.combined(sign, with: right)
            } else {
                nil
            }
        }
    }
}

/// An intermediate value of a calculation.
private enum Term {
    case number(Fraction)
    case money(Fraction, Currency)
    case other(Value)

    init?(_ value: Value) {
        switch value {
        case .number(let number): self = .number(Fraction(number))
        case .money(let money): self = .money(Fraction(money.amount), money.currency)
        default: self = .other(value)
        }
    }

    var value: Value? {
        switch self {
        case .number(let fraction): fraction.decimal.map { .number($0) }
        case .money(let fraction, let currency): fraction.decimal.map { .money(Money($0, currency).rounded) }
        case .other(let value): value
        }
    }

    func combined(_ sign: Arithmetic.Sign, with right: Term) -> Term? {
        switch (asNumber, right.asNumber) {
        case (.number(let left), .number(let right)): left.combined(sign, with: right).map { .number($0) }
        case (.money(let left, let currency), .number(let right)):
            left.combined(sign, with: right).map { .money($0, currency) }
        case (.number(let left), .money(let right, let currency)):
            left.combined(sign, with: right).map { .money($0, currency) }
        case (.money(let left, let currency), .money(let right, let other)):
            currency == other ? left.combined(sign, with: right).map { .money($0, currency) } : nil
        default: combinedOther(sign, with: right)
        }
    }

    /// An answer whose id is a number is used as that number.
    private var asNumber: Term {
        if case .other(.choice(let choice)) = self, let number = Decimal(plain: choice.id) {
            return .number(Fraction(number))
        }
        return self
    }

    private func combinedOther(_ sign: Arithmetic.Sign, with right: Term) -> Term? {
        guard let first = value, let second = right.value else { return nil }
        if sign == .times { return Term.length(first, asNumber.value, second, right.asNumber.value) }
        switch (first, sign, second) {
        case (.list(let items), .plus, .list(let more)): return .other(.list(items + more))
        case (.list(let items), .plus, _): return .other(.list(items + [second]))
        case (.list(let items), .minus, .list(let taken)):
            return .other(.list(items.filter { item in !taken.contains { item.isItem($0) } }))
        case (.list(let items), .minus, _): return .other(.list(items.filter { !$0.isItem(second) }))
        case (.date(let date), _, .duration(let length)): return Term.moved(date, sign, length)
        case (.time(var slot), _, .duration(let length)):
            guard let length = length.signed(sign) else { return nil }
            slot.start = slot.start + length
            return .other(.time(slot))
        case (.duration(let left), _, .duration(let right)):
            return right.signed(sign).map { .other(.duration(left + $0)) }
        default: return nil
        }
    }

    /// A number of lengths of time, in either order.
    private static func length(_ first: Value, _ count: Value?, _ second: Value, _ otherCount: Value?) -> Term? {
        switch (first, count, second, otherCount) {
        case (_, .number(let count)?, .duration(let length), _), (.duration(let length), _, _, .number(let count)?):
            times(count, length)
        default: nil
        }
    }

    /// A length of time, a whole number of milliseconds.
    private static func times(_ count: Decimal, _ length: TimeLength) -> Term? {
        let exact = count * Decimal(length.milliseconds)
        guard exact.isWhole, abs(exact) < Decimal(Int32.max) * 1_000_000 else { return nil }
        return .other(.duration(.milliseconds(NSDecimalNumber(decimal: exact).intValue)))
    }

    private static func moved(_ date: CalendarDate, _ sign: Arithmetic.Sign, _ length: TimeLength) -> Term? {
        guard let length = length.signed(sign) else { return nil }
        let days = (Double(length.milliseconds) / 86_400_000).rounded(.down)
        let number = date.dayNumber + Int(days)
        guard (-719_162...2_932_896).contains(number) else { return nil }  // the years 1 to 9999
        return .other(.date(CalendarDate(dayNumber: number)))
    }
}

extension TimeLength {
    fileprivate func signed(_ sign: Arithmetic.Sign) -> TimeLength? {
        switch sign {
        case .plus: self
        case .minus: self * -1
        default: nil
        }
    }
}

/// An exact fraction of two decimals; division only multiplies the denominator.
private struct Fraction {
    var above: Decimal
    var below: Decimal = 1

    init(_ number: Decimal) { above = number }

    func combined(_ sign: Arithmetic.Sign, with right: Fraction) -> Fraction? {
        let isOver = sign == .over
        guard let left = above.times(sign == .times ? right.above : right.below),
            let other = right.above.times(below), let divisor = below.times(isOver ? right.above : right.below)
        else { return nil }
        var result = self
        result.below = divisor
        result.above =
            switch sign {
            case .plus: left + other
            case .minus: left - other
            case .times, .over: left
            }
        guard !result.above.isNaN, !result.below.isNaN, result.below != 0 else { return nil }
        return result
    }

    /// The nearest decimal; `nil` when there are more than 28 digits before the point.
    var decimal: Decimal? {
        let quotient = below == 1 ? above : above / below
        guard !quotient.isNaN, abs(quotient) < Decimal(sign: .plus, exponent: Decimal.mostDigits, significand: 1) else {
            return nil
        }
        return below == 1 ? quotient : quotient.cut(to: Decimal.mostDigits)
    }
}

extension Decimal {
    /// The product; `nil` when it has more digits behind the point than a decimal can have, on which Foundation's operator
    /// ends the program.
    fileprivate func times(_ other: Decimal) -> Decimal? {
        exponent + other.exponent >= Self.leastExponent ? self * other : nil
    }

    private static let leastExponent = -128

    /// Rounded half to even to this many significant digits.
    fileprivate func cut(to digits: Int) -> Decimal {
        var whole = 0
        var rest = abs(self)
        while rest >= 1 {
            rest /= 10
            whole += 1
        }
        return rounded(to: digits - whole)
    }
}

extension Value {
    /// Whether an item of a list is meant by `value`: the same value, or the answer that was made of the item.
    fileprivate func isItem(_ value: Value) -> Bool {
        switch (self, value) {
        case (.record(let fields), .choice(let choice)): fields.isSame(as: choice.fields)
        case (.record(let fields), .record(let others)): fields.isSame(as: others)
        default: isSame(as: value)
        }
    }
}

extension Fields {
    /// Whether both have the same fields, in any order.
    fileprivate func isSame(as other: Fields) -> Bool {
        names.count == other.names.count
            && names.allSatisfy { name in
                guard let mine = self[name], let others = other[name] else { return false }
                return mine.isItem(others)
            }
    }
}
