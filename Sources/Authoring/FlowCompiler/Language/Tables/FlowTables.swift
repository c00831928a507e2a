/// The outermost keys of a flow, and the blocks below them.
enum FlowTables {
    static let flow = KeyTable(
        "a flow",
        [
            LanguageKey("flow", .word, isRequired: true, about: "The name of the flow, the same as that of its file."),
            LanguageKey("start", .name(.step), isRequired: true, about: "The step at which the flow begins."),
            LanguageKey("steps", .block(.steps), isRequired: true, about: "The steps of the flow, by their names."),
            LanguageKey("about", .prose, about: "What the flow is for: a note for authors, which customers never see."),
            LanguageKey(
                "anywhere", .block(.anywhere), about: "Words that work at every question of this flow."),
        ] + ExitTables.inherited + [
            LanguageKey(
                "needs", .block(.needs), about: "The values that another flow passes when it runs this one."),
            LanguageKey("gives", .block(.gives), about: "The values that the flow returns at its end."),
            LanguageKey(
                "when_closed", .block(.whenClosed),
                about: "The action to call when a customer deletes the conversation."
            ),
            ResultTables.key,
        ])

    static let steps = KeyTable(
        "the steps of a flow", chosen: ChosenKeys("the name of a step", example: "welcome", .block(.step)))

    static let needs = KeyTable(
        "the inputs of a flow", chosen: ChosenKeys("the name of an input", example: "service", .type))

    static let gives = KeyTable(
        "the results of a flow", chosen: ChosenKeys("the name of a result", example: "street", .value))

    static let whenClosed = KeyTable(
        "`when_closed`",
        [
            LanguageKey("call", .name(.action), isRequired: true, about: "The action to call."),
            LanguageKey("using", StepTables.inputForms, about: "The inputs of the action."),
        ])

    static let anywhere = KeyTable(
        "`anywhere`",
        chosen: ChosenKeys(
            "words, separated with commas; after `contains` words inside a text", example: "menu, start again",
            .name(.destination)))
}
