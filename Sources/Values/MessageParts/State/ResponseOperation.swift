public import JSON

/// How what people choose becomes state: which of several choices of one person under one name counts.
public enum StateType: String, Sendable, CaseIterable {
    /// The first one; it stays for good.
    case firstWins = "FWW"
    /// The last one.
    case lastWins = "LWW"
    /// The last one, which can be taken back.
    case lastWinsOrNone = "LWWN"
    /// All of them; each can be taken back.
    case set = "Set"

    /// As it is written; case does not matter.
    public init?(word: String) {
        guard let type = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) else {
            return nil
        }
        self = type
    }
}

/// A change of state that one person makes.
public struct ResponseOperation: Sendable, Hashable {
    public enum Kind: String, Sendable { case add, remove }

    /// Tells operations apart, so that one that comes again changes nothing.
    public var id: String
    public var kind: Kind
    public var type: StateType
    /// Under which name the state is kept.
    public var name: String
    /// What is added. Of a removal it only tells people what went.
    public var value: JSONValue?

    public init(id: String, _ kind: Kind, type: StateType, name: String, value: JSONValue?) {
        self.id = id
        self.kind = kind
        self.type = type
        self.name = name
        self.value = value
    }
}

/// An operation that stands in the message from the beginning.
public struct InitialOperation: Sendable, Hashable {
    /// Whose choice it is.
    public var identity: String
    public var operation: ResponseOperation

    public init(identity: String, operation: ResponseOperation) {
        self.identity = identity
        self.operation = operation
    }

    public static let mimeType = "application/vnd.layer.initialresponsestate-v1+json"
    static let role = "initial_response_state"
    /// As another platform writes it.
    static let otherRole = "initial_response_summary"

    /// Those of a list that can be read.
    static func list(_ json: JSONValue?) -> [InitialOperation] {
        (json?.array ?? []).prefix(PartLimits.items).compactMap { try? InitialOperation(json: $0) }
    }
}

extension ResponseOperation: JSONRepresentable {
    public var json: JSONValue {
        var object: JSONObject = [
            "operation": .string(kind.rawValue), "type": .string(type.rawValue), "name": .string(name),
            "id": .string(id),
        ]
        object.set("value", value)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let kind = Kind(rawValue: try json.string("operation")) else { throw JSONError("no such operation") }
        guard let type = StateType(word: try json.string("type")) else { throw JSONError("no such type of state") }
        self.init(id: try json.string("id"), kind, type: type, name: try json.string("name"), value: json["value"])
    }
}

extension InitialOperation: JSONRepresentable {
    public var json: JSONValue {
        var object = operation.json.object ?? [:]
        object["identity_id"] = .string(identity)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(identity: try json.string("identity_id"), operation: try ResponseOperation(json: json))
    }
}
