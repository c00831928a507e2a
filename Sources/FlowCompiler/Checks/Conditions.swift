import Diagnostics
import Expressions

/// Conditions compare what can be compared, with answers that are offered.
struct Conditions: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap { step -> [Diagnostic] in
                guard case .when(let when) = step.thing else { return [] }
                return when.lines.flatMap { line in
                    line.source.diagnostics(line.condition.resolved(in: names, analysis.project.bot.context).1)
                }
            }
        }
    }
}
