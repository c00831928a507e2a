import Diagnostics
import Expressions

/// `stop_reminding` names reminders that some step sets.
struct NamedReminders: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let flows = analysis.project.flows
        let steps = flows.flatMap(\.steps)
        let mayBeMissing =
            flows.contains { $0.isUnreadable || $0.areStepsDamaged } || steps.contains(where: \.isDamaged)
        if mayBeMissing { return [] }
        let names = steps.compactMap { $0.reminder?.name?.template }
        return steps.flatMap(\.stoppedReminders).filter { name in
            !names.contains { $0.shape == name.template.shape }
        }.map { name in
            let written = names.map(\.shape)
            return Diagnostic(
                .unknownReminder, "no reminder is named `\(name.source.string)`", at: name.span,
                label: "no `remind` has this name",
                help: suggestion(for: name.template.shape, among: written, are: "the reminders are")
                    ?? "write `named: \(name.source.string)` beside the `remind` that it should stop")
        }
    }
}

extension StepSyntax {
    /// The names of the reminders that it removes.
    fileprivate var stoppedReminders: [TextSyntax] {
        openings.flatMap { if case .stopReminding(let names) = $0 { names } else { [] as [TextSyntax] } }
    }
}

extension Template {
    /// The text with all names in braces left open: `visit {}`.
    fileprivate var shape: String { parts.map { if case .text(let text) = $0 { text } else { "{}" } }.joined() }
}
