public import JSON

/// What people have chosen in a message: for each person and name what counts now, and what does not any more.
public struct ResponseSummary: Sendable, Hashable {
    /// A value, with the ids of the operations that added it.
    public struct Addition: Sendable, Hashable {
        public var ids: [String]
        public var value: JSONValue

        public init(ids: [String], value: JSONValue) {
            self.ids = ids
            self.value = value
        }
    }

    /// One person's state under one name.
    public struct State: Sendable, Hashable {
        public var identity: String
        public var name: String
        public var adds: [Addition] = []
        /// The ids of operations that count no more, and of such as were taken back before they came.
        public var removes: [String] = []

        public init(identity: String, name: String) {
            self.identity = identity
            self.name = name
        }
    }

    public static let mimeType = "application/vnd.layer.responsesummary-v2+json"
    static let role = "response_summary"

    public private(set) var states: [State] = []

    public init() {}

    public var isEmpty: Bool { states.isEmpty }

    /// What somebody has chosen under a name; several values only in a set.
    public func values(of name: String, by identity: String) -> [JSONValue] {
        states.first { $0.identity == identity && $0.name == name }?.adds.map(\.value) ?? []
    }

    /// The same, telling only that something was chosen.
    var withoutValues: ResponseSummary {
        var summary = self
        for state in states.indices {
            for add in states[state].adds.indices { summary.states[state].adds[add].value = true }
        }
        return summary
    }

    /// The people who have chosen something under a name.
    public func identities(with name: String) -> [String] {
        states.filter { $0.name == name && !$0.adds.isEmpty }.map(\.identity)
    }

    /// Puts other states in the place of somebody's.
    mutating func exchange(_ identity: String, for others: [State]) {
        states.removeAll { $0.identity == identity }
        states += others
    }

    /// Takes an operation. One that was taken before changes nothing, whichever came first of an addition and its removal.
    ///
    /// - Parameter type: what counts as the type of the name, which its first operation settles.
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

/// All operations on one message in the order in which they came, and what they make together.
public struct ResponseLog: Sendable, Hashable {
    public private(set) var summary = ResponseSummary()
    private var types: [String: StateType] = [:]

    /// Begins with what stands in the message.
    public init(_ initial: [InitialOperation] = []) {
        for operation in initial { take(operation.operation, by: operation.identity) }
    }

    public mutating func take(_ operation: ResponseOperation, by identity: String) {
        let type = types[operation.name] ?? operation.type
        types[operation.name] = type
        summary.take(operation, by: identity, as: type)
    }
}

/// In the second version: person, name, then additions and removals. The first version is read, too.
extension ResponseSummary: JSONRepresentable {
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

    /// What cannot be read as state is left out, as is what no message has so much of.
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
