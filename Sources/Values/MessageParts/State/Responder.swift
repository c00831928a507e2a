public import JSON
import MessageModel

/// Takes what people choose into the state of a message: what Layer's Message Response Integration Service did, and it asks
/// who may choose, and what there is.
///
/// The same operation twice changes nothing, and what comes of many does not depend on whether the message was stored in
/// between. Whoever keeps the message sees to it that one response is taken at a time.
public struct Responder: Sendable {
    private let registry: TypeRegistry

    /// The name under which servers get data that goes with a choice.
    static let dataName = "custom_response_data"

    public init(_ registry: TypeRegistry = .standard) { self.registry = registry }

    /// A message as a response leaves it.
    public struct Outcome: Sendable {
        public var parts: [MessagePart]
        /// For each node the types of its names, as they are settled now.
        public var stateTypes: JSONObject
        /// The message that was answered: the whole or one inside it, with what is chosen now.
        public var node: RichMessage
        /// The whole message as it was.
        public var message: RichMessage
        /// Whether there is anything to be kept.
        public var isChanged: Bool
        /// Whether something else counts now of whoever answered.
        public var isNews: Bool
    }

    /// - Parameters:
    ///   - node: the name of the part that is answered; `nil` is the root.
    ///   - identity: who answers.
    ///   - stateTypes: what earlier responses have settled.
    public func take(
        _ operations: [ResponseOperation], at node: String?, by identity: String, in parts: [MessagePart],
        _ stateTypes: JSONObject
    ) throws(ResponseRefusal) -> Outcome {
        let message: RichMessage
        do {
            message = try registry.message(of: parts).message
        } catch {
            throw .unreadable("\(error)")
        }
        guard let id = node ?? message.id, var answered = message.node(id) else { throw .noSuchNode }
        let taken = try checked(operations, answered, identity)
        var types = stateTypes[id]?.object ?? [:]
        let before = answered.responses
        // What a flow suggests as the answer to its question is not yet an answer.
        if !answered.isQuestion, !message.isQuestion { answered.beginWithInitialState(&types) }
        for (operation, type) in taken {
            let settled = types[operation.name]?.string.flatMap { StateType(word: $0) } ?? type
            types[operation.name] = .string(settled.rawValue)
            answered.responses.take(operation, by: identity, as: settled)
        }
        guard answered.responses != before else {
            return Outcome(
                parts: parts, stateTypes: stateTypes, node: answered, message: message, isChanged: false,
                isNews: false)
        }
        guard answered.responses.isWithinLimits(of: identity) else { throw .tooMuch }
        var allTypes = stateTypes
        allTypes[id] = .object(types)
        let kept = parts.replacingState(of: id, with: answered.keptResponses)
        // What could not be read again would take the message away from everybody.
        guard (try? registry.message(of: kept)) != nil else { throw .breaksMessage }
        return Outcome(
            parts: kept, stateTypes: allTypes, node: answered,
            message: message, isChanged: true,
            isNews: answered.responses.whatCounts(of: identity) != before.whatCounts(of: identity))
    }

    /// The operations that count, each with the type that the message gives it, and the data that goes with choices.
    private func checked(
        _ operations: [ResponseOperation], _ node: RichMessage, _ identity: String
    ) throws(ResponseRefusal) -> [(operation: ResponseOperation, type: StateType)] {
        guard let rules = node.answerRules else { return operations.map { ($0, $0.type) } }
        var checked: [(operation: ResponseOperation, type: StateType)] = []
        for operation in operations where operation.name != Self.dataName {
            guard let rule = rules.first(where: { $0.name == operation.name }) else {
                throw .noSuchName(operation.name)
            }
            guard rule.enabledFor.isEmpty || rule.enabledFor.contains(identity) else { throw .notEnabled }
            checked.append((operation, rule.type))
            guard operation.kind == .add else { continue }
            guard let value = operation.value, rule.accepts(value) else { throw .noSuchAnswer }
            let data = rule.data(value)
            if data.isEmpty { continue }
            let told = ResponseOperation(
                id: "\(operation.id)/data", .add, type: .lastWinsOrNone, name: Self.dataName, value: .object(data))
            checked.append((told, .lastWinsOrNone))
        }
        return checked
    }
}

