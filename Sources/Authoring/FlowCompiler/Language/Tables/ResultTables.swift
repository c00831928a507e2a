/// The keys of the tables that flows keep rows in.
enum ResultTables {
    static let key = LanguageKey(
        "results", .block(.results), about: "Tables of rows that flows keep for the people of the business.")

    static let results = KeyTable(
        "`results`", chosen: ChosenKeys("the name of a table", example: "bookings", .block(.resultTable)))

    static let table = KeyTable(
        "a table",
        [
            LanguageKey(
                "fields", .block(.fields), isRequired: true, about: "The names of the fields of a row, and their types."
            ),
            LanguageKey(
                "private", ValueForm.oneOrMore(.word),
                about: "The fields that are kept out of logs and sealed when stored."),
            LanguageKey(
                "states", ValueForm.oneOrMore(.word),
                about: "What a row may be; a new one is the first. `open`, `done`, `cancelled`, if left out."),
            LanguageKey(
                "kept_for", .duration,
                about: "How long a row is kept; until its customer is erased, if left out."),
            LanguageKey(
                "notify", .yesNo, about: "Whether people are told of new and changed rows; yes, if left out."),
        ])
}
