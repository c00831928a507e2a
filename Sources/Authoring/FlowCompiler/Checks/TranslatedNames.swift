import Diagnostics
import Expressions

/// The names in the braces of a translation are those of the source, unless the source changed since.
struct TranslatedNames: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.translations.files.flatMap { file in
            zip(file.syntax.texts, file.sources).compactMap { text, source in
                guard let source, let translated = text.text, !translated.isBroken, !text.isOlder(than: source),
                    !source.agrees(with: translated.template)
                else { return nil }
                return diagnostic(text.name, translated, source, file.syntax.language, project)
            }
        }
    }

    private func diagnostic(
        _ name: Word, _ translated: TextSyntax, _ source: SourceWording, _ language: String, _ project: Project
    ) -> Diagnostic {
        let here = Set(translated.template.inserts.map(\.name.text))
        let there = source.template.inserts.map(\.name.text)
        let lacking = there.filter { !here.contains($0) }
        let original = "the \(Language.name(of: project.languages[0])) text"
        guard let foreign = translated.template.inserts.first(where: { !there.contains($0.name.text) }) else {
            return Diagnostic(
                .translationNames,
                "\(original) has \(Self.braces(lacking)), the \(Language.name(of: language)) has not",
                at: name.span, label: "without \(Self.braces(lacking))",
                help: "put \(Self.braces(lacking)) into the translation")
        }
        let wanted = lacking.isEmpty ? there : lacking
        return Diagnostic(
            .translationNames,
            wanted.isEmpty
                ? "\(original) has no `{\(foreign.name.text)}`"
                : "\(original) has \(Self.braces(wanted)), not `{\(foreign.name.text)}`",
            at: translated.span(foreign.nameRange), label: "not in \(original)",
            help: wanted.isEmpty
                ? "leave it out" : "names in braces are not translated; write \(Self.braces(wanted))")
    }

    private static func braces(_ names: [String]) -> String {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map { "`{\($0)}`" }.joined(separator: ", ")
    }
}

extension TextSyntax {
    /// Whether its braces could not be parsed, which has been reported.
    fileprivate var isBroken: Bool { !Template.parse(source.string).problems.isEmpty }
}
