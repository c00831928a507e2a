import Diagnostics

/// A step's answer and a set value do not share a name.
struct TakenNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap { diagnose($0, analysis.project) }
    }

    private func diagnose(_ flow: FlowSyntax, _ project: Project) -> [Diagnostic] {
        var answers: [String: Span] = [:]
        var sets: [String: Span] = [:]
        var found: [Diagnostic] = []
        for step in flow.steps {
            for assignment in step.assignments {
                if let first = answers[assignment.name.value] {
                    found.append(diagnostic(assignment.name, "the answer of the step", project, first))
                } else if sets[assignment.name.value] == nil {
                    sets[assignment.name.value] = assignment.name.span
                }
            }
            guard step.hasResult, answers[step.resultName] == nil else { continue }
            if let first = sets[step.resultName] {
                found.append(diagnostic(step.name, "a value that is set", project, first))
            } else {
                answers[step.resultName] = step.name.span
            }
        }
        return found
    }

    private func diagnostic(_ name: Word, _ what: String, _ project: Project, _ first: Span) -> Diagnostic {
        let line = project.line(of: first).map { " on line \($0)" } ?? ""
        return Diagnostic(
            .nameTaken, "`\(name.value)` is already \(what)\(line)", at: name.span, label: "the second use",
            help: "give one of them another name", related: [Diagnostic.Related("the first use", at: first)])
    }
}
