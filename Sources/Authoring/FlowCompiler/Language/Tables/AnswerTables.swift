/// The keys of answers to choose from.
enum AnswerTables {
    static let short = KeyTable(
        "`answers`", chosen: ChosenKeys("the label of an answer", example: "Opening hours", .name(.destination)))

    static let answer = KeyTable(
        "an answer",
        [
            LanguageKey("label", .prose, isRequired: true, about: "What the customer reads."),
            LanguageKey("note", .prose, about: "A second line, in lists."),
            LanguageKey("image", .asset, about: "A picture of 180×180 pixels, in lists."),
            LanguageKey("alt", .prose, about: "A description of the image, which is read aloud."),
            LanguageKey(
                "id", .text, about: "The name of the answer in conditions and old bubbles; the label, if left out."),
            LanguageKey(
                "then", .name(.destination), about: "Where the answer leads; the `then` of the step, if left out."),
            LanguageKey("each", .each, about: "The list of which every item becomes an answer."),
        ])

    static let section = KeyTable(
        "a section of answers",
        [
            LanguageKey("section", .prose, isRequired: true, about: "The heading above the answers."),
            LanguageKey("answers", .list(of: [.text, .block(.answer)]), isRequired: true, about: "The answers below."),
            LanguageKey(
                "several", .yesNo,
                about: "`no` takes at most one answer of the section, where the question takes several."),
        ])
}
