public import Foundation

/// A JSON number, kept as its literal so that no step rounds it.
public struct JSONNumber: Sendable, Hashable {
    /// The literal as RFC 8259, section 6 allows it, such as `-12.50` or `1e3`.
    public let literal: String

    public init(_ value: Int) { literal = String(value) }

    public init(_ value: Decimal) { literal = value.description }

    /// The shortest literal that reads back as the same binary fraction; for coordinates, never for money.
    public init(_ value: Double) { literal = value.isFinite ? value.description : "0" }

    /// Takes `literal` without a check: the reader has validated it against the grammar.
    init(checked literal: String) { self.literal = literal }

    /// The number as an integer when it is written as one and fits; `1.0` and `1e3` are not, and give `nil`.
    public var int: Int? { Int(literal) }

    /// The exact decimal value; `nil` beyond what `Decimal` can hold.
    public var decimal: Decimal? {
        let value = Decimal(string: literal, locale: nil)
        return value?.isNaN == true ? nil : value
    }

    public var double: Double? { Double(literal) }
}
