public import Foundation

/// A JSON number, kept as its literal so that no step rounds it.
public struct JSONNumber: Sendable, Hashable {
    /// The literal as RFC 8259, section 6 allows it, such as `-12.50` or `1e3`.
    public let literal: String

    public init(_ value: Int) { literal = String(value) }

    /// What is not a number has no literal, and becomes 0.
    public init(_ value: Decimal) { literal = value.isNaN ? "0" : value.description }

    /// The shortest literal that reads back as the same binary fraction; for coordinates, never for money.
    public init(_ value: Double) { literal = value.isFinite ? value.description : "0" }

    /// Takes `literal` without a check: the reader has validated it against the grammar.
    init(checked literal: String) { self.literal = literal }

    /// The number as an integer when it is written as one and fits; `1.0` and `1e3` are not, and give `nil`.
    public var int: Int? { Int(literal) }

    /// The exact decimal value; `nil` beyond what `Decimal` can hold.
    public var decimal: Decimal? {
        guard let value = Decimal(string: literal, locale: nil), !value.isNaN, isExact(value) else { return nil }
        return value
    }

    /// Whether a value has all digits of the literal: `Decimal` has room for 38, and rounds what has more.
    private func isExact(_ value: Decimal) -> Bool {
        literal.utf8.count <= 38 || Self.digits(of: literal) == Self.digits(of: value.significand.description)
    }

    /// The digits of a literal without its sign, point, exponent, and the zeros at both ends.
    private static func digits(of literal: String) -> ArraySlice<UInt8> {
        let mantissa = literal.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        let zero = UInt8(ascii: "0")
        var digits = mantissa.filter { (zero...UInt8(ascii: "9")).contains($0) }.drop { $0 == zero }
        while digits.last == zero { digits.removeLast() }
        return digits
    }

    public var double: Double? { Double(literal) }
}
