import FlowModel

/// What steps say, ask for and call.
extension ComparedVersions {
    /// A facet of steps that has changed in the same way.
    private struct Change: Hashable {
        let facet: StepFacet
        let lost: [String]
        let gained: [String]
    }

    /// The facets that have changed in one language.
    ///
    /// - Parameter known: the facets that were reported of languages before; those of this one are added.
    func facets(in language: String, beyond known: inout Set<[String]>, _ words: ChangeWords) -> [DraftChange] {
        var order: [Change] = []
        var steps: [Change: [PlayStep]] = [:]
        for step in common + decisions {
            guard let was = oldNames[step],
                let before = old.face(was, language: language, rename: names(in: step.flow)),
                let after = new.face(step, language: language)
            else { continue }
            for facet in StepFacet.allCases where before[facet] != after[facet] {
                guard isShown(facet, was, step), known.insert(["\(facet)", step.flow, step.step]).inserted else {
                    continue
                }
                let difference = after[facet].difference(from: before[facet])
                let change = Change(
                    facet: facet, lost: difference.removals.map(\.element), gained: difference.insertions.map(\.element)
                )
                if steps[change] == nil { order.append(change) }
                steps[change, default: []].append(step)
            }
        }
        return order.map { change in
            let own = ordered(steps[change] ?? [])
            return DraftChange(
                kind: change.facet.kind, text: text(change, own, words), steps: own,
                showing: showing(change, own[0], language))
        }
    }

    /// Steps with conditions in both versions that lead to the same places: what leads elsewhere says more.
    private var decisions: [PlayStep] {
        ordered(new.visits.keys).filter { step in
            guard !new.isNoticed(step), !noticedInOne.contains(step), let was = oldNames[step] else { return false }
            return leadsAlike(step, was)
        }
    }

    /// Whether a conversation has come to the facet in both versions.
    private func isShown(_ facet: StepFacet, _ was: PlayStep, _ step: PlayStep) -> Bool {
        guard let way = facet.way else { return true }
        return old.passage(of: was, way) != nil && new.passage(of: step, way) != nil
    }

    /// What is said no longer is shown by the old version.
    private func showing(_ change: Change, _ step: PlayStep, _ language: String) -> ShowingMove? {
        let scene = scenes.firstIndex(of: ExplorationScene.name(ofLanguage: language))
        if change.gained.isEmpty, let was = oldNames[step] {
            return old.passage(of: was, change.facet.way, in: scene)
        }
        return new.passage(of: step, change.facet.way, in: scene)
    }

    // Sentences.

    private func text(_ change: Change, _ steps: [PlayStep], _ words: ChangeWords) -> String {
        let places = words.names(steps)
        let verb = { (one: String, many: String) in steps.count == 1 ? one : many }
        let (lost, gained) = (change.lost, change.gained)
        switch change.facet {
        case .action:
            let (now, before) = (gained.map { "`\($0)`" }.joined(), lost.map { "`\($0)`" }.joined())
            let calls = verb("calls", "call")
            if gained.isEmpty { return "\(places) no longer \(calls) \(before)." }
            return lost.isEmpty
                ? "\(places) now \(calls) \(now)." : "\(places) now \(calls) \(now), and called \(before)."
        case .queue:
            let (now, before) = (gained.map { "*\($0)*" }.joined(), lost.map { "*\($0)*" }.joined())
            let hands = verb("hands", "hand")
            if gained.isEmpty { return "\(places) no longer \(hands) over to \(before)." }
            return "\(places) now \(hands) over to \(now)" + (lost.isEmpty ? "." : " (was: \(before)).")
        case .hours:
            if gained.isEmpty { return "At \(places) the people no longer have opening hours." }
            return "At \(places) the people now have \(lost.isEmpty ? "" : "other ")opening hours."
        case .asksFor:
            let asks = verb("asks", "ask")
            let (now, before) = (gained.joined(), lost.joined())
            if gained.isEmpty { return "\(places) no longer \(asks) for \(before)." }
            return lost.isEmpty
                ? "\(places) now \(asks) for \(now)." : "\(places) \(asks) for \(now) now, and asked for \(before)."
        case .silence: return "At \(places) silence counts \(changed(change))."
        case .tries:
            if gained == [StepFace.never] {
                return "At \(places) the bot no longer asks again when a reply fits nothing (was: \(lost.joined()))."
            }
            return "At \(places) the bot asks again \(changed(change)) when a reply fits nothing."
        case .conditions:
            let decides = "\(places) now \(verb("decides", "decide")) by"
            if gained.sorted() == lost.sorted() { return "\(decides) the same conditions in another order." }
            let quoted = gained.isEmpty ? "fewer conditions" : "other conditions, \(ChangeWords.quoted(gained))"
            return "\(decides) \(quoted)" + (lost.isEmpty ? "." : " (was: \(ChangeWords.quoted(lost))).")
        case .question, .says, .meanwhile, .silenceText, .unexpectedText, .cancelledText, .unableText, .emptyText,
            .failureText, .unansweredText:
            return said(change, places).asSentence
        }
    }

    /// `now after 20 minutes, and counted after 10 minutes`.
    private func changed(_ change: Change) -> String {
        let (now, before) = (change.gained.joined(), change.lost.joined())
        return before.isEmpty ? "now \(now)" : now.isEmpty ? "no longer" : "\(now) now (was: \(before))"
    }

    private func said(_ change: Change, _ places: String) -> String {
        let (verb, past) = change.facet == .question ? ("asks", "asked") : ("says", "said")
        return ChangeWords.said(
            "\(change.facet.circumstance(at: places)) the bot", verb, past, change.gained, change.lost)
    }
}

extension StepFacet {
    fileprivate var kind: BehaviourChange.Kind {
        switch self {
        case .action: .calls
        case .queue, .hours: .handsOver
        case .asksFor: .asksFor
        case .silence, .tries: .waits
        case .conditions: .decides
        case .question, .says, .meanwhile, .silenceText, .unexpectedText, .cancelledText, .unableText, .emptyText,
            .failureText, .unansweredText:
            .says
        }
    }

    /// When a text is said.
    fileprivate func circumstance(at places: String) -> String {
        switch self {
        case .meanwhile: "while \(places) is under way,"
        case .silenceText: "when customers stay silent at \(places),"
        case .unexpectedText: "when a reply fits nothing at \(places),"
        case .cancelledText: "when customers cancel at \(places),"
        case .unableText: "when a device cannot show \(places),"
        case .emptyText: "when there is nothing to choose from at \(places),"
        case .failureText: "when \(places) fails,"
        case .unansweredText: "when no person answers at \(places),"
        default: "at \(places)"
        }
    }
}

extension CollectionDifference.Change {
    /// What is inserted or removed.
    var element: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}
