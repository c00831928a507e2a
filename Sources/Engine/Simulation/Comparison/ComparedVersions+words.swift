import FlowEngine
import FlowModel

/// Words that work anywhere.
extension ComparedVersions {
    func anywhereWords(_ words: ChangeWords) -> [DraftChange] {
        let flows = [nil] + new.bot.bot.flows.map { Optional($0.name) }
        return flows.flatMap { flow in
            changes(of: anywhere(flow, old), to: anywhere(flow, new), in: flow, words)
        }
    }

    /// Where the words of a flow, or those of the bot, lead, by the new names of steps.
    private func anywhere(_ flow: String?, _ version: ExploredVersion) -> [String: StepDestination] {
        let bot = version.bot.bot
        let own = flow.map { name in bot.flows.first { $0.name == name }?.anywhere ?? [:] } ?? bot.anywhere
        return own.mapValues { destination in
            switch destination {
            case .step(let reference):
                let step = PlayStep(reference, in: bot)
                return .step(version.isOld ? renamed(step) : step)
            case .end, .conversationEnd: return .end
            case .back, .resume: return .back
            }
        }
    }

    private func changes(
        of before: [String: StepDestination], to after: [String: StepDestination], in flow: String?,
        _ words: ChangeWords
    ) -> [DraftChange] {
        struct Change: Hashable {
            let was: StepDestination?
            let becomes: StepDestination?
        }
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        var order: [Change] = []
        var spoken: [Change: [String]] = [:]
        for word in changed {
            let change = Change(was: before[word], becomes: after[word])
            if spoken[change] == nil { order.append(change) }
            spoken[change, default: []].append(word)
        }
        return order.compactMap { change in
            guard let own = spoken[change] else { return nil }
            let list = ChangeWords.list(own.map { "*\($0)*" }, others: "words")
            let place = flow.map { " in *\($0)*" } ?? ""
            let subject = "The word\(own.count == 1 ? "" : "s") \(list)\(place)"
            let verb = own.count == 1 ? "leads" : "lead"
            let was = change.was.map { words.destinations([$0]) }
            let text =
                if let becomes = change.becomes {
                    "\(subject) now \(verb) to \(words.destinations([becomes]))" + (was.map { " (was: \($0))" } ?? "")
                } else {
                    "\(subject) no longer \(verb) to \(was ?? "")"
                }
            let version = change.becomes == nil ? old : new
            return DraftChange(
                kind: .leads, text: "\(text).",
                steps: [change.becomes, change.was].compactMap { $0?.step }.prefix(1).map { $0 },
                showing: version.saying(own[0], in: flow))
        }
    }
}

extension ExploredVersion {
    /// The first question at which a word can be written, and the word.
    fileprivate func saying(_ word: String, in flow: String?) -> ShowingMove? {
        for (place, walk) in walks.enumerated() {
            let asked = walk?.nodes.firstIndex { $0.status == .waiting && (flow == nil || $0.step?.flow == flow) }
            if let asked {
                return showing(FirstPassage(order: 0, index: asked, lines: ["you: \(word)"], calls: []), in: place)
            }
        }
        return nil
    }
}
