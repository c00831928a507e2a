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

extension SQLValue: SQLConvertible {
    public var sqlValue: SQLValue { self }
    public init(_ value: SQLValue) { self = value }
}

extension Int64: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self) }

    public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = Int(number)
    }
}

extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    public init?(_ value: SQLValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Double: SQLConvertible {
    public var sqlValue: SQLValue { .real(self) }

    public init?(_ value: SQLValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }

    public init?(_ value: SQLValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Data: SQLConvertible {
    public var sqlValue: SQLValue { .bytes(self) }

    public init?(_ value: SQLValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    public init?(_ value: SQLValue) {
        if case .null = value {
            self = .none
        } else if let wrapped = Wrapped(value) {
            self = wrapped
        } else {
            return nil
        }
    }
}
