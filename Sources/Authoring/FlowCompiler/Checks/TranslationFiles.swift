import Diagnostics
import Expressions

/// A translation declares the flow and the language of its file name; the flow exists, and the bot supports the
/// language.
struct TranslationFiles: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        analysis.project.translations.files.flatMap { target($0, analysis.project) + language($0, analysis.project) }
    }

    private func target(_ file: Translations.File, _ project: Project) -> [Diagnostic] {
        guard let written = file.syntax.writtenTarget else { return [] }
        let target = file.syntax.target
        if !file.hasSource {
            return [
                Diagnostic(
                    .unknownFlow, "there is no flow called `\(target)`", at: written.span,
                    label: "the file is called \(target).\(file.syntax.language).yaml",
                    help: suggestion(for: target, among: project.flows.map(\.name) + ["bot"], are: "there are"))
            ]
        }
        guard written.value != target else { return [] }
        return [
            Diagnostic(
                .flowName,
                "the file is called \(target).\(file.syntax.language).yaml, the translation `\(written.value)`",
                at: written.span, label: "not the name of the file",
                help: "write `translation: \(target)`, or rename the file")
        ]
    }

    private func language(_ file: Translations.File, _ project: Project) -> [Diagnostic] {
        let (language, written) = (file.syntax.language, file.syntax.writtenLanguage)
        let known = project.languages
        if let written, written.value != language, known.contains(written.value) {
            return [
                Diagnostic(
                    .flowName,
                    "the file is called \(file.syntax.target).\(language).yaml, its language `\(written.value)`",
                    at: written.span, label: "not the language of the file",
                    help: "write `language: \(language)`, or rename the file")
            ]
        }
        let spoken = written?.value ?? language
        let place = written?.span ?? file.syntax.head
        if spoken == known[0] {
            return [
                Diagnostic(
                    .unknownLanguage, "`\(spoken)` is the language of the flows themselves", at: place,
                    label: "nothing to translate", help: "write what is said in the flow, or name another language")
            ]
        }
        guard !known.contains(spoken) else { return [] }
        return [
            Diagnostic(
                .unknownLanguage, "the bot does not speak `\(spoken)`", at: place,
                label: "not among the bot's `languages`",
                help: [
                    suggestion(for: spoken, among: known, are: "it has"),
                    "`languages` in bot.yaml lists what it speaks",
                ].compactMap { $0 }.joined(separator: "; "))
        ]
    }
}

extension Project {
    /// The languages of the bot; the first is that of the flow files.
    var languages: [String] { bot.languages.isEmpty ? ["en"] : bot.languages.map(\.value) }
}
