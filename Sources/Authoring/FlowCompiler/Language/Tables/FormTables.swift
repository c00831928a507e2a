/// The keys of forms and their pages.
enum FormTables {
    static let form = KeyTable(
        "the pages of a form",
        chosen: ChosenKeys("the name of a page, at most 19 characters", example: "make", .block(.page)))

    static let page = KeyTable(
        "a page of a form",
        [
            LanguageKey("ask", .prose, isRequired: true, about: "The question."),
            LanguageKey("title", .prose, about: "A title in bold above the question."),
            LanguageKey(
                "then", .name(.page), about: "A page further down, or `send`; the next page, if left out."),
            LanguageKey("optional", .yesNo, about: "Whether the page may be left empty."),
            kind(
                "answers", .list(of: [.text, .block(.answer), .block(.section)]), .block(.shortAnswers),
                about: "Answers to choose from."),
            kind("text", .words(of: TextWord.self), .block(.text), about: "A typed text of some kind."),
            kind("number", .words(of: NumberWord.self), .block(.number), about: "A typed number."),
            kind("money", .currency, .block(.money), about: "A typed amount of money."),
            kind("date", .words(of: DateWord.self), .block(.date), about: "A date from a calendar."),
            LanguageKey("as", .oneOf(["wheel"]), goesWith: ["answers"], about: "`wheel` shows the answers on a wheel."),
            LanguageKey("several", .yesNo, goesWith: ["answers"], about: "Whether more than one answer may be chosen."),
            LanguageKey(
                "at_least", .wholeNumber, from: 0, to: 100, goesWith: ["answers"],
                about: "The fewest answers to be chosen."),
            LanguageKey(
                "at_most", .wholeNumber, from: 1, to: 100, goesWith: ["answers"],
                about: "The most answers to be chosen."),
            LanguageKey("label", .prose, goesWith: ["as"], about: "The text above the wheel."),
            LanguageKey("preset", .word, goesWith: ["as"], about: "The answer that the wheel shows first."),
        ])

    static let intro = KeyTable(
        "`intro`",
        [
            LanguageKey("title", .prose, about: "The title of the page."),
            LanguageKey("text", .prose, about: "The text of the page."),
            LanguageKey("button", .prose, isRequired: true, about: "The label of the button that begins the form."),
            LanguageKey("image", .asset, about: "The picture of the page."),
            LanguageKey("alt", .prose, about: "A description of the image, which is read aloud."),
        ])

    private static func kind(_ name: String, _ forms: ValueForm..., about: String) -> LanguageKey {
        LanguageKey(name, forms, group: .answer, about: about)
    }
}
