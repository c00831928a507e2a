import Expressions
public import FlowEngine
import MessageModel

/// A turn of a conversation as the history keeps it.
public struct KeptTurn: Sendable {
    /// The number of the turn in its session.
    public var number: Int
    public var event: Event
    public var effects: [Effect]
    /// Where the turn led; empty for turns from before marks were kept.
    public var marks: [StepMark]
    /// The turn without its private values; `nil` when no part of it is private.
    public var shown: RedactedTurn?

    public init(number: Int, event: Event, effects: [Effect], marks: [StepMark], shown: RedactedTurn?) {
        self.number = number
        self.event = event
        self.effects = effects
        self.marks = marks
        self.shown = shown
    }

    /// Whether a part of the turn is private.
    var isPrivate: Bool { shown != nil }
    /// Its event without private values.
    var shownEvent: Event { shown?.event ?? event }
    /// Its effects without private values.
    var shownEffects: [Effect] { shown?.effects ?? effects }

    /// Whether it begins a conversation, when none is under way.
    var begins: Bool { marks.contains { $0.kind == .entered } }

    /// Whether the conversation was over after it.
    var isOver: Bool { marks.contains { $0.kind == .ended || $0.kind == .closed } }
}

extension [KeptTurn] {
    /// The place from which on conversations are kept as a whole: of a session whose first turns have been removed, the
    /// conversation that they belong to is left out. `nil` when none is.
    public var firstBeginning: Int? {
        if first?.number == 1 { return 0 }
        return indices.dropFirst().first { self[$0 - 1].isOver && self[$0].begins && self[$0].event.sender != nil }
    }
}

/// The result of a call as the history keeps it.
struct KeptResult {
    /// The id of the call.
    let call: String
    let action: String
    let outcome: ActionOutcome
}

/// The history of a session: its conversations, and where the customer was at each event.
struct KeptHistory {
    let turns: [KeptTurn]
    /// The turns of each conversation: from its first event until the next one begins.
    let conversations: [Range<Int>]
    /// The step at which each turn found the customer, by its name in the new flows; `nil` where none is known.
    let places: [NamedStep?]

    /// - Parameter name: maps a step to its name in the new flows.
    init(_ turns: [KeptTurn], naming name: (NamedStep) -> NamedStep) {
        self.turns = turns
        var starts: [Int] = []
        var places: [NamedStep?] = []
        var place: NamedStep?
        var isOver = true
        for (index, turn) in turns.enumerated() {
            let entered = turn.marks.last { $0.kind == .entered }
            if index == 0 || isOver && turn.begins {
                starts.append(index)
                place = nil
            }
            places.append(place)
            if let entered { place = name(NamedStep(flow: entered.flow, step: entered.step)) }
            isOver = turn.isOver
        }
        self.places = places
        let ends = starts.dropFirst() + [turns.count]
        conversations = zip(starts, ends).map { $0..<$1 }
    }

    /// The results of all calls in a conversation, in the order in which they were requested.
    func results(in conversation: Range<Int>) -> [KeptResult] {
        var outcomes: [String: ActionOutcome] = [:]
        for turn in turns[conversation.lowerBound...] {
            if case .called(let id, let outcome) = turn.event.kind { outcomes[id] = outcome }
        }
        return turns[conversation].flatMap(\.effects).compactMap(\.request).compactMap { request in
            outcomes[request.id].map { KeptResult(call: request.id, action: request.action, outcome: $0) }
        }
    }

    /// Whether the customer does something at a step after a turn of a conversation.
    func isAnswered(_ step: NamedStep, after turn: Int, in conversation: Range<Int>) -> Bool {
        ((turn + 1)..<max(turn + 1, conversation.upperBound)).contains { index in
            if case .heard = turns[index].event.kind { places[index] == step } else { false }
        }
    }

    /// The time up to which a conversation is played, in which nothing happens after its last event.
    ///
    /// - Returns: `nil` when time brings the next event anyway.
    func end(of conversation: Range<Int>, _ end: Moment) -> Moment? {
        guard conversation.upperBound < turns.count else { return end }
        let next = turns[conversation.upperBound].event
        return next.kind.isOfTime ? nil : next.at
    }
}

extension Event.Kind {
    /// Whether nothing has happened but that time has passed.
    var isOfTime: Bool {
        switch self {
        case .silent, .slow, .reminded, .unanswered: true
        case .heard, .opened, .undelivered, .called, .sheetChanged, .personSaid, .agent, .givenBack, .closed, .reset,
            .moved, .outside:
            false
        }
    }
}

extension [Effect] {
    /// The message that asked a question, by its request identifier; `nil` when none of them did.
    func message(asking question: String) -> Message? {
        lazy.compactMap(\.outgoing?.message).first { $0.question == question }
    }
}

extension Effect {
    /// The call or the download that it requests; `nil` for other effects.
    var request: (id: String, action: String)? {
        switch self {
        case .call(let call): (call.id, call.action)
        case .fetch(let fetch): (fetch.id, FileFetch.storedName)
        case .send, .handOver, .dropPending: nil
        }
    }
}
