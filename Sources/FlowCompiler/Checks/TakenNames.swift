import Diagnostics

/// A step's answer and a set value do not share a name.
struct TakenNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] { analysis.project.flows.flatMap(diagnose) }

    private func diagnose(_ flow: FlowSyntax) -> [Diagnostic] {
        var answers: [String: Span] = [:]
        var sets: [String: Span] = [:]
        var found: [Diagnostic] = []
        for step in flow.steps {
            for assignment in step.assignments {
                if let first = answers[assignment.name.value] {
                    found.append(diagnostic(assignment.name, "the answer of a step", first))
                } else if sets[assignment.name.value] == nil {
                    sets[assignment.name.value] = assignment.name.span
                }
            }
            guard step.hasResult, answers[step.resultName] == nil else { continue }
            if let first = sets[step.resultName] {
                found.append(diagnostic(step.name, "a value that is set", first))
            } else {
                answers[step.resultName] = step.name.span
            }
        }
        return found
    }

    private func diagnostic(_ name: Word, _ what: String, _ first: Span) -> Diagnostic {
        Diagnostic(
            .nameTaken, "`\(name.value)` is already \(what)", at: name.span, label: "the second use",
            help: "give one of them another name", related: [Diagnostic.Related("the first use", at: first)])
    }
}
