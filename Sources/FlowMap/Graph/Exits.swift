import FlowModel

/// A way that is taken when something does not go as asked.
struct Exit: Hashable {
    enum Kind: Hashable, CaseIterable { case silent, other, failed, away }

    let kind: Kind
    let destination: Destination

    var words: String {
        switch kind {
        case .silent: "no answer"
        case .other: "anything else"
        case .failed: "cannot be sent"
        case .away: "closed"
        }
    }
}

extension Step {
    var exits: [Exit] {
        var exits: [Exit] = []
        if case .ask(let question) = thing {
            if let silent = question.silent { exits.append(Exit(kind: .silent, destination: silent.then)) }
            if case .retry(_, _, let then) = question.other { exits.append(Exit(kind: .other, destination: then)) }
        }
        if case .handOver(let handOver) = thing, let away = handOver.ifAway {
            exits.append(Exit(kind: .away, destination: away))
        }
        if let failed { exits.append(Exit(kind: .failed, destination: failed.then)) }
        return exits
    }
}

/// The exits that most steps have in common: those of the flow or the bot. They are not drawn at every step.
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

    func contains(_ exit: Exit) -> Bool { all.contains(exit) }
}
