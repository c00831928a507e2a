/// A part of what the same line of a conversation shows in two versions.
enum ShownAspect: Hashable, CaseIterable {
    /// The calls and their inputs.
    case calls
    /// The total of a payment.
    case total
    /// The times that are offered.
    case times
    /// Texts, and everything else in messages.
    case texts
    /// The same where a reply fits nothing, and where silence, a failure or the like leads on.
    case textsOfBranches
}

/// The differences of which sentences speak already.
struct ExplainedDifferences {
    private struct Key: Hashable {
        let step: PlayStep
        let aspect: ShownAspect
    }

    private var keys: Set<Key> = []
    /// The steps at which conversations may part.
    private var partings: Set<PlayStep> = []

    init(_ drafts: [DraftChange]) {
        for draft in drafts {
            for step in draft.steps {
                for aspect in draft.explained { keys.insert(Key(step: step, aspect: aspect)) }
                if draft.kind.explainsPartings { partings.insert(step) }
            }
        }
    }

    func covers(_ aspect: ShownAspect, at steps: [PlayStep]) -> Bool {
        steps.contains { keys.contains(Key(step: $0, aspect: aspect)) }
    }

    /// Adds a difference that is reported.
    ///
    /// - Returns: `false` when it was explained already.
    mutating func add(_ aspect: ShownAspect, at step: PlayStep) -> Bool {
        // Devices that cannot show a payment or times show them as text.
        let implied: [ShownAspect] = aspect == .calls ? [] : [.texts, .textsOfBranches]
        guard keys.insert(Key(step: step, aspect: aspect)).inserted else { return false }
        for aspect in implied { keys.insert(Key(step: step, aspect: aspect)) }
        return true
    }

    /// Adds a line at which conversations part, with all steps that they pass there.
    ///
    /// - Returns: `false` when it was explained already.
    mutating func addParting(at steps: [PlayStep]) -> Bool {
        guard partings.isDisjoint(with: steps) else { return false }
        partings.formUnion(steps)
        return true
    }
}

extension DraftChange {
    /// Why the same conversation shows something else at its steps.
    fileprivate var explained: [ShownAspect] {
        switch kind {
        case .handsOver, .calls, .stepGained, .asksFor: ShownAspect.allCases
        case .answerLost, .answerGained, .answerRenamed, .says: [.texts, .textsOfBranches]
        // Another time brings more reminders, or fewer.
        case .waits: [.textsOfBranches]
        case .callOrder, .stepLost, .leads, .decides, .shows, .stepRenamed: []
        }
    }
}

extension BehaviourChange.Kind {
    /// Whether it explains why the same conversation comes to other steps.
    fileprivate var explainsPartings: Bool {
        switch self {
        case .callOrder, .stepLost, .handsOver, .calls, .leads, .stepGained, .answerLost, .answerGained,
            .answerRenamed, .asksFor, .waits, .decides:
            true
        case .says, .shows, .stepRenamed: false
        }
    }
}
