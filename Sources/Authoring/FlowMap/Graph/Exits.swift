import FlowModel

/// A transition for an event other than an answer.
struct Exit: Hashable {
    enum Kind: Hashable, CaseIterable {
        case silent, other, failed, callFails, again, away, unanswered, cancelled, unable, empty, event
    }

    let kind: Kind
    let destination: Destination
    /// The name of the event from outside that takes it.
    var event: String? = nil

    var words: String {
        switch kind {
        case .silent: "no answer"
        case .other: "anything else"
        case .failed: "cannot be sent"
        case .callFails: "fails"
        case .again: "fails, tries again"
        case .away: "closed"
        case .unanswered: "no answer from people"
        case .cancelled: "cancelled"
        case .unable: "device cannot"
        case .empty: "nothing to offer"
        case .event: "event \(event ?? "")"
        }
    }

    /// The branch that is passed when the exit is taken.
    var way: StepWay { event.map { .event($0) } ?? kind.way }
}

extension Exit.Kind {
    /// The branch that is passed when an exit of the kind is taken.
    fileprivate var way: StepWay {
        switch self {
        case .silent: .silent
        case .other: .other
        case .failed, .callFails, .again: .failed
        case .away: .away
        case .unanswered: .unanswered
        case .cancelled: .cancelled
        case .unable: .unable
        case .empty: .empty
        case .event: .event("")
        }
    }
}

extension Step {
    var exits: [Exit] {
        var exits: [Exit] = []
        if case .ask(let question) = thing {
            if let silent = question.silent { exits.append(Exit(kind: .silent, destination: silent.then)) }
            if case .retry(_, _, let then) = question.other { exits.append(Exit(kind: .other, destination: then)) }
            if let cancelled = question.cancelled { exits.append(Exit(kind: .cancelled, destination: cancelled.then)) }
            if let unable = question.unable { exits.append(Exit(kind: .unable, destination: unable.then)) }
            if let empty = question.empty { exits.append(Exit(kind: .empty, destination: empty.then)) }
            exits += question.events.map { Exit(kind: .event, destination: $0.then, event: $0.event) }
        }
        if case .handOver(let handOver) = thing, let away = handOver.ifAway {
            exits.append(Exit(kind: .away, destination: away))
        }
        if case .handOver(let handOver) = thing, let then = handOver.unanswered?.then {
            exits.append(Exit(kind: .unanswered, destination: then))
        }
        if let failed { exits += self.exits(of: failed) }
        return exits
    }

    /// Whether the action of the step can fail, not only the delivery of its messages.
    private var canFailItself: Bool {
        switch thing {
        case .call, .run: true
        case .ask(let question): question.kind.isReportedByService
        case .remind(let reminder): reminder.hasExit
        default: false
        }
    }

    private func exits(of failed: FailedExit) -> [Exit] {
        guard canFailItself else { return [Exit(kind: .failed, destination: failed.then)] }
        let again = failed.retryFrom.map { [Exit(kind: .again, destination: $0)] } ?? []
        return again + [Exit(kind: .callFails, destination: failed.then)]
    }
}

/// The exits that most steps share: those of the flow or the bot. They are not drawn at every step.
struct SharedExits {
    let all: [Exit]

    init(_ steps: [Step]) {
        let exits = steps.flatMap(\.exits)
        let questions = steps.count { if case .ask = $0.thing { true } else { false } }
        all = [Exit.Kind.silent, .other, .failed].compactMap { kind in
            let ofKind = exits.filter { $0.kind == kind }
            let counts = Dictionary(grouping: ofKind) { $0 }.mapValues(\.count)
            let steps = kind == .failed ? ofKind.count : questions
            return ofKind.first { (counts[$0] ?? 0) * 2 > steps }
        }
    }

    /// Whether an exit is one of them. A failed call takes the same transition as a failed delivery, unless it has its
    /// own.
    func contains(_ exit: Exit) -> Bool {
        all.contains(exit.kind == .callFails ? Exit(kind: .failed, destination: exit.destination) : exit)
    }
}
