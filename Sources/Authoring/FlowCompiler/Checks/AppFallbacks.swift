import Diagnostics
import Expressions

/// Every device can get past a question that opens an app, and the inputs of the app are declared.
struct AppFallbacks: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        withoutWay(analysis) + data(analysis)
    }

    private func data(_ analysis: Analysis) -> [Diagnostic] {
        zip(analysis.project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap { step -> [Diagnostic] in
                guard case .app(let app)? = step.question?.kind else { return [] }
                return app.data.flatMap { input in
                    input.source.diagnostics(input.problems(wanted: .unknown, names, analysis.project.bot.context))
                }
            }
        }
    }

    private func withoutWay(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).compactMap { step in
            guard case .app(let kind)? = step.question?.kind, step.exits.unable == nil, !step.isDamaged,
                let app = analysis.project.services.apps.named(kind.app.value), app.web == nil, !app.isDamaged
            else { return nil }
            return Diagnostic(
                .fallbackMissing, "a device without the app `\(app.name.value)` can go nowhere", at: step.name.span,
                label: "there is no `if_unable`",
                help: "add `if_unable:` with a step, or `web:` to the app in Config/services.yaml")
        }
    }
}
