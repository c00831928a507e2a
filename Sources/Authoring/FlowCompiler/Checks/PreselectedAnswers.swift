import Diagnostics
import Expressions

/// The preselection in `web:` is one of the answers.
struct PreselectedAnswers: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.flows.flatMap(\.steps).flatMap { step -> [Diagnostic] in
            guard case .answers(let answers)? = step.question?.kind, !answers.isDamaged,
                let wanted = step.overlays.web?.member("preselected_choice")
            else { return [] }
            let ids = answers.items.map(\.constantID)
            guard !ids.contains(nil) else { return [] }
            let known = ids.compactMap { $0 }
            return wanted.texts.compactMap { text -> Diagnostic? in
                guard let id = text.template.constant, !known.contains(id) else { return nil }
                return Diagnostic(
                    .unknownAnswer, "`\(id)` is not an answer of this step",
                    at: text.source.span(0..<text.source.string.utf8.count),
                    label: "no such answer", help: suggestion(for: id, among: known, are: "the answers are"))
            }
        }
    }
}

extension OverlaySyntax {
    fileprivate func member(_ name: String) -> OverlaySyntax? {
        guard case .block(let members) = self else { return nil }
        return members.first { $0.key.value == name }?.value
    }

    /// The texts at this position, alone or in a list.
    fileprivate var texts: [TextSyntax] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        case .number, .flag, .block: []
        }
    }
}
