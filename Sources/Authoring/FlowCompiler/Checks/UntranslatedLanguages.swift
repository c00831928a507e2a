import Diagnostics

/// Every language of the bot has a translation, unless the texts themselves depend on the language.
struct UntranslatedLanguages: Check {
    func diagnose(_ analysis: Analysis) -> [Diagnostic] {
        let project = analysis.project
        guard let source = project.bot.languages.first, !project.saysLanguages else { return [] }
        let translated = Set(project.translations.files.map(\.syntax.language))
        // A file of a language that the bot does not speak may be meant for one that it speaks.
        guard translated.isSubset(of: project.languages) else { return [] }
        return project.bot.languages.dropFirst().compactMap { language in
            // Another region of the same language needs no words of its own.
            guard !translated.contains(language.value), language.value.bareLanguage != source.value.bareLanguage,
                !translated.contains(where: { $0.bareLanguage == language.value.bareLanguage })
            else { return nil }
            let name = Language.name(of: language.value)
            return Diagnostic(
                .languageUntranslated, "nothing is translated into \(name)", at: language.span,
                label: "no file ends in .\(language.value).yaml",
                help: "`usher translate export --language \(language.value)` writes what there is to translate; "
                    + "or leave the language out")
        }
    }
}

extension Project {
    /// Whether texts of flows depend on the language themselves.
    var saysLanguages: Bool { mentions("{language}") || mentions("{language,") }
}

extension String {
    /// Without the region.
    var bareLanguage: Substring { prefix { $0 != "-" } }
}
