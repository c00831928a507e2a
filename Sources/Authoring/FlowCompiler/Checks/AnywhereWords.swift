import Diagnostics
import Expressions

/// Anywhere words are unique, do not redefine `stop`, and are not hidden by answers.
struct AnywhereWords: Check {
    static let reserved = ["stop", "end", "unsubscribe"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let answers = project.flows.indices.map { self.answers(of: $0, project) }
        let language = project.languages[0]
        var found = diagnose(project.bot.anywhere, in: nil, answers, language, project)
        for (index, own) in answers.enumerated() {
            found += diagnose(project.flows[index].anywhere, in: index, [own], language, project)
        }
        return found
    }

    private func diagnose(
        _ anywhere: AnywhereSyntax, in flow: Int?, _ answers: [[String: [Answer]]], _ language: String,
        _ project: Project
    ) -> [Diagnostic] {
        var owners: [String: Int] = [:]
        let contained = ContainedLines(language: language).diagnose(
            anywhere.lines.filter(\.isContained).map(ContainedLines.Line.init))
        return contained
            + anywhere.lines.indices.filter { !anywhere.lines[$0].isContained }.flatMap { index -> [Diagnostic] in
                // A line that repeats another is one error, however many words it has.
                var repeated: Set<Int> = []
                let target = anywhere.lines[index].destination.flatMap { project.resolve($0, in: flow) }
                return anywhere.lines[index].words.compactMap { word -> Diagnostic? in
                    let key = word.value.lowercased()
                    if Self.reserved.contains(key) { return reserved(word) }
                    if let owner = owners[key] {
                        return repeated.insert(owner).inserted ? taken(word, anywhere.lines[owner]) : nil
                    }
                    owners[key] = index
                    // An answer that leads to the same step hides nothing.
                    let hiding = answers.lazy.flatMap { $0[key] ?? [] }.first {
                        $0.target == nil || $0.target != target
                    }
                    return hiding.map { hides(word, $0.step) }
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

    /// A step that offers an answer, and where the answer leads; `nil` where that cannot be known.
    private struct Answer {
        let step: String
        let target: Target?
    }

    /// The answers of a flow by their labels in lower case.
    private func answers(of flow: Int, _ project: Project) -> [String: [Answer]] {
        var all: [String: [Answer]] = [:]
        for step in project.flows[flow].steps {
            guard case .answers(let answers)? = step.question?.kind else { continue }
            for item in answers.items {
                guard let label = item.label.template.constant else { continue }
                let then = answers.several ? nil : item.then ?? step.then?.destination
                let target = then.flatMap { project.resolve($0, in: flow) }
                // A destination that does not exist is reported as such.
                if then != nil, target == nil { continue }
                all[label.lowercased(), default: []].append(Answer(step: step.name.value, target: target))
            }
        }
        return all
    }
}
