import Diagnostics

/// `was` names a step that no longer exists, and only one step has each old name.
struct OldNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] { analysis.project.flows.flatMap(diagnose) }

    private func diagnose(_ flow: FlowSyntax) -> [Diagnostic] {
        let steps = Dictionary(flow.steps.map { ($0.name.value, $0.name.span) }) { first, _ in first }
        var followers: [String: Span] = [:]
        return flow.steps.flatMap { step in
            step.was.compactMap { old -> Diagnostic? in
                if let used = steps[old.value] { return stillUsed(old, step.name, used) }
                if let first = followers[old.value] { return twice(old, first) }
                followers[old.value] = old.span
                return nil
            }
        }
    }

    private func stillUsed(_ old: Word, _ step: Word, _ used: Span) -> Diagnostic {
        let isItself = old.value == step.value
        return Diagnostic(
            .wasStillUsed,
            isItself
                ? "`\(old.value)` is still called so"
                : "`\(old.value)` still exists, so `\(step.value)` cannot have been `\(old.value)`",
            at: old.span, label: "still a step", help: "leave the name out of `was`",
            related: isItself ? [] : [Diagnostic.Related("the step", at: used)])
    }

    private func twice(_ old: Word, _ first: Span) -> Diagnostic {
        Diagnostic(
            .wasTwice, "two steps say they were `\(old.value)`", at: old.span, label: "the second time",
            help: "leave it with the step that people who wait there should come to",
            related: [Diagnostic.Related("the first time", at: first)])
    }
}
