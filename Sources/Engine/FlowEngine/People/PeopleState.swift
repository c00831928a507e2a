import Expressions
public import JSON
public import MessageModel

/// What agents have done with a conversation since it was handed over to people.
public struct PeopleState: Sendable, Hashable {
    /// The queue that it was transferred to; `nil` while it is in that of its step.
    public var queue: String?
    /// The agent who has it.
    public var agent: String?
    /// The latest questions that agents have sent, so that answers to them can be read.
    public var asked: [AskedQuestion] = []

    private static let mostAsked = 3

    /// - Parameters:
    ///   - queue: the queue that it was transferred to.
    ///   - agent: the agent who has it.
    public init(queue: String? = nil, agent: String? = nil) {
        self.queue = queue
        self.agent = agent
    }

    /// Keeps a question that was sent.
    mutating func remember(_ question: AskedQuestion) {
        asked = Array((asked + [question]).suffix(Self.mostAsked))
    }
}

extension PeopleState: JSONRepresentable {
    public var json: JSONValue {
        var object = JSONObject()
        object.set("queue", queue.map { .string($0) })
        object.set("agent", agent.map { .string($0) })
        object.set("asked", asked)
        return .object(object)
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(queue: json["queue"]?.string, agent: json["agent"]?.string)
        asked = try json.list("asked")
    }
}

/// A customer's answer to a question that an agent has sent.
public struct AgentAnswer: Sendable, Hashable {
    /// As people read it.
    public var words: String
    /// The ids of the chosen answers.
    public var ids: [String]

    public init(words: String, ids: [String]) {
        self.words = words
        self.ids = ids
    }
}

extension PeopleState {
    /// What a customer has chosen; `nil` when their message answers none of the latest questions.
    ///
    /// Taps answer the question that they name, and typed text the latest one.
    public func answer(in heard: Heard) -> AgentAnswer? {
        switch heard {
        case .choice(let selection):
            guard let question = asked.last(where: { $0.id == selection.question }) else { return nil }
            return question.answer(to: selection, ids: [question.id]).flatMap(question.chosen)
        case .text(let text):
            guard let question = asked.last else { return nil }
            return question.offeredAnswer(to: text).flatMap(question.chosen)
        case .signIn, .pay, .app, .files, .place, .form, .unreadable: return nil
        }
    }
}

extension AskedQuestion {
    /// An answer to it, with the labels that the customer saw.
    fileprivate func chosen(_ value: Value) -> AgentAnswer? {
        switch kind {
        case .choice(let choice):
            let ids = value.choiceIDs
            let labels = ids.map { id in choice.options.first { $0.choice.id == id }?.label ?? id }
            return AgentAnswer(words: labels.joined(separator: ", "), ids: ids)
        case .times(let times):
            guard case .time(let time) = value else { return nil }
            let slot = times.slots.first { $0.slot.start == time.start }
            let words = slot.map(\.words).flatMap { $0.isEmpty ? nil : $0 }
            let offset = times.offset.map { TimeLength.minutes($0) }
            return AgentAnswer(
                words: words ?? offset.map { time.start.words(with: $0) } ?? time.start.iso,
                ids: [slot?.slot.id ?? time.start.iso])
        case .text, .number, .money, .date, .signIn, .pay, .app, .photo, .file, .place, .form: return nil
        }
    }
}

extension Moment {
    /// Day and time at a distance from world time.
    fileprivate func words(with offset: TimeLength) -> String {
        (self + offset).iso.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
    }
}

extension Value {
    /// The ids of a choice, or of several.
    fileprivate var choiceIDs: [String] {
        switch self {
        case .choice(let choice): [choice.id]
        case .list(let values): values.flatMap(\.choiceIDs)
        default: []
        }
    }
}
