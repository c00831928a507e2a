import Diagnostics

/// Every branch of a step has a destination.
struct MissingThen: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).filter { $0.then == nil && !$0.isDamaged }.flatMap(diagnose)
    }

    private func diagnose(_ step: StepSyntax) -> [Diagnostic] {
        switch step.thing {
        case .when, .handOver, .unreadable: return []
        case .call, .run, .remind: return [missing(step)]
        case nil: return step.openings.isEmpty ? [] : [missing(step)]
        case .ask(let question):
            guard case .answers(let answers) = question.kind, answers.items.contains(where: { $0.then != nil }) else {
                if case .unreadable = question.kind { return [] }
                return [missing(step)]
            }
            return answers.items.filter { $0.then == nil }.map { item in
                Diagnostic(
                    .missingThen, "the answer `\(item.label.source.string)` does not say where to go",
                    at: item.label.span, label: "and then?", help: "give it a step, or add `then:` for the rest")
            }
        }
    }

    private func missing(_ step: StepSyntax) -> Diagnostic {
        Diagnostic(
            .missingThen, "`\(step.name.value)` does not say where to go", at: step.name.span, label: "and then?",
            help: "add `then:` with the next step, or `then: end`")
    }
}
