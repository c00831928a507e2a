import Diagnostics
import Expressions

/// Labels and ids of one question are unique, also those of answers beside times.
struct DuplicateAnswers: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.allAnswers.flatMap { _, answers in diagnose(answers) + likeLabels(of: answers) }
            + analysis.project.allTimes.flatMap { _, times in Self.twice(times.labels) }
    }

    /// Labels of which a typed one could mean two answers.
    static func twice(_ labels: [TextSyntax]) -> [Diagnostic] {
        var known: [String: TextSyntax] = [:]
        return labels.compactMap { text in
            guard let label = text.template.constant?.lowercased() else { return nil }
            guard let first = known.updateValue(known[label] ?? text, forKey: label) else { return nil }
            return Diagnostic(
                .duplicateAnswer, "`\(text.source.string)` is offered twice", at: text.span, label: "the second time",
                help: "give one of them another label",
                related: [Diagnostic.Related("the first time", at: first.span)])
        }
    }

    /// Labels that lead to different steps and differ in their capitals alone: one that is typed is taken for the first.
    private func likeLabels(of answers: AnswersSyntax) -> [Diagnostic] {
        var known: [String: AnswerSyntax] = [:]
        return answers.items.compactMap { item in
            guard item.each == nil, let label = item.label.template.constant else { return nil }
            let first = known[label.lowercased()]
            known[label.lowercased()] = first ?? item
            guard let first, let other = first.label.template.constant, other != label,
                first.then?.text != item.then?.text
            else { return nil }
            return Diagnostic(
                .duplicateAnswer, "`\(label)` and `\(other)` are the same when they are typed", at: item.label.span,
                label: "differs in its capitals alone", help: "give one of them another label",
                related: [Diagnostic.Related("the first one", at: first.label.span)], severity: .warning)
        }
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

extension TimesSyntax {
    /// The labels of the answers beside the times: that for more times, and those of `or`.
    var labels: [TextSyntax] {
        let more = if case .rule(let rule) = source { rule.more } else { nil as TextSyntax? }
        return [more].compactMap { $0 } + beside.map(\.label)
    }
}
