import Diagnostics
import Expressions
import Foundation

/// `set: language` chooses a language of the bot.
struct ChosenLanguages: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return zip(project.flows, analysis.names).flatMap { flow, names in
            flow.steps.flatMap(\.assignments).filter(\.isLanguage).flatMap { diagnose($0, names, project) }
        }
    }

    private func diagnose(
        _ assignment: AssignmentSyntax, _ names: NameTable, _ project: Project
    ) -> [Diagnostic] {
        let context = project.bot.context
        switch assignment.value {
        case .broken, .nothing: return []
        case .sum(let sum):
            let problems = sum.resolved(in: names, context).problems
            if !problems.isEmpty { return assignment.source.diagnostics(problems) }
        case .text(let template):
            let problems = template.problems(in: names)
            if !problems.isEmpty { return assignment.source.diagnostics(problems) }
        case .list(let items):
            let problems = items.flatMap { $0.problems(in: names) }
            if !problems.isEmpty { return assignment.source.diagnostics(problems) }
        case .yesNo, .record: break
        }
        let languages = project.languages
        if let words = assignment.value.words(assignment.source) {
            return Self.isSpoken(words, languages) ? [] : [unknown(words, assignment, languages)]
        }
        switch assignment.value.type(in: names, context) {
        case .text?, .unknown?, nil: return []
        case .choice(let choice)?:
            let answer = choice.answers.first {
                !Self.isSpoken($0.id, languages) && !Self.isSpoken($0.label, languages)
            }
            return choice.hasMore ? [] : answer.map { [unknown($0.label, assignment, languages)] } ?? []
        case let type?:
            return [
                Diagnostic(
                    .typeMismatch, "`language` is text, here is \(type.word)", at: assignment.span, label: type.word,
                    help: "write a code such as `\(languages[0])`, or the name of an answer")
            ]
        }
    }

    private func unknown(_ words: String, _ assignment: AssignmentSyntax, _ languages: [String]) -> Diagnostic {
        Diagnostic(
            .unknownLanguage, "the bot does not speak `\(words)`", at: assignment.span,
            label: "not one of its languages",
            help: suggestion(for: words, among: languages, are: "its languages are"))
    }

    /// Whether words are the code or the name of a language: in itself, in English or in the language of the flows.
    private static func isSpoken(_ words: String, _ languages: [String]) -> Bool {
        let wanted = words.trimmingCharacters(in: .whitespaces).lowercased()
        return languages.contains { code in
            code.lowercased() == wanted
                || [code, "en", languages[0]].contains { language in
                    Locale(identifier: language).localizedString(forIdentifier: code)?.lowercased() == wanted
                }
        }
    }
}
