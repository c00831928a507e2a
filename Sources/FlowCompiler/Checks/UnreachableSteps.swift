import Diagnostics

/// Some way leads to every step: from its flow, bot.yaml or another flow.
struct UnreachableSteps: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.stepIDs.compactMap { id in
            guard !analysis.reachable.contains(id), project.start(of: id.flow) != nil else { return nil }
            let step = project.step(id)
            guard !step.isDamaged, project.step(named: step.name.value, in: id.flow) == id else { return nil }
            return Diagnostic(
                .unreachableStep, "nothing leads to `\(step.name.value)`", at: step.name.span,
                label: "nobody gets here",
                help: "send people here with `then: \(step.name.value)`, or take the step out")
        }
    }
}
