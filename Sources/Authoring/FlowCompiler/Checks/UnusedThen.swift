import Diagnostics

/// A `then` can be used.
struct UnusedThen: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.stepIDs.compactMap { id in
            let step = analysis.project.step(id)
            guard let then = step.then, let why = reason(step, analysis.project.other(id)?.exit) else { return nil }
            return Diagnostic(
                .thenNeverUsed, "\(why), so this `then` is never used", at: then.key, label: "never used",
                help: "leave it out")
        }
    }

    private func reason(_ step: StepSyntax, _ other: OtherSyntax?) -> String? {
        switch step.thing {
        case .when(let when): return when.isDamaged ? nil : "every line has its own step"
        case .ask(let question):
            if case .accept? = other?.content { return nil }
            guard case .answers(let answers) = question.kind, !answers.isDamaged, !answers.items.isEmpty,
                answers.items.allSatisfy({ $0.then != nil })
            else { return nil }
            return "every answer has its own step"
        case .handOver, .call, .run, .remind, .unreadable, nil: return nil
        }
    }
}
