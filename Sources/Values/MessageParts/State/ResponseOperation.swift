public import JSON

/// The rule by which a participant's choices become state: which of several choices under one state name are effective.
public enum StateType: String, Sendable, CaseIterable {
    /// The first one; it is final.
    case firstWins = "FWW"
    /// The last one.
    case lastWins = "LWW"
    /// The last one, which can be withdrawn.
    case lastWinsOrNone = "LWWN"
    /// All of them; each can be withdrawn.
    case set = "Set"

    /// Parses the name of a state type; case is ignored.
    public init?(word: String) {
        guard let type = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) else {
            return nil
        }
        self = type
    }
}

/// One participant's change of state.
public struct ResponseOperation: Sendable, Hashable {
    /// Whether the operation adds or removes a value.
    public enum Kind: String, Sendable { case add, remove }

    /// Identifies the operation, so that a duplicate changes nothing.
    public var id: String
    /// Whether the value is added or removed.
    public var kind: Kind
    /// The state type under which the operation was made.
    public var type: StateType
    /// The state name.
    public var name: String
    /// The added value. In a removal, it only describes what was removed.
    public var value: JSONValue?

    /// An operation with the given properties.
    public init(id: String, _ kind: Kind, type: StateType, name: String, value: JSONValue?) {
        self.id = id
        self.kind = kind
        self.type = type
        self.name = name
        self.value = value
    }
}

/// An operation that is part of the initial message.
public struct InitialOperation: Sendable, Hashable {
    /// The participant who made the choice.
    public var identity: String
    /// The operation itself.
    public var operation: ResponseOperation

    /// An operation of a participant.
    public init(identity: String, operation: ResponseOperation) {
        self.identity = identity
        self.operation = operation
    }

    /// The MIME type of the part that contains the initial state.
    public static let mimeType = "application/vnd.layer.initialresponsestate-v1+json"
    static let role = "initial_response_state"
    /// The role in the format of another platform.
    static let otherRole = "initial_response_summary"

    /// The readable operations of a list.
    static func list(_ json: JSONValue?) -> [InitialOperation] {
        (json?.array ?? []).prefix(PartLimits.items).compactMap { try? InitialOperation(json: $0) }
    }
}

extension ResponseOperation: JSONRepresentable {
    /// The operation in its transfer format.
    public var json: JSONValue {
        var object: JSONObject = [
            "operation": .string(kind.rawValue), "type": .string(type.rawValue), "name": .string(name),
            "id": .string(id),
        ]
        object.set("value", value)
        return .object(object)
    }

    /// Reads an operation in its transfer format.
    ///
    /// - Throws: `JSONError` when a member is missing or not valid.
    public init(json: JSONValue) throws(JSONError) {
        guard let kind = Kind(rawValue: try json.string("operation")) else { throw JSONError("no such operation") }
        guard let type = StateType(word: try json.string("type")) else { throw JSONError("no such type of state") }
        self.init(id: try json.string("id"), kind, type: type, name: try json.string("name"), value: json["value"])
    }
}

extension InitialOperation: JSONRepresentable {
    /// The operation in its transfer format.
    public var json: JSONValue {
        var object = operation.json.object ?? [:]
        object["identity_id"] = .string(identity)
        return .object(object)
    }

    /// Reads an operation in its transfer format.
    ///
    /// - Throws: `JSONError` when a member is missing or not valid.
    public init(json: JSONValue) throws(JSONError) {
        self.init(identity: try json.string("identity_id"), operation: try ResponseOperation(json: json))
    }
}
