public import JSON
import MessageModel

/// Applies participants' choices to the state of a message, as Layer's Message Response Integration Service did. In
/// addition, it checks who may choose, and that the choice exists.
///
/// Operations are idempotent, and the result of several does not depend on whether the message was stored in between.
/// The caller must ensure that responses to one message are applied one at a time.
public struct Responder: Sendable {
    private let registry: TypeRegistry

    /// The state name under which servers find data that accompanies a choice.
    static let dataName = "custom_response_data"

    /// A responder for the types of `registry`.
    public init(_ registry: TypeRegistry = .standard) { self.registry = registry }

    /// The result of applying a response.
    public struct Outcome: Sendable {
        /// The parts of the message with the new state.
        public var parts: [MessagePart]
        /// The state types by node and state name, including those that this response determined.
        public var stateTypes: JSONObject
        /// The message that was answered, the root or a nested one, with its new state.
        public var node: RichMessage
        /// The whole message as it was before.
        public var message: RichMessage
        /// Whether there is a change to store.
        public var isChanged: Bool
        /// Whether the effective choices of the responding participant changed.
        public var isNews: Bool
    }

    /// Applies operations to a message.
    ///
    /// - Parameters:
    ///   - operations: the changes of state.
    ///   - node: the id of the part that is answered; `nil` is the root.
    ///   - identity: the responding participant.
    ///   - parts: the parts of the message.
    ///   - stateTypes: the state types that earlier responses determined.
    /// - Returns: the new parts, and what changed.
    /// - Throws: `ResponseRefusal` when the response is rejected; then nothing changes.
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
        // An answer that a flow preselects in its question is not an answer yet.
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
        // An unreadable state would make the message unavailable to all participants.
        guard (try? registry.message(of: kept)) != nil else { throw .breaksMessage }
        return Outcome(
            parts: kept, stateTypes: allTypes, node: answered,
            message: message, isChanged: true,
            isNews: answered.responses.whatCounts(of: identity) != before.whatCounts(of: identity))
    }

    /// The accepted operations, each with the state type that the message determines, and the data that accompanies
    /// choices.
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

/// The reason why a response is rejected.
public enum ResponseRefusal: Error, Equatable, CustomStringConvertible {
    /// The message cannot be read; the associated value says why.
    case unreadable(String)
    /// The message has no part with this id.
    case noSuchNode
    /// The part has no answers under this state name.
    case noSuchName(String)
    /// The value is not one of the possible answers.
    case noSuchAnswer
    /// Answering is not enabled for this participant.
    case notEnabled
    /// The state would exceed the limits of a message.
    case tooMuch
    /// The message would not be readable with this answer.
    case breaksMessage

    /// The reason as a sentence without its full stop.
    public var description: String {
        switch self {
        case .unreadable(let reason): "the message cannot be read: \(reason)"
        case .noSuchNode: "the message has no part with this name"
        case .noSuchName(let name): "this part has no question named `\(name.prefix(64))`"
        case .noSuchAnswer: "there is no such answer"
        case .notEnabled: "this participant is not enabled to answer"
        case .breaksMessage: "this answer would make the message unreadable"
        case .tooMuch: "the state is larger than a message can store"
        }
    }
}

extension RichMessage {
    /// Whether the answers are private and not even stored with the message.
    public var isAnsweredPrivately: Bool { (content as? FormContent)?.form.isPrivate ?? false }

    /// The stored state: of private answers, only that they exist.
    fileprivate var keptResponses: ResponseSummary {
        isAnsweredPrivately ? responses.withoutValues : responses
    }

    /// This message or a nested one, by the id of its part.
    public func node(_ id: String) -> RichMessage? {
        if self.id == id { return self }
        return children.lazy.compactMap { $0.message.node(id) }.first
    }

    /// The initial choices are applied first.
    fileprivate mutating func beginWithInitialState(_ types: inout JSONObject) {
        guard responses.isEmpty, !initialState.isEmpty else { return }
        responses = ResponseLog(initialState).summary
        for operation in initialState.map(\.operation) where types[operation.name] == nil {
            types[operation.name] = .string(operation.type.rawValue)
        }
    }
}

extension ResponseSummary {
    /// The effective choices of a participant by state name, without empty ones.
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
    /// With the state of a part written into the part that stores it, or that stored the initial state; into a new part
    /// if there is neither.
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
