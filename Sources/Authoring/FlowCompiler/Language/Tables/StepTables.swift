import FlowModel

/// The keys of a step, and the blocks below them that are no questions, cards or exits.
enum StepTables {
    /// Keys of every step, the actions, the kinds of answer, and last the keys that go with one of these.
    static let step = KeyTable("a step", always + actions + kinds + details)

    private static let always =
        [
            LanguageKey(
                "was", ValueForm.oneOrMore(.word),
                about: "Earlier names of the step, so that waiting customers and old bubbles still find it."),
            LanguageKey(
                "say", .prose, .list(of: [.prose, .block(.sayForEach)]),
                about: "A message, or a list of messages, in which `{name}` writes a value."),
            LanguageKey(
                "show", CardTables.shownForms + [.list(of: CardTables.shownForms)],
                about: "A card or a list of cards: a picture, a link, a place, a product."),
            LanguageKey("set", .block(.set), about: "Values to remember, by their names."),
            LanguageKey(
                "stop_reminding", ValueForm.oneOrMore(.text),
                about: "The names of reminders that are not sent any more, whichever flow has set them."),
            LanguageKey(
                "give_back", ValueForm.oneOrMore(.text),
                about:
                    "What others may take again: the newest slot of an answer, by its name, or the slots at a `{time}`."
            ),
            LanguageKey("then", .name(.destination), about: "Where the conversation goes after this step."),
        ] + ExitTables.inherited + ExitTables.ofSteps + [
            LanguageKey(
                "save", .word, goesWith: ["ask", "call", "run", "keep", "read", "change"],
                about: "The name under which the result is remembered; that of the step, if left out."),
            LanguageKey(
                "apple", .channel(.appleMessage),
                about: "Keys of Apple's `interactiveData`, merged into the message last of all."),
            LanguageKey(
                "web", .channel(.webQuestion),
                about: "Keys of the web chat's message, merged into it last of all."),
        ]

    private static let actions = [
        LanguageKey("ask", .prose, group: .action, about: "A question; it needs one kind of answer."),
        LanguageKey("call", .name(.action), group: .action, about: "An action that another system performs."),
        LanguageKey("run", .name(.flow), group: .action, about: "Another flow, which returns here at its end."),
        LanguageKey(
            "keep", .name(.resultTable), group: .action,
            about: "A table of `results` that gets a row, made of the names of its fields or of `using`."),
        LanguageKey(
            "read", .name(.resultTable), group: .action,
            about: "A table of `results`: the rows of this customer are the answer."),
        LanguageKey(
            "change", .name(.resultTable), group: .action,
            about: "A table of `results`: a row of this customer gets another state."),
        LanguageKey("when", .block(.when), group: .action, about: "Conditions, and where they lead."),
        LanguageKey(
            "hand_over", .name(.queue), group: .action, about: "The queue of people who continue the conversation."),
        LanguageKey(
            "remind", .reminder, group: .action,
            about: "When to come back to the customer: `in 2 days`, `1 day before {visit}`, `at {visit.start}`."),
    ]

    private static let kinds = [
        kind(
            "answers", .list(of: [.text, .block(.answer), .block(.section)]), .block(.shortAnswers),
            about: "Answers to choose from."),
        kind(
            "times", .insert, .slot, .list(of: [.slot]), .block(.timesRule),
            about: "Times to choose from: written out, a name that holds a list, or a rule."),
        kind("text", .words(of: TextWord.self), .block(.text), about: "A typed text of some kind."),
        kind("number", .words(of: NumberWord.self), .block(.number), about: "A typed number."),
        kind("money", .currency, .block(.money), about: "A typed amount of money."),
        kind("date", .words(of: DateWord.self), .block(.date), about: "A typed date."),
        kind("photo", .oneOf(["one"] + PhotoKindSyntax.counts.map { "up to \($0)" }), about: "One photo, or several."),
        kind(
            "file", .oneOf(["any"]), .word, .list(of: [.word]),
            about: "A file: `any`, or the endings that its name may have, such as `pdf, docx`."),
        kind("place", .words(of: PlaceWord.self), about: "A shared place, a link of a map, or a typed address."),
        kind("form", .block(.form), about: "Short questions on pages, which are filled in together."),
        kind("sign_in", .name(.provider), about: "Signing in with a provider; the answer is what it returns."),
        kind("pay", .block(.payLines), .list(of: [.block(.payLine)]), about: "A payment of up to 30 lines."),
        kind("app", .name(.app), about: "An iMessage app, whose fields are the answer."),
    ]

