import Diagnostics
import Expressions

/// Steps that `save` under the same name give it values of one type.
struct SharedNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap { diagnose($0, analysis.project) }
    }

    private func diagnose(_ flow: FlowSyntax, _ project: Project) -> [Diagnostic] {
        var found: [Diagnostic] = []
        var first: [String: (type: ValueType, span: Span)] = [:]
        let typer = NameTyper(flow, in: project, given: GivenTypes(project))
        for step in flow.steps where step.save != nil && step.hasResult {
            let type = typer.resultType(of: step)
            guard let earlier = first[step.resultName] else {
                first[step.resultName] = (type, step.result.span)
                continue
            }
            if let merged = earlier.type.merged(with: type) {
                first[step.resultName]?.type = merged
                continue
            }
            let line = project.line(of: earlier.span).map { " on line \($0)" } ?? ""
            found.append(
                Diagnostic(
                    .setChangesType,
                    "`\(step.resultName)` was \(earlier.type.word)\(line), here it is \(type.word)",
                    at: step.result.span, label: "another type", help: "save it under another name",
                    related: [Diagnostic.Related(earlier.type.word, at: earlier.span)]))
        }
        return found
    }
}
