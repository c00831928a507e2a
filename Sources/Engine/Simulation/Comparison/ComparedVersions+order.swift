import FlowModel

/// Actions and payments that have changed places.
extension ComparedVersions {
    /// A call or a payment, and the steps that make it.
    private struct Deed: Hashable {
        let words: String
        let steps: [PlayStep]
    }

    /// Calls that come before others and came after them, with their steps.
    func callOrder(_ words: ChangeWords) -> [DraftChange] {
        let (before, after) = (deeds(of: old), deeds(of: new))
        let known = after.filter { deed in before.contains { $0.words == deed.words } }
        var changes: [DraftChange] = []
        for (place, one) in known.enumerated() {
            for other in known[(place + 1)...] {
                guard let first = before.first(where: { $0.words == one.words }),
                    let second = before.first(where: { $0.words == other.words })
                else { continue }
                for (left, right, wasLeft, wasRight) in [(one, other, first, second), (other, one, second, first)]
                where precedes(left, right, newRoutes) && precedes(wasRight, wasLeft, oldRoutes) {
                    // The sentence is about the call, not the payment.
                    let isCall = left.words != Self.payment
                    let (mover, mark) = isCall ? (left.words, right.words) : (right.words, left.words)
                    changes.append(
                        DraftChange(
                            kind: .callOrder,
                            text: isCall
                                ? "\(mover) is called before \(mark) now, and was called after it."
                                : "\(mover) is called after \(mark) now, and was called before it.",
                            steps: left.steps + right.steps, showing: new.visits[right.steps[0]]))
                }
            }
        }
        return changes
    }

    private static let payment = "the payment"

    private func deeds(of version: ExploredVersion) -> [Deed] {
        var order: [String] = []
        var steps: [String: [PlayStep]] = [:]
        for step in ordered(version.visits.keys) {
            guard let own = version.step(step), let words = own.deed(in: version.bot.bot) else { continue }
            if steps[words] == nil { order.append(words) }
            steps[words, default: []].append(version.isOld ? renamed(step) : step)
        }
        return order.map { Deed(words: $0, steps: steps[$0] ?? []) }
    }

    /// Whether conversations come from one to the other, and not back.
    private func precedes(_ one: Deed, _ other: Deed, _ routes: Routes) -> Bool {
        isReached(other, from: one, routes) && !isReached(one, from: other, routes)
    }

    private func isReached(_ goal: Deed, from start: Deed, _ routes: Routes) -> Bool {
        let onward = Dictionary(grouping: routes.filter { $0.key.trigger != .failure && $0.key.step != nil }) {
            $0.key.step
        }
        var pending = start.steps
        var seen: Set<PlayStep> = []
        while let here = pending.popLast() {
            for step in (onward[here] ?? []).flatMap({ $0.value.keys.compactMap(\.step) }) {
                if goal.steps.contains(step) { return true }
                if seen.insert(step).inserted { pending.append(step) }
            }
        }
        return false
    }
}

extension Step {
    /// The call or the payment of the step, as a sentence names it.
    fileprivate func deed(in bot: Bot) -> String? {
        switch thing {
        case .call(let call): "`\(bot.actions[call.action].name)`"
        case .ask(let question): question.takesPayment ? "the payment" : nil
        case .go, .decide, .handOver, .run, .remind: nil
        }
    }
}
