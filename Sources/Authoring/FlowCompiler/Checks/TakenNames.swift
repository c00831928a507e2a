import Diagnostics

/// No two results are stored under the same name: inputs of the flow, results of steps, and set values.
struct TakenNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap { diagnose($0, analysis.project) }
    }

    private func diagnose(_ flow: FlowSyntax, _ project: Project) -> [Diagnostic] {
        var answers: [String: Span] = [:]
        var sets: [String: Span] = [:]
        var saved: Set<String> = []
        let needs = Dictionary(flow.needs.map { ($0.name.value, $0.name.span) }) { first, _ in first }
        var found: [Diagnostic] = []
        for step in flow.steps {
            for assignment in step.assignments where !assignment.isLanguage {
                if let first = answers[assignment.name.value] {
                    found.append(diagnostic(assignment.name, "the answer of the step", project, first))
                } else if sets[assignment.name.value] == nil {
                    sets[assignment.name.value] = assignment.name.span
                }
            }
            guard step.hasResult else { continue }
            if let first = needs[step.resultName] {
                found.append(diagnostic(step.result, "an input of the flow", project, first))
            } else if let first = answers[step.resultName] {
                // Several questions may fill one name: `save` says so in each of them.
                if step.save != nil, saved.contains(step.resultName) { continue }
                // Two steps with the same name have been reported.
                let isTold = step.save == nil && flow.steps.contains { $0.name.span == first }
                if !isTold { found.append(diagnostic(step.result, "the answer of the step", project, first)) }
            } else if let first = sets[step.resultName] {
                found.append(diagnostic(step.result, "a value that is set", project, first))
            } else {
                answers[step.resultName] = step.result.span
                if step.save != nil { saved.insert(step.resultName) }
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
