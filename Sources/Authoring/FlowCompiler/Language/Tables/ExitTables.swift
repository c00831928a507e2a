/// The ways out of a question.
enum ExitTables {
    /// The exits that a step inherits from its flow, and a flow from bot.yaml.
    static let inherited = [
        LanguageKey(
            "if_silent", .block(.ifSilent), .oneOf(["never"]),
            about: "What happens when the customer stays silent; `never` waits for ever."),
        LanguageKey(
            "if_other", .name(.destination), .oneOf(["accept"]), .block(.ifOther),
            about: "What happens when a reply fits nothing; `accept` takes it as the answer."),
        LanguageKey(
            "if_failed", .name(.destination), .block(.ifFailed),
            about: "Where it goes when sending, a call or a payment fails, or an answer cannot be read."),
    ]

    /// The exits that only steps have.
    static let ofSteps = [
        LanguageKey(
            "if_cancelled", .name(.destination), .block(.plainExit),
            about: "Where it goes when the customer closes a form, a pay sheet or a sign-in without an answer."),
        LanguageKey(
            "if_unable", .name(.destination), .block(.plainExit),
            about:
                "Where it goes when the device cannot show the question; without `if_empty` also when nothing is on offer."
        ),
        LanguageKey(
            "if_empty", .name(.destination), .block(.plainExit),
            about: "Where it goes when the list of answers is empty, or no time is free."),
        EventTables.exit,
    ]

    static let silent = KeyTable(
        "`if_silent`",
        [
            LanguageKey(
                "after", .duration, isRequired: true, about: "How long the customer must be silent: 1 minute to 7 days."
            ),
            LanguageKey("say", .prose, about: "What is said then."),
            LanguageKey(
                "repeats", .wholeNumber, from: 0,
                about: "How often it is said before `then`; once, if there is a `say`."),
            then,
        ])

    static let other = KeyTable(
        "`if_other`",
        [
            LanguageKey("say", .prose, about: "What is said before the question is asked again."),
            LanguageKey(
                "tries", .wholeNumber, from: 0, about: "How often the question is asked again before `then`; 2."),
            then,
        ])

    static let failed = KeyTable(
        "`if_failed`",
        [
            LanguageKey("say", .prose, about: "What is said when it has failed."),
            LanguageKey("retry_from", .name(.destination), about: "The step from which it is tried again."),
            LanguageKey(
                "tries", .wholeNumber, from: 1, to: 20,
                about: "How often it is tried again before `then`, 1 to 20; once."),
            then,
        ])

    static let plain = KeyTable(
        "`if_cancelled`, `if_unable` or `if_empty`",
        [LanguageKey("say", .prose, about: "What is said before it goes on."), then])

    static let unanswered = KeyTable(
        "`if_unanswered`",
        [
            LanguageKey(
                "after", .duration, isRequired: true, about: "How long nobody has answered: 1 minute to 7 days."),
            LanguageKey("say", .prose, about: "What is said then."),
            LanguageKey(
                "again", .wholeNumber, from: 0,
                about: "How often it is said, each time after the same wait, before `then`; once, if there is a `say`."),
            LanguageKey(
                "then", .name(.destination), about: "Where it goes then; it stays with the people, if left out."),
        ])

    private static let then = LanguageKey("then", .name(.destination), isRequired: true, about: "Where it goes then.")
}
