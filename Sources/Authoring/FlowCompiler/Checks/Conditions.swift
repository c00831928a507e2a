import Diagnostics
import Expressions

/// Conditions compare comparable types, with answers that are offered.
struct Conditions: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap { step -> [Diagnostic] in
                let conditions: [(source: SourceText, condition: ConditionSyntax)]
                switch step.thing {
                case .when(let when): conditions = when.lines.map { ($0.source, $0.condition) }
                case .remind(let reminder):
                    conditions = [reminder.unless].compactMap { $0 }.map { ($0.source, $0.condition) }
                default: conditions = []
                }
                return conditions.flatMap { source, condition in
                    source.diagnostics(condition.resolved(in: names, analysis.project.bot.context).1)
                }
            }
        }
    }
}
