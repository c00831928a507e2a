import FlowModel

/// Where answers, silence and calls lead.
extension ComparedVersions {
    /// A key that leads elsewhere in a scene.
    private struct Lead {
        let key: Transitions.Key
        let gained: Set<StepDestination>
        let lost: Set<StepDestination>
        /// Whether it leads nowhere in the old version, or no longer anywhere.
        let isAlone: Bool
        let showing: ShowingMove?
    }

    /// What leads elsewhere in a scene.
    ///
    /// - Parameters:
    ///   - known: the keys that were reported of scenes before it; those of this one are added.
    ///   - moved: the steps that have changed places, which has been said.
    func leads(
        in scene: Int, beyond known: inout Set<Transitions.Key>, _ words: ChangeWords, moved: Set<PlayStep>
    ) -> [DraftChange] {
        let (oldScene, newScene) = (compared(scene, old), compared(scene, new))
        guard let before = old.walks[oldScene], let after = new.walks[newScene] else { return [] }
        let oldRoutes = routes(of: old, in: oldScene)
        var newRoutes = routes(of: new, in: newScene)
        // What the usual scene alone shows is not new either.
        if newScene != scene {
            for (key, destinations) in newRoutes {
                newRoutes[key] = destinations.filter { oldRoutes[key]?[$0.key] != nil }
            }
        }
        let oldKeys = (before.transitions?.keys ?? []).map(renamed)
        let newKeys = after.transitions?.keys ?? []
        let isComplete = before.isComplete && after.isComplete
        var leads: [Lead] = []
        for key in newKeys + oldKeys.filter({ newRoutes[$0] == nil }) where !known.contains(key) {
            guard let lead = lead(key, oldRoutes[key], newRoutes[key], isComplete), !isSaid(lead, moved) else {
                continue
            }
            // What the usual scene alone shows, such as people who do not answer, is not lost in another one.
            if oldScene != scene, lead.gained.isEmpty { continue }
            known.insert(key)
            leads.append(lead)
        }
        return drafts(of: leads, words)
    }

    /// The scene whose walk through a version is compared: its usual one, where only the other version has the scene, such
    /// as the first opening hours. Languages and links have sentences of their own.
    private func compared(_ scene: Int, _ version: ExploredVersion) -> Int {
        version.walks[scene] == nil && !isOfLanguageOrLink(scene) ? 0 : scene
    }

    private func lead(
        _ key: Transitions.Key, _ before: [StepDestination: ShowingMove]?, _ after: [StepDestination: ShowingMove]?,
        _ isComplete: Bool
    ) -> Lead? {
        if let step = key.step, key.trigger != .reminder, !common.contains(step) { return nil }
        let (was, becomes) = (Set((before ?? [:]).keys), Set((after ?? [:]).keys))
        guard was != becomes else { return nil }
        let isAlone = was.isEmpty || becomes.isEmpty
        if isAlone { guard isComplete, key.trigger.isExit else { return nil } }
        // Another kind of question takes and refuses other replies.
        if isAlone || key.trigger == .unexpected { guard key.step.map(asksForSame) ?? true else { return nil } }
        // Beyond bounds, only what is other in all that was met counts.
        guard isComplete || was.isDisjoint(with: becomes) else { return nil }
        let (gained, lost) = (becomes.subtracting(was), was.subtracting(becomes))
        let shown = gained.isEmpty ? before : after
        let first = (gained.isEmpty ? lost : gained).compactMap { shown?[$0] }.min { $0.move.order < $1.move.order }
        return Lead(key: key, gained: gained, lost: lost, isAlone: isAlone, showing: first)
    }

    /// Whether the question of a step, if it is one, asks for the same kind of answer.
    private func asksForSame(_ step: PlayStep) -> Bool {
        let language = new.bot.bot.languages[0]
        let before = oldNames[step].flatMap { old.face($0, language: language) }
        let after = new.face(step, language: language)
        return before?[.asksFor] == after?[.asksFor] && before?[.action] == after?[.action]
    }

