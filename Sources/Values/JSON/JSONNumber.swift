public import Foundation

/// A JSON number, kept as its literal so that nothing is rounded on the way through.
public struct JSONNumber: Sendable, Hashable {
    /// The digits as RFC 8259, section 6 allows them, such as `-12.50` or `1e3`.
    public let literal: String

    public init(_ value: Int) { literal = String(value) }

    public init(_ value: Decimal) { literal = value.description }

    /// The shortest digits that give the same binary fraction again; for coordinates, never for money.
    public init(_ value: Double) { literal = value.isFinite ? value.description : "0" }

    /// Takes `literal` on trust: the reader has checked it against the grammar.
    init(checked literal: String) { self.literal = literal }

    /// The number when it is whole and fits; `1.0` and `1e3` are not written as integers and give `nil`.
    public var int: Int? { Int(literal) }

    /// The exact decimal value; `nil` beyond what `Decimal` can hold.
    public var decimal: Decimal? {
        let value = Decimal(string: literal, locale: nil)
        return value?.isNaN == true ? nil : value
    }

    public var double: Double? { Double(literal) }
}
