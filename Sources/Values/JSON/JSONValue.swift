/// A JSON text as a value (RFC 8259), with its numbers as they were written and its keys in order.
///
/// All JSON that Usher receives or stores in its database passes through this type, so that one reader with one set of
/// limits checks it.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    public var isNull: Bool { self == .null }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an integer; `nil` for other values, for fractions and for numbers out of range.
    public var int: Int? { number?.int }

    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of `key` when this is an object that has it.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// The element at `index` when this is an array that is long enough.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }

    /// An integer as a JSON number.
    public static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