    /// Whether a sentence about steps says it already.
    private func isSaid(_ lead: Lead, _ moved: Set<PlayStep>) -> Bool {
        if isInserted(lead.gained, before: lead.lost) || isTakenOut(lead.lost, for: lead.gained) { return true }
        let isMoved = { (destinations: Set<StepDestination>) in
            destinations.contains { $0.step.map(moved.contains) ?? false }
        }
        let isAtMoved = lead.key.step.map(moved.contains) ?? false
        let leadsToMoved = isMoved(lead.gained) || isMoved(lead.lost)
        if lead.key.trigger.isRegular ? isAtMoved || leadsToMoved : isAtMoved && leadsToMoved { return true }
        // The sentence of the only key that leads to a new step says where it led.
        let incoming = newRoutes.filter { !lead.gained.isDisjoint(with: $0.value.keys) }
        return !lead.gained.isEmpty && lead.gained.allSatisfy { $0.step.map(gained.contains) ?? false }
            && (incoming.count == 1 || lead.lost.isEmpty)
    }

    // Sentences.

    /// One sentence for answers of a question that have changed alike, and for steps whose exits have.
    private func drafts(of leads: [Lead], _ words: ChangeWords) -> [DraftChange] {
        struct Change: Hashable {
            let step: PlayStep?
            let trigger: StepTrigger?
            let gained: Set<StepDestination>
            let lost: Set<StepDestination>
            let isAlone: Bool
        }
        var order: [Change] = []
        var groups: [Change: [Lead]] = [:]
        for lead in leads {
            let isAnswer = lead.key.trigger.isAnswer
            let change = Change(
                step: isAnswer ? lead.key.step : nil, trigger: isAnswer ? nil : lead.key.trigger, gained: lead.gained,
                lost: lead.lost, isAlone: lead.isAlone)
            if groups[change] == nil { order.append(change) }
            groups[change, default: []].append(lead)
        }
        return order.compactMap { change in
            guard let own = groups[change], let first = own.first else { return nil }
            let steps = ordered(own.compactMap(\.key.step))
            let subject =
                if change.trigger == nil, own.count > 1, let step = change.step {
                    words.subject(own.map(\.key.trigger), at: step, isAll: own.count == answerCount(at: step))
                } else {
                    words.subject(first.key.trigger, at: steps)
                }
            let near = ordered((change.gained.union(change.lost)).compactMap(\.step))
            let home = steps.isEmpty ? Array(near.prefix(1)) : steps
            return DraftChange(
                kind: .leads, text: text(subject, change.gained, change.lost, isAlone: change.isAlone, words),
                steps: home, showing: first.showing)
        }
    }

    /// How many answers a question takes in either version.
    private func answerCount(at step: PlayStep) -> Int {
        Set(newRoutes.keys).union(oldRoutes.keys).filter { $0.step == step && $0.trigger.isAnswer }.count
    }

    private func text(
        _ subject: (words: String, verb: String), _ gained: Set<StepDestination>, _ lost: Set<StepDestination>,
        isAlone: Bool, _ words: ChangeWords
    ) -> String {
        let plain = subject.verb.hasPrefix("come") ? "come" : "lead"
        let was = words.destinations(lost)
        if gained.isEmpty { return "\(subject.words) no longer \(subject.verb) to \(was)".asSentence }
        let to = words.destinations(gained)
        if isAlone { return "\(subject.words) now \(subject.verb) to \(to)".asSentence }
        if lost.isEmpty { return "\(subject.words) may now also \(plain) to \(to)".asSentence }
        return "\(subject.words) now \(subject.verb) to \(to) (was: \(was))".asSentence
    }
}

extension StepTrigger {
    /// Whether it is what customers do who get on.
    fileprivate var isRegular: Bool {
        switch self {
        case .answer, .success, .onward: true
        case .reply(_, let outcome): outcome == "" || outcome == "paid" || outcome == "success"
        default: false
        }
    }
}
