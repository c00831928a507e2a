public import JSON

/// A request for pictures.
public struct AskedPhoto: Sendable, Hashable {
    /// The largest number of pictures; one is an answer by itself, more are a list.
    public var atMost: Int

    public init(atMost: Int) { self.atMost = atMost }

    /// Whether pictures that arrive in quick succession form one answer.
    public var isList: Bool { atMost > 1 }
}

/// A request for a file.
public struct AskedFile: Sendable, Hashable {
    /// The accepted file extensions, in lower case; empty accepts any file.
    public var endings: [String]

    public init(endings: [String]) { self.endings = endings }
}

/// A request for a place, shared or typed.
public struct AskedPlace: Sendable, Hashable {
    /// Whether it must include a street and a city.
    public var isAddress: Bool

    public init(isAddress: Bool) { self.isAddress = isAddress }
}

extension AskedPhoto: JSONRepresentable {
    public var json: JSONValue { ["at_most": .int(atMost)] }

    public init(json: JSONValue) throws(JSONError) { self.init(atMost: try json.int("at_most")) }
}

extension AskedFile: JSONRepresentable {
    public var json: JSONValue { ["endings": .array(endings.map { .string($0) })] }

    public init(json: JSONValue) throws(JSONError) {
        self.init(endings: try json.array("endings").compactMap(\.string))
    }
}

extension AskedPlace: JSONRepresentable {
    public var json: JSONValue { ["address": .bool(isAddress)] }

    public init(json: JSONValue) throws(JSONError) { self.init(isAddress: json["address"]?.bool ?? false) }
}
