import Diagnostics
import Expressions

/// Labels and ids of one question are unique.
struct DuplicateAnswers: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allAnswers.flatMap { _, answers in diagnose(answers) }
    }

    private func diagnose(_ answers: AnswersSyntax) -> [Diagnostic] {
        var ids: [String: TextSyntax] = [:]
        return answers.items.compactMap { item in
            guard item.each == nil, let id = item.constantID else { return nil }
            let place = item.id ?? item.label
            guard let first = ids.updateValue(ids[id] ?? place, forKey: id) else { return nil }
            return Diagnostic(
                .duplicateAnswer, "`\(id)` is offered twice", at: place.span, label: "the second time",
                help: "give one of them an `id` of its own, or another label",
                related: [Diagnostic.Related("the first time", at: first.span)])
        }
    }
}