    private static func kind(_ name: String, _ forms: ValueForm..., about: String) -> LanguageKey {
        LanguageKey(name, forms, group: .answer, goesWith: ["ask"], about: about)
    }

    /// In alphabetical order, except for `optional`.
    private static let details = [
        LanguageKey("alt", .prose, goesWith: ["times"], about: "A description of the image, which is read aloud."),
        LanguageKey(
            "as", .words(of: AnswersSyntax.Style.self), goesWith: ["answers"],
            about: "How the answers are shown, if the automatic choice is not right."),
        LanguageKey(
            "at_least", .wholeNumber, from: 0, to: 100, goesWith: ["answers"], about: "The fewest answers to be chosen."
        ),
        LanguageKey(
            "at_most", .wholeNumber, from: 1, to: 100, goesWith: ["answers"], about: "The most answers to be chosen."),
        LanguageKey(
            "billing", PaymentTables.contactForms, goesWith: ["pay"], about: "The billing fields of the pay sheet."),
        LanguageKey(
            "bubble", .block(.bubble), .block(.appBubble), goesWith: ["ask"],
            about: "The look of the question's bubble."
        ),
        LanguageKey(
            "contact", PaymentTables.contactForms, goesWith: ["pay"], about: "The contact fields of the pay sheet."),
        LanguageKey(
            "countries", ValueForm.oneOrMore(.country), goesWith: ["pay"],
            about: "The countries from which customers can pay; any, if left out."),
        LanguageKey("data", .block(.appData), goesWith: ["app"], about: "Values that are passed to the app."),
        LanguageKey(
            "exact", .yesNo, goesWith: ["answers", "times", "number", "form"],
            about: "Whether a typed answer must be one of those that are offered, word for word."),
        LanguageKey(
            "extra", .block(.signInExtra), goesWith: ["sign_in"],
            about: "Further parameters of the request."),
        LanguageKey(
            "go", .name(.destination), goesWith: ["remind"], about: "Where it goes when the time has come; required."),
        LanguageKey(
            "if_away", .name(.destination), goesWith: ["hand_over"], about: "Where it goes while the queue is closed."),
        LanguageKey(
            "if_unanswered", .block(.ifUnanswered), goesWith: ["hand_over"],
            about: "What happens when none of the people has answered for some time."),
        LanguageKey(
            "image", .asset, goesWith: ["times"], about: "A picture of 1125×624 pixels for the calendar event."),
        LanguageKey(
            "intro", .block(.intro), goesWith: ["form"], about: "A page before the others, with a button that begins."),
        LanguageKey(
            "live", .yesNo, goesWith: ["app"],
            about: "Whether the app runs before its bubble is tapped; `yes`, if left out."),
        LanguageKey(
            "meanwhile", .prose, goesWith: ["call", "hand_over"],
            about: "What is said when a call takes more than three seconds, or once people have the conversation."),
        LanguageKey(
            "merchant", .name(.merchant), goesWith: ["pay"], about: "Who is paid; the first merchant, if left out."),
        LanguageKey(
            "named", .text, goesWith: ["remind"],
            about:
                "The name of the reminder: a later one of this name takes its place, and `stop_reminding` removes it."
        ),
        LanguageKey("note", .prose, goesWith: ["hand_over"], about: "A text that only the agents see."),
        LanguageKey(
            "or", .block(.shortAnswers), goesWith: ["times"],
            about: "Answers beside the times, and where they lead."),
        LanguageKey(
            "page", .name(.action), goesWith: ["pay"],
            about: "The action that gives the address where devices without a pay sheet pay."),
        LanguageKey(
            "poll", .name(.action), goesWith: ["page"],
            about: "The action that says how a payment on that page has ended."),
        LanguageKey(
            "private", .yesNo, goesWith: ["ask"],
            about: "Whether the answer is kept out of logs, and sealed when stored."),
        LanguageKey(
            "recalculate", .name(.action), goesWith: ["pay"],
            about: "The action that calculates the lines again when address, shipping or card change."),
        LanguageKey(
            "scope", ValueForm.oneOrMore(.word), goesWith: ["sign_in"], about: "The scopes to ask the provider for."),
        LanguageKey("several", .yesNo, goesWith: ["answers"], about: "Whether more than one answer may be chosen."),
        LanguageKey(
            "shipping", .list(of: [.block(.shippingMethod)]), .insert, goesWith: ["pay"],
            about: "The ways of shipping; the first is chosen at the beginning."),
        LanguageKey(
            "summary", .yesNo, goesWith: ["form"], about: "Whether all answers are shown before they are sent."),
        LanguageKey("title", .prose, goesWith: ["times"], about: "The title of the calendar event."),
        LanguageKey(
            "total", .amount, goesWith: ["pay"],
            about: "The total with the first way of shipping; any other is an error."),
        LanguageKey(
            "track", .name(.action), goesWith: ["pay"], about: "The action to call once the order is complete."),
        LanguageKey(
            "unless", .condition, goesWith: ["remind"], about: "The condition that cancels the reminder."),
        LanguageKey(
            "using", inputForms, goesWith: ["call", "run", "keep", "read", "change"],
            about: "The inputs of the action or the flow: values by name, or a list of names that are the same in both."
        ),
        LanguageKey(
            "where", .text, .block(.venue), goesWith: ["times"], about: "Where the appointment takes place."),
        LanguageKey(
            "zone", .zone, .oneOf(["customer"]), goesWith: ["times"],
            about: "The time zone of the times; `customer` for the clock of their device."),
        LanguageKey(
            "optional", .yesNo, goesWith: ["text", "number", "money", "date", "photo", "file", "place"],
            about: "Whether the customer may skip the question."),
    ]

