/// A value with one JSON form, which is written by hand so that the stored form never changes by accident.
public protocol JSONRepresentable {
    /// The stored form of the value.
    var json: JSONValue { get }

    /// Appends the stored form of the value, the same as `json`, to what is being written.
    func append(to json: inout JSONOutput)

    /// Restores the value from the form that `json` returned.
    ///
    /// - Throws: `JSONError` when a member is missing or has another type.
    init(json: JSONValue) throws(JSONError)
}

extension JSONRepresentable {
    @inlinable public func append(to json: inout JSONOutput) { json.write(self.json) }

    /// The stored form as compact JSON text.
    public var jsonText: String { JSONOutput.text { append(to: &$0) } }
}

/// A value that is stored often: it says how it is written, and its `json` follows from that.
public protocol JSONWritable: JSONRepresentable {
    /// Writes the stored form of the value.
    func write(to json: inout JSONOutput)
}

extension JSONWritable {
    public var json: JSONValue { JSONOutput.value { write(to: &$0) } }

    @inlinable public func append(to json: inout JSONOutput) { write(to: &json) }
}

extension Array where Element: JSONRepresentable {
    /// The values as a JSON array.
    @inlinable public var jsonText: String { JSONOutput.text { $0.array(self) { $0.append(to: &$1) } } }
}

extension JSONValue {
    /// Returns the member `key` of this object, or throws an error that names it.
    public func required(_ key: String) throws(JSONError) -> JSONValue {
        guard let value = self[key] else { throw JSONError("`\(key)` is missing") }
        return value
    }

    public func string(_ key: String) throws(JSONError) -> String {
        guard let value = try required(key).string else { throw JSONError("`\(key)` is not a string") }
        return value
    }

    public func int(_ key: String) throws(JSONError) -> Int {
        guard let value = try required(key).int else { throw JSONError("`\(key)` is not a whole number") }
        return value
    }

    public func array(_ key: String) throws(JSONError) -> [JSONValue] {
        guard let value = try required(key).array else { throw JSONError("`\(key)` is not a list") }
        return value
    }

    /// Decodes the member `key`; an absent or null member gives `nil`.
    public func optional<Value: JSONRepresentable>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard let value = self[key], !value.isNull else { return nil }
        return try Value(json: value)
    }

    /// Decodes the member `key` as a list; an absent member is an empty list.
    public func list<Value: JSONRepresentable>(
        _ key: String, of type: Value.Type = Value.self
    ) throws(JSONError) -> [Value] {
        guard let value = self[key], !value.isNull else { return [] }
        guard let elements = value.array else { throw JSONError("`\(key)` is not a list") }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(try Value(json: element)) }
        return values
    }
}

extension JSONObject {
    /// Sets `key` only when there is a value, so that absent values take no space.
    public mutating func set(_ key: String, _ value: JSONValue?) {
        if let value { self[key] = value }
    }

    /// Sets `key` to a list unless the list is empty.
    @inlinable public mutating func set(_ key: String, _ values: [some JSONRepresentable]) {
        if !values.isEmpty { self[key] = .array(values.map { $0.json }) }
    }
}
