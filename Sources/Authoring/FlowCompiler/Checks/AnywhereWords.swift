import Diagnostics
import Expressions

/// Anywhere words are unique, do not redefine `stop`, and are not hidden by answers.
struct AnywhereWords: Check {
    static let reserved = ["stop", "end", "unsubscribe"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let answers = project.flows.map(answers)
        let language = project.languages[0]
        var found = diagnose(project.bot.anywhere, answers, language)
        for (flow, own) in zip(project.flows, answers) { found += diagnose(flow.anywhere, [own], language) }
        return found
    }

    private func diagnose(
        _ anywhere: AnywhereSyntax, _ answers: [[String: String]], _ language: String
    ) -> [Diagnostic] {
        var owners: [String: Int] = [:]
        let contained = ContainedLines(language: language).diagnose(
            anywhere.lines.filter(\.isContained).map(ContainedLines.Line.init))
        return contained
            + anywhere.lines.indices.filter { !anywhere.lines[$0].isContained }.flatMap { index -> [Diagnostic] in
                // A line that repeats another is one error, however many words it has.
                var repeated: Set<Int> = []
                return anywhere.lines[index].words.compactMap { word -> Diagnostic? in
                    let key = word.value.lowercased()
                    if Self.reserved.contains(key) { return reserved(word) }
                    if let owner = owners[key] {
                        return repeated.insert(owner).inserted ? taken(word, anywhere.lines[owner]) : nil
                    }
                    owners[key] = index
                    return answers.lazy.compactMap { $0[key] }.first.map { hides(word, $0) }
                }
            }
    }

    private func reserved(_ word: Word) -> Diagnostic {
        Diagnostic(
            .reservedWord, "`\(word.value)` always ends the conversation", at: word.span,
            label: "belongs to the customer",
            help: "take another word; what is said then is `goodbye` below `texts` in bot.yaml")
    }

    private func taken(_ word: Word, _ first: AnywhereSyntax.Line) -> Diagnostic {
        Diagnostic(
            .wordTakenTwice, "`\(word.value)` already leads to `\(first.destination?.text ?? "another step")`",
            at: word.span, label: "the second time", help: "leave it out here or there",
            related: first.words.first { $0.value.lowercased() == word.value.lowercased() }
                .map { [Diagnostic.Related("the first time", at: $0.span)] } ?? [])
    }

    private func hides(_ word: Word, _ step: String) -> Diagnostic {
        Diagnostic(
            .wordHidesAnswer, "\"\(word.value)\" is also an answer of `\(step)`; there the answer wins", at: word.span,
            label: "also an answer", help: "take a word that is no answer")
    }

    /// The labels of all answers of a flow, in lower case, with the step that offers them.
    private func answers(_ flow: FlowSyntax) -> [String: String] {
        var steps: [String: String] = [:]
        for step in flow.steps {
            guard case .answers(let answers)? = step.question?.kind else { continue }
            for label in answers.items.compactMap(\.label.template.constant) where steps[label.lowercased()] == nil {
                steps[label.lowercased()] = step.name.value
            }
        }
        return steps
    }
}