    static let inputForms: [ValueForm] = [.block(.inputs), .list(of: [.word]), .word]

    // Blocks below these keys.

    static let sayForEach = KeyTable(
        "an `each` block of `say`",
        [
            LanguageKey("each", .each, isRequired: true, about: "The list, such as `item in basket.items`."),
            LanguageKey("line", .prose, isRequired: true, about: "The line for each item."),
            LanguageKey("if_empty", .prose, about: "What is said when the list is empty."),
        ])

    static let set = KeyTable(
        "`set`",
        chosen: ChosenKeys(
            "a name, or `customer.` and the name of a fact", example: "total", .value, .block(.recordValues)))

    static let recordValues = KeyTable(
        "the fields of a record", chosen: ChosenKeys("the name of a field", example: "code", .value))

    static let when = KeyTable(
        "`when`",
        [
            LanguageKey(
                "otherwise", .name(.destination), isRequired: true,
                about: "Where it goes when no condition is true; the last line.")
        ],
        chosen: ChosenKeys("a condition", example: "service is Puncture", .name(.destination)))

    static let inputs = KeyTable(
        "`using`", chosen: ChosenKeys("the name of an input", example: "service", .value))

    static let signInExtra = KeyTable(
        "`extra`", chosen: ChosenKeys("the name of a parameter", example: "prompt", .text))

    static let appData = KeyTable(
        "the `data` of an app", chosen: ChosenKeys("the name of a value for the app", example: "flight", .value))
}
