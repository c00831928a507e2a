import FlowCompiler
import FlowModel

extension WrittenFlow {
    /// Where a mutation of a kind can be made, in the order written.
    func places(of kind: MutationKind) -> [MutationPlace] {
        switch kind {
        case .answerElsewhere: answers
        case .exitDropped: exits
        case .boundShifted: bounds
        case .conditionTurned: conditions
        case .failureUnhandled: failures
        }
    }

    // Answers.

    /// Each answer that has a destination of its own, and each question whose answers share one.
    private var answers: [MutationPlace] {
        steps.items.compactMap { item -> MutationPlace? in
            switch item.way {
            case .answer?: return lead(ofAnswer: item).map { elsewhere($0, from: item.step) }
            case nil:
                guard case .ask? = step(item.step)?.thing, let line = line("then", of: item.step),
                    let lead = lead(in: line)
                else { return nil }
                return elsewhere(lead, from: item.step)
            default: return nil
            }
        }
    }

    /// All other destinations inside the flow.
    private func elsewhere(_ lead: Lead, from step: String) -> MutationPlace {
        let others = flow.steps.map(\.name).filter { $0 != step } + ["end"]
        return MutationPlace(
            variants: others.filter { $0 != lead.destination }.map { other in
                mutation(.answerElsewhere, lead.line..<lead.line + 1, to: [leading(lead, to: other)])
            })
    }

    // Exits.

    /// Each exit of a step or of the flow, but for failures of calls.
    private var exits: [MutationPlace] {
        steps.items.compactMap { item -> MutationPlace? in
            switch item.way {
            case .silent?, .other?, .cancelled?, .unable?, .empty?, .away?, .unanswered?:
                return dropped(item, .exitDropped)
            case .failed?: return isCall(item.step) ? nil : dropped(item, .exitDropped)
            default: return nil
            }
        }
    }

    private func dropped(_ item: WrittenSteps.Item, _ kind: MutationKind) -> MutationPlace? {
        exit(item).map { MutationPlace(variants: [mutation(kind, $0, to: [])]) }
    }

    /// The lines of an exit.
    private func exit(_ item: WrittenSteps.Item) -> Range<Int>? {
        let number = self.number(of: item.span)
        guard lines[number].drop(while: { $0 == " " }).hasPrefix("if_") else { return nil }
        return block(at: number)
    }

    private func isCall(_ name: String) -> Bool { if case .call? = step(name)?.thing { true } else { false } }

    // Failures.

    /// Each call: its exit is dropped, or it continues after a failure as after a success.
    private var failures: [MutationPlace] {
        flow.steps.filter { isCall($0.name) }.compactMap { step -> MutationPlace? in
            let item = steps.items.first { $0.step == step.name && $0.way == .failed }
            let then = line("then", of: step.name)
            let ignored = then.flatMap { number in
                lead(in: number).map { lead in
                    let indent = String(lead.beginning.prefix { $0 == " " })
                    return "\(indent)if_failed: \(lead.destination)"
                }
            }
            guard let item else {
                guard let then, let ignored else { return nil }
                return MutationPlace(variants: [mutation(.failureUnhandled, then + 1..<then + 1, to: [ignored])])
            }
            guard let exit = self.exit(item) else { return nil }
            let drop = mutation(.failureUnhandled, exit, to: [])
            let ignore = ignored.map { mutation(.failureUnhandled, exit, to: [$0]) }
            return MutationPlace(variants: [drop] + [ignore].compactMap { $0 })
        }
    }

    // Bounds.

    /// Each bound of an answer, a number of tries, a length of time, and each number with which a condition compares.
    private var bounds: [MutationPlace] {
        let conditions = Set(lineItems.map { number(of: $0.span) })
        return lines.indices.compactMap { number -> MutationPlace? in
            let isCondition = conditions.contains(number)
            let shifted = isCondition ? lines[number].shiftedComparisons : lines[number].shiftedBounds
            guard !shifted.isEmpty else { return nil }
            return MutationPlace(variants: shifted.map { mutation(.boundShifted, number..<number + 1, to: [$0]) })
        }
    }

    // Conditions.

    /// Each line of a `when`, and each `unless`.
    private var conditions: [MutationPlace] {
        let unless = flow.steps.compactMap { line("unless", of: $0.name) }.map { number in
            MutationPlace(
                variants: lines[number].turnedConditions.map {
                    mutation(.conditionTurned, number..<number + 1, to: [$0])
                })
        }
        return lineItems.map(turned) + unless
    }

    /// The lines of all `when`.
    private var lineItems: [WrittenSteps.Item] {
        steps.items.filter { item in if case .line? = item.way { true } else { false } }
    }

    /// The condition says the opposite, or its destination is exchanged for that of the next line.
    private func turned(_ item: WrittenSteps.Item) -> MutationPlace {
        let number = self.number(of: item.span)
        var variants = lines[number].turnedConditions.map {
            mutation(.conditionTurned, number..<number + 1, to: [$0])
        }
        let others = steps.items.filter { other in
            switch other.way {
            case .line?, .otherwise?: other.step == item.step
            default: false
            }
        }
        let next = others.map { self.number(of: $0.span) }.filter { $0 > number }.min()
        if let next, let first = lead(in: number), let second = lead(in: next), first.destination != second.destination
        {
            let between = Array(lines[number + 1..<next])
            let after = [leading(first, to: second.destination)] + between + [leading(second, to: first.destination)]
            variants.append(mutation(.conditionTurned, number..<next + 1, to: after))
        }
        return MutationPlace(variants: variants)
    }
}
