/// The keys of events from outside.
enum EventTables {
    static let key = LanguageKey(
        "events", .block(.events), about: "Events outside of the conversations that flows listen to, by their names.")

    /// The exit of a question.
    static let exit = LanguageKey(
        "if_event", .block(.ifEvent),
        about: "Where it goes when an event from outside comes while the question is open.")

    static let events = KeyTable(
        "`events`", chosen: ChosenKeys("the name of an event", example: "parcel shipped", .block(.event), .nothing))

    static let event = KeyTable(
        "an event",
        [
            LanguageKey(
                "fields", .block(.fields), about: "The names of the values that come with it, and their types."),
            LanguageKey(
                "private", ValueForm.oneOrMore(.word),
                about: "The fields that are kept out of logs and sealed when stored."),
        ])

    static let exits = KeyTable(
        "`if_event`", chosen: ChosenKeys("the name of an event", example: "parcel shipped", .name(.destination)))
}
