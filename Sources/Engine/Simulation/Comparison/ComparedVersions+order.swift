import FlowModel

/// Actions and payments that have changed places.
extension ComparedVersions {
    /// A call or a payment, and the steps that make it.
    private struct Operation {
        let words: String
        let steps: [PlayStep]
        /// The steps that conversations come to from there.
        let reached: Set<PlayStep>
    }

    /// Calls that come before others and came after them, with their steps.
    func callOrder(_ words: ChangeWords) -> [DraftChange] {
        let (before, after) = (operations(of: old, oldRoutes), operations(of: new, newRoutes))
        let known = after.filter { one in before.contains { $0.words == one.words } }
        var changes: [DraftChange] = []
        for (place, one) in known.enumerated() {
            for other in known[(place + 1)...] {
                guard let first = before.first(where: { $0.words == one.words }),
                    let second = before.first(where: { $0.words == other.words })
                else { continue }
                for (left, right, wasLeft, wasRight) in [(one, other, first, second), (other, one, second, first)]
                where precedes(left, right) && precedes(wasRight, wasLeft) {
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

    private func operations(of version: ExploredVersion, _ routes: Routes) -> [Operation] {
        var order: [String] = []
        var steps: [String: [PlayStep]] = [:]
        for step in ordered(version.visits.keys) {
            guard let own = version.step(step), let words = own.operation(in: version.bot.bot) else { continue }
            if steps[words] == nil { order.append(words) }
            steps[words, default: []].append(version.isOld ? renamed(step) : step)
        }
        let onward = Dictionary(grouping: routes.filter { $0.key.trigger != .failure && $0.key.step != nil }) {
            $0.key.step
        }.mapValues { routes in routes.flatMap { $0.value.keys.compactMap(\.step) } }
        return order.map { words in
            let own = steps[words] ?? []
            return Operation(words: words, steps: own, reached: reached(from: own, onward))
        }
    }

    /// Whether conversations come from one to the other, and not back.
    private func precedes(_ one: Operation, _ other: Operation) -> Bool {
        !one.reached.isDisjoint(with: other.steps) && other.reached.isDisjoint(with: one.steps)
    }

    private func reached(from start: [PlayStep], _ onward: [PlayStep?: [PlayStep]]) -> Set<PlayStep> {
        var pending = start
        var reached: Set<PlayStep> = []
        while let here = pending.popLast() {
            for step in onward[here] ?? [] where reached.insert(step).inserted { pending.append(step) }
        }
        return reached
    }
}

extension Step {
    /// The call or the payment of the step, as a sentence names it.
    fileprivate func operation(in bot: Bot) -> String? {
        switch thing {
        case .call(let call): "`\(bot.actions[call.action].name)`"
        case .ask(let question): question.takesPayment ? "the payment" : nil
        case .go, .decide, .handOver, .run, .remind: nil
        }
    }
}
