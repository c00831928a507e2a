import Diagnostics

/// The source of a translation exists, and has not changed since.
struct TranslatedTexts: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.translations.files.filter(\.hasSource).flatMap { file -> [Diagnostic] in
            let stale = zip(file.syntax.texts, file.sources).compactMap { text, source in
                source.flatMap { self.stale(text, $0, project) }
            }
            let moved = project.movedTexts(of: file)
            return stale + moved.groups.map { unknown($0, file, project) }
        }
    }

    private func stale(_ text: TranslationSyntax.Text, _ source: SourceWording, _ project: Project) -> Diagnostic? {
        guard let fingerprint = text.fingerprint, text.isOlder(than: source) else { return nil }
        let isUsed = text.text.map { source.agrees(with: $0.template) } ?? true
        let plain = source.text.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return Diagnostic(
            .translationStale, "the \(Language.name(of: project.languages[0])) text changed since",
            at: fingerprint.span,
            label: isUsed ? "of an older text" : "of an older text with other names in braces, so it is not used",
            help: "now: \"\(plain)\" — when the translation fits it again, write `of: \(source.fingerprint)`")
    }

    private func unknown(
        _ group: MovedTexts.Group, _ file: Translations.File, _ project: Project
    ) -> Diagnostic {
        let (name, place) = (group.first.name.value, group.first.name.span)
        guard let new = group.new else {
            let known = project.translations.wordings(of: file).map(\.name)
            let message = group.count == 1 ? "no text is called `\(name)`" : "no text is called `\(group.old).…`"
            let all = group.count == 1 ? "leave it out" : "leave these \(group.count) texts out"
            return Diagnostic(
                .translationUnknown, message, at: place, label: "translates nothing",
                help: group.count == 1 ? suggestion(for: name, among: known, are: "the texts are") ?? all : all)
        }
        let isStep = file.flow.map { project.step(named: new, in: $0) != nil } ?? false
        let texts = group.count == 1 ? "this translation belongs to it" : "\(group.count) translations belong to it"
        return Diagnostic(
            .translationUnknown, "no text is called `\(name)`", at: place,
            label: group.old == name ? "translates nothing" : "`\(group.old)` is not there any more",
            help: isStep
                ? "is `\(group.old)` called `\(new)` now? Write `was: \(group.old)` in that step, and \(texts)"
                : "did you mean `\(new + name.dropFirst(group.old.count))`?")
    }
}

extension TranslationSyntax.Text {
    /// Whether it translates a text that has changed since.
    func isOlder(than source: SourceWording) -> Bool {
        fingerprint.map { $0.value.lowercased() != source.fingerprint } ?? false
    }
}

extension Project {
    /// The texts of a translation that no source text has.
    func movedTexts(of file: Translations.File) -> MovedTexts {
        MovedTexts(file, among: translations.wordings(of: file)) { !mayHaveText($0, in: file) }
    }

    /// Whether the text may be in lines that could not be read.
    private func mayHaveText(_ name: String, in file: Translations.File) -> Bool {
        guard let index = file.flow else { return bot.anywhere.isDamaged }
        let flow = flows[index]
        return flow.isUnreadable || flow.areStepsDamaged
            || flow.steps.contains { $0.isDamaged && name.hasPrefix($0.name.value + ".") }
            || flow.anywhere.isDamaged && name.hasPrefix("anywhere.")
    }
}
