public import JSON
public import MessageParts

/// The parts of a message, as they are stored and as they are read.
public struct JSONParts: Sendable, Hashable {
    public var parts: [MessagePart]

    public init(_ parts: [MessagePart]) { self.parts = parts }

    /// Entries that cannot be parsed as a part are left out.
    public init(json: JSONValue) { parts = (json.array ?? []).compactMap { try? MessagePart(json: $0) } }

    public var json: JSONValue { .array(parts.map(\.json)) }
}