/// Why a response is not taken.
public enum ResponseRefusal: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case noSuchNode
    case noSuchName(String)
    case noSuchAnswer
    case notEnabled
    case tooMuch
    case breaksMessage

    public var description: String {
        switch self {
        case .unreadable(let reason): "the message cannot be read: \(reason)"
        case .noSuchNode: "the message has no part of this name"
        case .noSuchName(let name): "nothing in this part is answered under the name `\(name.prefix(64))`"
        case .noSuchAnswer: "there is no such answer"
        case .notEnabled: "only those may answer for whom it is enabled"
        case .breaksMessage: "with this answer the message could not be read any more"
        case .tooMuch: "there is more state than a message keeps"
        }
    }
}

extension RichMessage {
    /// Whether what is filled in is nobody's business, and not even kept with the message.
    public var isAnsweredPrivately: Bool { (content as? FormContent)?.form.isPrivate ?? false }

    /// What is kept of what was chosen: of private answers, that there are some.
    fileprivate var keptResponses: ResponseSummary {
        isAnsweredPrivately ? responses.withoutValues : responses
    }

    /// A message of this one, or itself, by the name of its part.
    public func node(_ id: String) -> RichMessage? {
        if self.id == id { return self }
        return children.lazy.compactMap { $0.message.node(id) }.first
    }

    /// What is chosen from the beginning counts as chosen first.
    fileprivate mutating func beginWithInitialState(_ types: inout JSONObject) {
        guard responses.isEmpty, !initialState.isEmpty else { return }
        responses = ResponseLog(initialState).summary
        for operation in initialState.map(\.operation) where types[operation.name] == nil {
            types[operation.name] = .string(operation.type.rawValue)
        }
    }
}

extension ResponseSummary {
    /// What somebody has chosen, by its names; empty ones left out.
    fileprivate func whatCounts(of identity: String) -> [String: [JSONValue]] {
        let own = states.filter { $0.identity == identity && !$0.adds.isEmpty }
        return Dictionary(own.map { ($0.name, $0.adds.map(\.value)) }) { first, _ in first }
    }

    fileprivate func isWithinLimits(of identity: String) -> Bool {
        let own = states.filter { $0.identity == identity }
        return own.count <= PartLimits.states
            && own.allSatisfy { state in
                state.adds.count <= PartLimits.items && state.removes.count <= PartLimits.items
                    && state.adds.reduce(0) { $0 + $1.ids.count } <= PartLimits.items
            }
    }
}

extension [MessagePart] {
    /// With the state of a part written into the part that keeps it, or one that kept what was chosen from the beginning; a new
    /// one where there is neither.
    fileprivate func replacingState(of node: String, with summary: ResponseSummary) -> [MessagePart] {
        let places = indices.filter { index in
            let type = MIMEType(parsing: self[index].mimeType)
            return type["parent-node-id"]?.lastPathSegment == node
                && TypeRegistry.stateRoles.contains(type["role"] ?? "")
        }
        let kept = places.first { MIMEType(parsing: self[$0].mimeType)["role"] == ResponseSummary.role } ?? places.first
        let type = MIMEType(
            ResponseSummary.mimeType, attributes: [("role", ResponseSummary.role), ("parent-node-id", node)])
        let name = NodeNames.name(below: node, as: ResponseSummary.role)
        let fresh = first?.id.flatMap { id in id.lastIndex(of: "/").map { String(id[...$0]) + name } }
        let part = MessagePart(
            id: kept.flatMap { self[$0].id } ?? fresh ?? name, mimeType: type.text, body: summary.json.text)
        var parts = self
        if let kept {
            parts[kept] = part
        } else {
            parts.append(part)
        }
        for other in places.reversed() where other != kept { parts.remove(at: other) }
        return parts
    }
}
