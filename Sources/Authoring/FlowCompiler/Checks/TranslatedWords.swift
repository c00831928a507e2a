import Diagnostics
import Expressions

/// Translated anywhere words do not redefine `stop` and are unique; translated answers of one question differ.
struct TranslatedWords: Check {
    private static let reserved = ["stop", "end", "unsubscribe"]

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        let translations = project.translations
        guard !translations.files.isEmpty else { return [] }
        let anywhere: [AnywhereSyntax] = [project.bot.anywhere] + project.flows.map(\.anywhere)
        return project.languages.dropFirst().flatMap { language -> [Diagnostic] in
            var found = anywhere.flatMap { words($0, language, translations) }
            found += project.allAnswers.flatMap { labels($0.1, language, translations) }
            found += project.allTimes.flatMap { _, times in
                DuplicateAnswers.twice(times.labels.compactMap { translations.of($0.source)[language] })
            }
            return found
        }
    }

    private func words(_ anywhere: AnywhereSyntax, _ language: String, _ translations: Translations) -> [Diagnostic] {
        var owners: [String: (word: Word, destination: String)] = [:]
        let contained = anywhere.lines.filter(\.isContained).map { line in
            ContainedLines.Line(
                words: translations.of(line.source)[language]?.words ?? [],
                leadsTo: line.destination?.text ?? "another step")
        }
        let repeated = ContainedLines(language: language).diagnose(contained)
        return repeated
            + anywhere.lines.filter { !$0.isContained }.flatMap { line -> [Diagnostic] in
                guard let text = translations.of(line.source)[language] else { return [] }
                let destination = line.destination?.text ?? "another step"
                return text.words.compactMap { word in
                    let key = word.value.lowercased()
                    if Self.reserved.contains(key) {
                        return Diagnostic(
                            .reservedWord, "`\(word.value)` always ends the conversation", at: word.span,
                            label: "belongs to the customer", help: "take another word")
                    }
                    if let owner = owners[key] {
                        return Diagnostic(
                            .wordTakenTwice, "`\(word.value)` already leads to `\(owner.destination)`", at: word.span,
                            label: "the second time", help: "leave it out here or there",
                            related: [Diagnostic.Related("the first time", at: owner.word.span)])
                    }
                    owners[key] = (word, destination)
                    return nil
                }
            }
    }

    /// Labels that differ in the source must differ in the translation; otherwise a typed label is ambiguous.
    private func labels(_ answers: AnswersSyntax, _ language: String, _ translations: Translations) -> [Diagnostic] {
        var first: [String: TextSyntax] = [:]
        return answers.items.compactMap { item in
            guard item.each == nil, let text = translations.of(item.label.source)[language],
                let label = text.template.constant
            else { return nil }
            guard let before = first.updateValue(first[label] ?? text, forKey: label) else { return nil }
            return Diagnostic(
                .duplicateAnswer, "`\(label)` is offered twice", at: text.span, label: "the second time",
                help: "give one of them another label",
                related: [Diagnostic.Related("the first time", at: before.span)])
        }
    }
}
