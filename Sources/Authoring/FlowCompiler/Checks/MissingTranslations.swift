import Diagnostics

/// Every text has a translation if there is a file for the language; reported once per file, and flows without a file at
/// the language in bot.yaml.
struct MissingTranslations: Check {
    private static let mostNamed = 3

    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        return missingFiles(project)
            + project.translations.files.compactMap { file in
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

    /// Flows that have no file, although others have one for the language.
    private func missingFiles(_ project: Project) -> [Diagnostic] {
        guard !project.saysLanguages else { return [] }
        return project.bot.languages.dropFirst().compactMap { language in
            let files = project.translations.files.filter {
                $0.syntax.language.bareLanguage == language.value.bareLanguage
            }
            // Files of flows that do not exist may be meant for those that have none.
            guard !files.isEmpty, files.allSatisfy(\.hasSource) else { return nil }
            let translated = Set(files.compactMap(\.flow))
            let missing = project.flows.indices.filter { flow in
                !translated.contains(flow) && !project.flows[flow].isUnreadable
                    && project.translations.wordings(ofFlow: flow).contains(where: \.hasWords)
            }
            return missing.isEmpty ? nil : diagnostic(missing.map { project.flows[$0].name }, language)
        }
    }

    private func diagnostic(_ flows: [String], _ language: Located<String>) -> Diagnostic {
        Diagnostic(
            .translationMissing,
            "\(flows.count) \(flows.count == 1 ? "flow has" : "flows have") no \(Language.name(of: language.value)): "
                + listed(flows),
            at: language.span, label: "there is no \(flows[0]).\(language.value).yaml",
            help: "`usher translate export --language \(language.value)` writes what there is to translate; "
                + "customers read the source there")
    }

    private func listed(_ names: [String]) -> String {
        (names.prefix(Self.mostNamed).map { "`\($0)`" } + (names.count > Self.mostNamed ? ["…"] : []))
            .joined(separator: ", ")
    }

    private func diagnostic(_ names: [String], _ file: TranslationSyntax) -> Diagnostic {
        Diagnostic(
            .translationMissing,
            "\(names.count) \(names.count == 1 ? "text has" : "texts have") no \(Language.name(of: file.language)): "
                + listed(names),
            at: file.head, label: "not all is translated",
            help: "customers read the source there; `usher translate status` lists all of them")
    }
}
