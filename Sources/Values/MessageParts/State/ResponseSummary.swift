public import JSON

/// The choices in a message: for each participant and state name, the effective ones and the removed ones.
public struct ResponseSummary: Sendable, Hashable {
    /// A value, with the ids of the operations that added it.
    public struct Addition: Sendable, Hashable {
        /// The ids of the operations that added the value.
        public var ids: [String]
        /// The chosen value.
        public var value: JSONValue

        /// A value with the ids of its operations.
        public init(ids: [String], value: JSONValue) {
            self.ids = ids
            self.value = value
        }
    }

    /// One participant's state under one state name.
    public struct State: Sendable, Hashable {
        /// The identity of the participant.
        public var identity: String
        /// The state name.
        public var name: String
        /// The effective values.
        public var adds: [Addition] = []
        /// The ids of operations that are no longer effective, including those that were withdrawn before they arrived.
        public var removes: [String] = []

        /// An empty state.
        public init(identity: String, name: String) {
            self.identity = identity
            self.name = name
        }
    }

    /// The MIME type of the part that contains the state.
    public static let mimeType = "application/vnd.layer.responsesummary-v2+json"
    static let role = "response_summary"

    /// The states of all participants.
    public private(set) var states: [State] = []

    /// A summary without choices.
    public init() {}

    /// Whether there are no states.
    public var isEmpty: Bool { states.isEmpty }

    /// A participant's choices under a state name; more than one only in a set.
    public func values(of name: String, by identity: String) -> [JSONValue] {
        states.first { $0.identity == identity && $0.name == name }?.adds.map(\.value) ?? []
    }

    /// The same with `true` in place of every value.
    var withoutValues: ResponseSummary {
        var summary = self
        for state in states.indices {
            for add in states[state].adds.indices { summary.states[state].adds[add].value = true }
        }
        return summary
    }

    /// The participants with a choice under a state name.
    public func identities(with name: String) -> [String] {
        states.filter { $0.name == name && !$0.adds.isEmpty }.map(\.identity)
    }

    /// Replaces the states of a participant.
    mutating func exchange(_ identity: String, for others: [State]) {
        states.removeAll { $0.identity == identity }
        states += others
    }

    /// Applies an operation. Duplicates change nothing, and the order in which an addition and its removal arrive does
    /// not matter.
    ///
    /// - Parameters:
    ///   - operation: the change of state.
    ///   - identity: the participant who made it.
    ///   - type: the effective state type, which the first operation under a name determines.
    public mutating func take(_ operation: ResponseOperation, by identity: String, as type: StateType) {
        let index =
            states.firstIndex { $0.identity == identity && $0.name == operation.name }
            ?? {
                states.append(State(identity: identity, name: operation.name))
                return states.count - 1
            }()
        switch operation.kind {
        case .add: states[index].add(operation, as: type)
        case .remove: states[index].remove(operation.id, as: type)
        }
    }
}

extension ResponseSummary.State {
    fileprivate mutating func add(_ operation: ResponseOperation, as type: StateType) {
        guard let value = operation.value, !removes.contains(operation.id),
            !adds.contains(where: { $0.ids.contains(operation.id) })
        else { return }
        let addition = ResponseSummary.Addition(ids: [operation.id], value: value)
        switch type {
        case .firstWins where !adds.isEmpty: removes.append(operation.id)
        case .firstWins: adds = [addition]
        case .lastWins, .lastWinsOrNone:
            removes += adds.flatMap(\.ids)
            adds = [addition]
        case .set:
            if let known = adds.firstIndex(where: { $0.value == value }) {
                adds[known].ids.append(operation.id)
            } else {
                adds.append(addition)
            }
        }
    }

    fileprivate mutating func remove(_ id: String, as type: StateType) {
        guard type == .lastWinsOrNone || type == .set, !removes.contains(id) else { return }
        removes.append(id)
        for index in adds.indices { adds[index].ids.removeAll { $0 == id } }
        adds.removeAll { $0.ids.isEmpty }
    }
}

/// All operations on one message in order of arrival, and the resulting state.
public struct ResponseLog: Sendable, Hashable {
    /// The resulting state.
    public private(set) var summary = ResponseSummary()
    private var types: [String: StateType] = [:]

    /// Starts with the initial state of the message.
    public init(_ initial: [InitialOperation] = []) {
        for operation in initial { take(operation.operation, by: operation.identity) }
    }

    /// Applies an operation of a participant; the first operation under a state name determines its type.
    public mutating func take(_ operation: ResponseOperation, by identity: String) {
        let type = types[operation.name] ?? operation.type
        types[operation.name] = type
        summary.take(operation, by: identity, as: type)
    }
}

/// The transfer format, version 2: by participant and state name, the additions and removals. Version 1 can be read as
/// well.
extension ResponseSummary: JSONRepresentable {
    /// The state in its transfer format, version 2.
    public var json: JSONValue {
        var people = JSONObject()
        for state in states {
            var names = people[state.identity]?.object ?? [:]
            let adds = state.adds.map { add -> JSONValue in
                ["ids": .array(add.ids.map { .string($0) }), "value": add.value]
            }
            names[state.name] = ["adds": .array(adds), "removes": .array(state.removes.map { .string($0) })]
            people[state.identity] = .object(names)
        }
        return .object(people)
    }

    /// Reads version 1 or 2 of the transfer format. Invalid content is left out, as is content beyond the limits of a
    /// message.
    public init(json: JSONValue) {
        if let people = json["participant_data"]?.object {
            for (identity, names) in people { read(firstVersion: names, of: identity) }
        } else {
            for (identity, names) in json.object ?? [:] { read(names, of: identity) }
        }
    }

    private mutating func read(_ names: JSONValue, of identity: String) {
        for (name, value) in (names.object ?? [:]).prefix(PartLimits.states) {
            var state = State(identity: identity, name: name)
            state.adds = (value["adds"]?.array ?? []).prefix(PartLimits.items).compactMap { add in
                add["value"].map { Addition(ids: (add["ids"]?.array ?? []).compactMap(\.string), value: $0) }
            }
            state.removes = (value["removes"]?.array ?? []).compactMap(\.string)
            states.append(state)
        }
    }

    private mutating func read(firstVersion names: JSONValue, of identity: String) {
        for (name, value) in (names.object ?? [:]).prefix(PartLimits.states) {
            var state = State(identity: identity, name: name)
            state.adds = [Addition(ids: [], value: value)]
            states.append(state)
        }
    }
}
