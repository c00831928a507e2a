/// The keys of a translation.
enum TranslationTables {
    static let translation = KeyTable(
        "a translation",
        [
            LanguageKey(
                "translation", .name(.flow), isRequired: true,
                about: "The flow that is translated, or `bot` for bot.yaml."
            ),
            LanguageKey("language", .language, isRequired: true, about: "The language of the translation."),
            LanguageKey("texts", .block(.translatedTexts), about: "The translated texts, by their names."),
        ])

    static let texts = KeyTable(
        "the texts of a translation",
        chosen: ChosenKeys("the name of a text", example: "welcome.ask", .block(.translatedText)))

    static let text = KeyTable(
        "a translated text",
        [
            LanguageKey(
                "of", .word, isRequired: true,
                about: "The fingerprint of the text that was translated; it shows when that text has changed."),
            LanguageKey("text", .prose, isRequired: true, about: "The text in the other language."),
        ])
}
