import Diagnostics

/// The source of a translation exists, and has not changed since.
struct TranslatedTexts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.translations.files.filter(\.hasSource).flatMap { file in
            zip(file.syntax.texts, file.sources).compactMap { text, source in
                source.map { stale(text, $0, project) } ?? unknown(text, file, project)
            }
        }
    }

    private func stale(_ text: TranslationSyntax.Text, _ source: SourceWording, _ project: Project) -> Diagnostic? {
        guard let fingerprint = text.fingerprint, fingerprint.value.lowercased() != source.fingerprint else {
            return nil
        }
        let plain = source.text.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return Diagnostic(
            .translationStale, "the \(Language.name(of: project.languages[0])) text changed since",
            at: fingerprint.span,
            label: "of an older text",
            help: "now: \"\(plain)\" — when the translation fits it again, write `of: \(source.fingerprint)`")
    }

    private func unknown(
        _ text: TranslationSyntax.Text, _ file: Translations.File, _ project: Project
    ) -> Diagnostic? {
        let name = text.name.value
        guard !mayExist(name, file, project) else { return nil }
        let known = project.translations.wordings(of: file).map(\.name)
        return Diagnostic(
            .translationUnknown, "no text is called `\(name)`", at: text.name.span, label: "translates nothing",
            help: suggestion(for: name, among: known, are: "the texts are") ?? "leave it out")
    }

    /// Whether the text may be in lines that could not be read.
    private func mayExist(_ name: String, _ file: Translations.File, _ project: Project) -> Bool {
        guard let index = file.flow else { return project.bot.anywhere.isDamaged }
        let flow = project.flows[index]
        return flow.isUnreadable || flow.areStepsDamaged
            || flow.steps.contains { $0.isDamaged && name.hasPrefix($0.name.value + ".") }
            || flow.anywhere.isDamaged && name.hasPrefix("anywhere.")
    }
}
