import Diagnostics

/// Every text has a translation if there is a file for the language; reported once per file.
struct MissingTranslations: Check {
    private static let mostNamed = 3

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return project.translations.files.compactMap { file in
            guard !file.syntax.isDamaged, project.languages.dropFirst().contains(file.syntax.language) else {
                return nil
            }
            let translated = Set(file.sources.compactMap { $0?.text.start })
            let moved = project.movedTexts(of: file).found
            let missing = project.translations.wordings(of: file).filter { wording in
                wording.hasWords && !translated.contains(wording.text.start) && !moved.contains(wording.name)
            }
            return missing.isEmpty ? nil : diagnostic(missing.map(\.name), file.syntax)
        }
    }

    private func diagnostic(_ names: [String], _ file: TranslationSyntax) -> Diagnostic {
        let named = names.prefix(Self.mostNamed).map { "`\($0)`" } + (names.count > Self.mostNamed ? ["…"] : [])
        return Diagnostic(
            .translationMissing,
            "\(names.count) \(names.count == 1 ? "text has" : "texts have") no \(Language.name(of: file.language)): "
                + named.joined(separator: ", "),
            at: file.head, label: "not all is translated",
            help: "customers read the source there; `usher translate status` lists all of them")
    }
}
