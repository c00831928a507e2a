import JSON

/// A JSON object with a fixed set of known keys, read member by member.
///
/// A member that is `null` counts as absent: Python programs send it for omitted values.
struct Fields {
    private let object: JSONObject

    /// - Parameters:
    ///   - known: all keys that the object may have.
    ///   - misspelt: common misspellings of keys, and the right key for each.
    init(_ value: JSONValue, known: Set<String>, misspelt: [String: String] = [:]) throws(ValidationError) {
        guard let object = value.object else {
            throw ValidationError("expected an object, found \(value.kindName)")
        }
        for (key, _) in object where !known.contains(key) {
            throw ValidationError(key, Self.refusal(of: key, known: known, right: misspelt[key]))
        }
        self.object = object
    }

    private static func refusal(of key: String, known: Set<String>, right: String?) -> String {
        if let right { return "there is no key `\(key)` here; it is called `\(right)`" }
        return "there is no key `\(key)` here; the keys are \(known.sorted().map { "`\($0)`" }.joined(separator: ", "))"
    }

    func has(_ key: String) -> Bool { optional(key) != nil }

    func optional(_ key: String) -> JSONValue? {
        guard let value = object[key], !value.isNull else { return nil }
        return value
    }

    func required(_ key: String) throws(ValidationError) -> JSONValue {
        guard let value = optional(key) else { throw ValidationError(key, "this is required and is missing") }
        return value
    }

    /// Reads a required member, and prepends its key to the path of every error.
    func required<Value>(
        _ key: String, _ read: (JSONValue) throws(ValidationError) -> Value
    ) throws(ValidationError) -> Value {
        let value = try required(key)
        return try within(key) { () throws(ValidationError) in try read(value) }
    }

    func optional<Value>(
        _ key: String, _ read: (JSONValue) throws(ValidationError) -> Value
    ) throws(ValidationError) -> Value? {
        guard let value = optional(key) else { return nil }
        return try within(key) { () throws(ValidationError) in try read(value) }
    }

    /// Reads a required list, element by element.
    func list<Value>(
        _ key: String, _ read: (JSONValue) throws(ValidationError) -> Value
    ) throws(ValidationError) -> [Value] {
        try required(key) { value throws(ValidationError) in try Self.elements(of: value, read) }
    }

    /// Reads an optional list; an absent one counts as empty.
    func optionalList<Value>(
        _ key: String, _ read: (JSONValue) throws(ValidationError) -> Value
    ) throws(ValidationError) -> [Value] {
        try optional(key) { value throws(ValidationError) in try Self.elements(of: value, read) } ?? []
    }

    private static func elements<Value>(
        of value: JSONValue, _ read: (JSONValue) throws(ValidationError) -> Value
    ) throws(ValidationError) -> [Value] {
        guard let elements = value.array else {
            throw ValidationError("expected a list, found \(value.kindName)")
        }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            values.append(try within("[\(index)]") { () throws(ValidationError) in try read(element) })
        }
        return values
    }
}

extension JSONValue {
    /// The kind of this value, as used in error messages.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
