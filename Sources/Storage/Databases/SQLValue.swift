public import Foundation

/// A value in a database. Both databases store nothing else: flags are the numbers 0 and 1, times are milliseconds since
/// 1970, and JSON is text.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes(Data)
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(nilLiteral: ()) { self = .null }
}

/// A type that columns hold: it can be an argument of a statement, and be read from a row.
public protocol SQLConvertible: Sendable {
    /// The value as stored.
    var sqlValue: SQLValue { get }

    /// - Returns: `nil` when the stored value is of another type.
    init?(_ value: SQLValue)
}

extension SQLValue {
    /// A whole number.
    @inlinable public static func int(_ number: Int) -> SQLValue { .integer(Int64(number)) }

    /// A text, or null.
    @inlinable public static func text(orNull text: String?) -> SQLValue { text.map { .text($0) } ?? .null }

    /// A whole number, or null.
    @inlinable public static func int(orNull number: Int?) -> SQLValue { number.map { .int($0) } ?? .null }
}

extension SQLValue: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { self }
    @inlinable public init(_ value: SQLValue) { self = value }
}

extension Int64: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { .integer(self) }

    @inlinable public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    @inlinable public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = Int(number)
    }
}

extension Bool: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    @inlinable public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Double: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { .real(self) }

    @inlinable public init?(_ value: SQLValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension String: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { .text(self) }

    @inlinable public init?(_ value: SQLValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Data: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { .bytes(self) }

    @inlinable public init?(_ value: SQLValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    @inlinable public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    @inlinable public init?(_ value: SQLValue) {
        if case .null = value {
            self = .none
        } else if let wrapped = Wrapped(value) {
            self = wrapped
        } else {
            return nil
        }
    }
}
