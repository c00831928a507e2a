/// The keys of `Config/actions.yaml`.
enum ActionTables {
    static let file = KeyTable(
        "actions.yaml",
        [
            LanguageKey("hosts", ValueForm.oneOrMore(.word), about: "The only hosts that actions may call."),
            LanguageKey("records", .block(.records), about: "Records with their fields, to be used as types."),
            LanguageKey("actions", .block(.actions), about: "The actions, by their names."),
        ])

    static let records = KeyTable(
        "`records`", chosen: ChosenKeys("the name of a record", example: "chair", .block(.fields)))

    static let fields = KeyTable(
        "fields with their types", chosen: ChosenKeys("the name of a field", example: "code", .type))

    static let actions = KeyTable(
        "`actions`", chosen: ChosenKeys("the name of an action", example: "book_chair", .block(.action)))

    static let action = KeyTable(
        "an action",
        ["get", "post", "put", "patch", "delete"].map { method in
            LanguageKey(
                method, .address, group: .target, about: "The address that is called with \(method.uppercased()).")
        } + [
            LanguageKey("swift", .word, group: .target, about: "The name of an action registered in the server."),
            LanguageKey("about", .prose, about: "What the action is for: a note for authors."),
            LanguageKey("headers", .block(.requestTexts), about: "The headers of the request."),
            LanguageKey(
                "query", .block(.requestTexts),
                about: "The query parameters of the address, beside the inputs that `get` and `delete` send there."),
            LanguageKey(
                "body", .anything,
                about:
                    "The JSON body; a name in braces alone keeps its type. Left out, `post` sends the inputs not used elsewhere."
            ),
            LanguageKey("takes", .block(.fields), about: "The inputs of the action, with their types."),
            LanguageKey("gives", .block(.fields), about: "The results of the action, with their types."),
            LanguageKey(
                "from", .block(.resultPaths), about: "Where results stand in the response, if not under their names."),
            LanguageKey(
                "problems", .block(.problems),
                about: "The names of failures, by status or by a condition on the response."),
            LanguageKey("timeout", .duration, about: "How long to wait, 1 to 60 seconds; 10, if left out."),
            LanguageKey(
                "retries", .wholeNumber, from: 0, to: 10,
                about: "How often to try again after no response, 429 or 5xx; 2 for `get`, 0 for the others."),
            LanguageKey(
                "once", .yesNo, about: "Whether an `Idempotency-Key` is sent; yes, except for `get`."),
            LanguageKey(
                "private", ValueForm.oneOrMore(.word),
                about: "The inputs and results that are kept out of logs and sealed when stored."),
            LanguageKey(
                "examples", .block(.examples), isRequired: true, about: "Named test doubles, which transcripts play."),
        ])

    static let requestTexts = KeyTable(
        "texts of a request", chosen: ChosenKeys("the name of a header or a parameter", example: "Accept", .text)
    )

    static let resultPaths = KeyTable(
        "`from`", chosen: ChosenKeys("the name of a result", example: "code", .word))

    static let problems = KeyTable(
        "`problems`", chosen: ChosenKeys("a status, or a condition on the response", example: "409", .word))

    static let examples = KeyTable(
        "`examples`", chosen: ChosenKeys("the name of an example", example: "booked", .block(.example), .nothing))

    static let example = KeyTable(
        "an example",
        [LanguageKey("problem", .word, about: "The problem with which the action fails in this example.")],
        chosen: ChosenKeys("the name of a result", example: "code", .anything, .block(.examplePlace)))

    static let examplePlace = KeyTable(
        "a place of an example",
        [
            LanguageKey("name", .word, about: "The name of the place."),
            LanguageKey("street", .word, about: "The street and the house number."),
            LanguageKey("city", .word, about: "The city."),
            LanguageKey("postcode", .word, about: "The postcode."),
            LanguageKey("country", .word, about: "The country."),
            LanguageKey("latitude", .number, from: -90, to: 90, about: "The latitude, -90 to 90."),
            LanguageKey("longitude", .number, from: -180, to: 180, about: "The longitude, -180 to 180."),
        ])
}
