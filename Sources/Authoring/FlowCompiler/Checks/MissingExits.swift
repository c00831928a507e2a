import Diagnostics

/// Every question has an exit for silence and one for an unexpected reply, and every call, nested flow, sign-in and
/// payment one for failure, their own or inherited.
struct MissingExits: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.stepIDs.flatMap { id -> [Diagnostic] in
            let step = analysis.project.step(id)
            if let name = step.call?.action ?? step.run?.flow, !step.isDamaged {
                return failure(id, step, of: name.value, analysis)
            }
            guard let question = step.question, !step.isDamaged else { return [] }
            if case .unreadable = question.kind { return [] }
            let name = step.name.value
            var found: [Diagnostic] = []
            if analysis.project.silent(id) == nil {
                found.append(
                    Diagnostic(
                        .noExitSilent, "what happens when nobody answers `\(name)`?", at: step.name.span,
                        label: "there is no `if_silent`", help: "add `if_silent:` here, to the flow or to bot.yaml"))
            }
            if analysis.project.other(id) == nil {
                found.append(
                    Diagnostic(
                        .noExitOther, "what happens when the reply to `\(name)` fits nothing?", at: step.name.span,
                        label: "there is no `if_other`", help: "add `if_other:` here, to the flow or to bot.yaml"))
            }
            return found + (step.leavesProblem ? failure(id, step, of: name, analysis) : [])
        }
    }

    private func failure(_ id: StepID, _ step: StepSyntax, of name: String, _ analysis: Analysis) -> [Diagnostic] {
        guard analysis.project.failed(id) == nil else { return [] }
        return [
            Diagnostic(
                .noExitFailed, "what happens when `\(name)` fails?", at: step.name.span,
                label: "there is no `if_failed`", help: "add `if_failed:` here, to the flow or to bot.yaml")
        ]
    }
}
