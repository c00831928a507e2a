import ChannelRules

/// The keys of typed answers: what is accepted, and the field on a page of a form.
enum FieldTables {
    static let text = KeyTable(
        "`text`",
        [
            LanguageKey("kind", .words(of: TextWord.self), about: "What kind of text; `one line`, if left out."),
            LanguageKey("at_least", .wholeNumber, from: 0, to: 10_000, about: "The fewest characters."),
            LanguageKey("at_most", .wholeNumber, from: 1, to: 10_000, about: "The most characters."),
            LanguageKey("matches", .pattern, about: "A pattern that the whole answer must match."),
            LanguageKey(
                "any_case", .yesNo, about: "Whether capital and small letters make no difference to `matches`."),
        ] + field)

    static let number = KeyTable(
        "`number`",
        [
            LanguageKey(
                "kind", .words(of: NumberWord.self), about: "Whether decimals are accepted; `whole`, if left out."),
            LanguageKey("at_least", .number, about: "The smallest number."),
            LanguageKey("at_most", .number, about: "The largest number."),
        ] + field)

    static let money = KeyTable(
        "`money`",
        [
            LanguageKey("kind", .currency, about: "The currency; that of the bot, if left out."),
            LanguageKey("at_least", .amount, about: "The smallest amount."),
            LanguageKey("at_most", .amount, about: "The largest amount."),
        ] + field)

    static let date = KeyTable(
        "`date`",
        [
            LanguageKey("from", .date, about: "The first date that is accepted."),
            LanguageKey("to", .date, about: "The last date that is accepted."),
            LanguageKey("preset", .date, about: "The date that the calendar shows first."),
            LanguageKey(
                "shows", .word, about: "How the calendar writes days: a Unicode date pattern such as `dd.MM.yyyy`."),
            label, hint,
        ])

    private static let field = [
        label,
        LanguageKey("prefix", .prose, about: "What stands in the field before the typed text; no part of the answer."),
        LanguageKey("example", .prose, about: "What the field shows while it is empty."),
        hint,
        LanguageKey("keyboard", .oneOf(AppleFieldNames.keyboards), about: "Apple's name of the keyboard."),
        LanguageKey("content", .oneOf(AppleFieldNames.contents), about: "Apple's name of what AutoFill offers."),
    ]

    private static let label = LanguageKey("label", .prose, about: "The name of the field, before it.")
    private static let hint = LanguageKey(
        "hint", .prose, about: "A line below the field, also sent with an answer that is not valid.")
}
