import JSON

/// A message that has been read, with the remarks of the reader.
public struct ReadMessage: Sendable, Hashable {
    /// The message.
    public var message: RichMessage
    /// Parts that do not belong to the message.
    public var leftOver: [RichMessage]
    /// What could not be used, with its location.
    public var remarks: [String]
}

extension TypeRegistry {
    /// Reads a message from its parts.
    ///
    /// - Throws: `PartsProblem` when they do not form one: see `PartTree`; also when a body is not the JSON that its
    ///   type requires.
    public func message(of parts: [MessagePart]) throws(PartsProblem) -> ReadMessage {
        let tree = try PartTree(parts)
        var remarks: [String] = []
        let message = try message(tree.root, &remarks)
        var leftOver: [RichMessage] = []
        for node in tree.leftOver { leftOver.append(try self.message(node, &remarks)) }
        for node in tree.leftOver { remarks.append("parts[\(node.index)] has no parent") }
        return ReadMessage(message: message, leftOver: leftOver, remarks: remarks)
    }

    /// The roles of state, which all types have.
    static let stateRoles: Set<String> = [
        ResponseSummary.role, InitialOperation.role, InitialOperation.otherRole,
    ]

    func message(_ node: PartNode, _ remarks: inout [String]) throws(PartsProblem) -> RichMessage {
        guard let registration = registration(of: node.type) else { return try unknown(node, &remarks) }
        let properties = try Self.properties(of: node)
        var reader = PartReader(node, properties: properties, registry: self)
        var message = RichMessage(try registration.read(&reader), id: node.id)
        message.action = MessageAction(json: reader.any("action"))
        message.customData = reader.object("custom_data") ?? [:]
        let initial = reader.any(InitialOperation.role)
        message.others = try reader.others(except: Self.stateRoles)
        message.unknown = reader.unknown
        remarks += reader.remarks.map { "parts[\(node.index)]: \($0)" }
        try readState(of: &message, node, initial)
        return message
    }

    /// State is stored in separate parts; the initial state may be in the body instead.
    private func readState(
        of message: inout RichMessage, _ node: PartNode, _ initial: JSONValue?
    ) throws(PartsProblem) {
        message.initialState = InitialOperation.list(initial)
        for child in node.children {
            switch child.role {
            case ResponseSummary.role:
                message.responses = ResponseSummary(json: .object(try Self.properties(of: child)))
            case InitialOperation.role, InitialOperation.otherRole:
                message.initialState = InitialOperation.list(try Self.json(of: child))
            default: break
            }
        }
    }

    private func unknown(_ node: PartNode, _ remarks: inout [String]) throws(PartsProblem) -> RichMessage {
        var data = PartData(node)
        data.id = nil
        let json = node.type.isJSON ? node.part.body.flatMap { try? JSONValue(parsing: $0) } : nil
        var message = RichMessage(UnknownContent(data: data, properties: json?.object ?? [:]), id: node.id)
        try readState(of: &message, node, nil)
        for child in node.children where !Self.stateRoles.contains(child.role ?? "") {
            message.others.append(MessageChild(child.role ?? "", try self.message(child, &remarks)))
        }
        return message
    }

    /// The members of a part's body. A missing body has no members.
    private static func properties(of node: PartNode) throws(PartsProblem) -> JSONObject {
        guard node.type.isJSON else { return [:] }
        let json = try json(of: node)
        guard let object = json?.object else {
            if json == nil || json == .null { return [:] }
            throw PartsProblem(at: "parts[\(node.index)].body", "it is JSON, but not an object")
        }
        guard object.count <= PartLimits.members else {
            throw PartsProblem(
                at: "parts[\(node.index)].body", "it has \(object.count) members, more than \(PartLimits.members)")
        }
        return object
    }

    private static func json(of node: PartNode) throws(PartsProblem) -> JSONValue? {
        guard let body = node.part.body, !body.allSatisfy(\.isWhitespace) else { return nil }
        let data = PartData(node)
        guard let bytes = data.bytes else {
            throw PartsProblem(at: "parts[\(node.index)].body", "it is not base64, which `encoding` announces")
        }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw PartsProblem(at: "parts[\(node.index)].body", "it is not JSON: \(error)")
        }
    }
}
