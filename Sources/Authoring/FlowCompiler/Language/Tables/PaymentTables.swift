/// The keys of payments.
enum PaymentTables {
    static let lines = KeyTable(
        "the lines of `pay`", chosen: ChosenKeys("the label of a line", example: "City pump", .amount))

    static let line = KeyTable(
        "a line of `pay`",
        [
            LanguageKey("label", .prose, isRequired: true, about: "What is paid for."),
            LanguageKey("price", .amount, isRequired: true, about: "The amount of the line."),
            LanguageKey("pending", .yesNo, about: "Whether the amount is not final yet."),
            LanguageKey("each", .each, about: "The list of which every item becomes a line."),
        ])

    static let shippingMethod = KeyTable(
        "a way of shipping",
        [
            LanguageKey("label", .prose, isRequired: true, about: "The name of the way of shipping."),
            LanguageKey("note", .prose, isRequired: true, about: "When it arrives."),
            LanguageKey("price", .amount, isRequired: true, about: "What it costs."),
            LanguageKey("id", .text, about: "The id that actions receive; the label, if left out."),
        ])

    /// The forms of `contact` and `billing`.
    static let contactForms = ValueForm.oneOrMore(.words(of: ContactWord.self))
}
