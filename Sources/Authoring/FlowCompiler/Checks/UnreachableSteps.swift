import Diagnostics

/// Every step is reachable: from its flow, bot.yaml or another flow.
///
/// Of steps that lead to each other the first is reported: steps that only follow an unreachable one become reachable
/// with it.
struct UnreachableSteps: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let lost = analysis.project.stepIDs.filter { !analysis.reachable.contains($0) }
        let followers = Set(lost.flatMap { id in next(id, analysis).filter { $0 != id } })
        var told: Set<StepID> = []
        // First those without predecessors, then cycles.
        let order = lost.filter { !followers.contains($0) } + lost.filter(followers.contains)
        return order.compactMap { id in
            guard !told.contains(id) else { return nil }
            follow(id, &told, analysis)
            return diagnostic(analysis.project.step(id).name)
        }
    }

    private func next(_ id: StepID, _ analysis: Analysis) -> [StepID] {
        analysis.graph.ways(from: id).compactMap(\.step)
    }

    private func follow(_ first: StepID, _ told: inout Set<StepID>, _ analysis: Analysis) {
        var pending = [first]
        told.insert(first)
        while let id = pending.popLast() {
            for step in next(id, analysis) where told.insert(step).inserted { pending.append(step) }
        }
    }

    private func diagnostic(_ name: Word) -> Diagnostic {
        Diagnostic(
            .unreachableStep, "nothing leads to `\(name.value)`", at: name.span, label: "nobody gets here",
            help: "send people here with `then: \(name.value)`, or take the step out")
    }
}
