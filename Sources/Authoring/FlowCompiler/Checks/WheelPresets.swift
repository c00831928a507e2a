import Diagnostics
import Expressions

/// The initial value of a wheel is one of its answers.
struct WheelPresets: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allForms.flatMap(\.pages).compactMap { page in
            guard let preset = page.wheel?.preset, let answers = page.answers, !answers.isDamaged,
                answers.preset(preset.value) == nil, !answers.items.contains(where: { $0.each != nil })
            else { return nil }
            return Diagnostic(
                .unknownAnswer, "`\(page.name.value)` never answers `\(preset.value)`", at: preset.span,
                label: "not among the answers",
                help: suggestion(
                    for: preset.value, among: answers.items.compactMap(\.label.template.constant), are: "it has"))
        }
    }
}

extension AnswersSyntax {
    /// The index of the answer with this label or id.
    func preset(_ word: String) -> Int? {
        items.firstIndex { $0.label.template.constant == word || $0.constantID == word }
    }
}
