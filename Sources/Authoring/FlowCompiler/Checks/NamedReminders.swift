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
        let names = steps.compactMap { $0.reminder?.name }
        return steps.flatMap(\.stoppedReminders).filter { name in
            !names.contains { $0.template.shape == name.template.shape }
        }.map { name in
            Diagnostic(
                .unknownReminder, "no reminder is named `\(name.source.string)`", at: name.span,
                label: "no `remind` has this name", help: help(name, among: names))
        }
    }

    /// The nearest name, with the braces of the line that stops it where both have as many.
    private func help(_ name: TextSyntax, among names: [TextSyntax]) -> String {
        let inserts = name.template.inserts
        let written = names.map { other -> String in
            guard other.template.inserts.count == inserts.count else { return other.source.string }
            let bytes = Array(name.source.string.utf8)
            var rest = inserts.map { String(decoding: bytes[$0.range], as: UTF8.self) }[...]
            return other.template.parts.map { part in
                if case .text(let text) = part {
                    text.replacing("{", with: "{{").replacing("}", with: "}}")
                } else {
                    rest.popFirst() ?? ""
                }
            }.joined()
        }
        return suggestion(for: name.source.string, among: written, are: "the reminders are")
            ?? "write `named: \(name.source.string)` beside the `remind` that it should stop"
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
