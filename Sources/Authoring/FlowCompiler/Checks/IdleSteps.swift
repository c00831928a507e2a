import Diagnostics

/// A step has content besides its destination.
struct IdleSteps: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).compactMap { step in
            guard step.isIdle, !step.isDamaged else { return nil }
            let name = step.name.value
            let message =
                step.then.map { "`\(name)` only goes on to `\($0.destination.text)`" } ?? "`\(name)` does nothing"
            return Diagnostic(
                .stepDoesNothing, message, at: step.name.span, label: "does nothing",
                help: step.then.map { "send people to `\($0.destination.text)` directly" } ?? "add `say:` or `ask:`")
        }
    }
}

extension StepSyntax {
    /// Whether it only continues.
    var isIdle: Bool { openings.isEmpty && thing == nil }
}
