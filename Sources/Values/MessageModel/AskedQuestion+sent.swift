public import JSON

/// Pictures to be sent.
public struct AskedPhoto: Sendable, Hashable {
    /// How many are taken; one is an answer by itself, more are a list.
    public var atMost: Int

    public init(atMost: Int) { self.atMost = atMost }

    /// Whether what comes shortly after one another is one answer.
    public var isList: Bool { atMost > 1 }
}

/// A file to be sent.
public struct AskedFile: Sendable, Hashable {
    /// How its name may end, in small letters; none takes any file.
    public var endings: [String]

    public init(endings: [String]) { self.endings = endings }
}

/// A place to be shared or typed.
public struct AskedPlace: Sendable, Hashable {
    /// Whether it has to have a street and a city.
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
