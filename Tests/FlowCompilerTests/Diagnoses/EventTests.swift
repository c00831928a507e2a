import Testing

/// Diagnostics of events from outside: `events`, `entries` and `if_event`.
@Suite struct EventTests {
    @Test(arguments: declared)
    func `an event is declared with a name, values and what is private of them`(_ example: Case) { example.check() }

    @Test(arguments: heard)
    func `flows listen to events that are declared, and to all of them`(_ example: Case) { example.check() }

    @Test(arguments: begun)
    func `an event has what the flow needs that it begins`(_ example: Case) { example.check() }

    @Test(arguments: filled)
    func `the values of an event are names behind the exit of its question`(_ example: Case) { example.check() }

    private static let bot = """
        bot: Broken
        zone: Europe/Berlin
        start: broken
        anywhere:
          agent, help, support: people/person
        people:
          team:
        if_silent: never
        if_other: people/person
        if_failed: people/person

        """
    private static let declaration = """
        events:
          parcel shipped:
            fields:
              number: number
              carrier: text, optional
              phone: text
            private: phone

        """
    private static let entry = "entries:\n  event parcel shipped: broken\n"

    private static func question(_ exits: String, _ next: String = "say: Good.") -> String {
        Case.flow(
            "hello:\n  ask: Anything else?\n  answers: [Yes, No]\n\(exits)  then: end\nnews:\n  \(next)\n  then: end")
    }
    private static let exit = "  if_event:\n    parcel shipped: news\n"

    static let declared = [
        Case("as it should be", bot: bot + declaration + entry),
        Case("without values", bot: bot + "events:\n  parcel shipped:\n" + entry),
        Case(
            "with a sign in its name",
            bot: bot + "events:\n  ‸parcel/shipped:\nentries:\n  event parcel/shipped: broken\n", "bad-name"),
        Case(
            "with a value of no type",
            bot: bot + "events:\n  parcel shipped:\n    fields:\n      number: ‸nmuber\n" + entry, "unknown-word"),
        Case(
            "with a value that is built in",
            bot: bot + "events:\n  parcel shipped:\n    fields:\n      ‸today: date\n" + entry, "reserved-name"),
        Case(
            "with a file", bot: bot + "events:\n  parcel shipped:\n    fields:\n      ‸photo: file\n" + entry,
            "unknown-word"),
        Case(
            "with a private value that it does not have",
            bot: bot + "events:\n  parcel shipped:\n    fields:\n      phone: text\n    private: ‸fone\n" + entry,
            "unknown-name"),
        Case(
            "with another key", bot: bot + "events:\n  parcel shipped:\n    ‸felds:\n      phone: text\n" + entry,
            "unknown-key"),
        Case(
            "twice", bot: bot + "events:\n  parcel shipped:\n  ‸parcel shipped:\n" + entry, "duplicate-key"),
    ]

    static let heard = [
        Case("at a question", bot: bot + declaration, flow: question(exit)),
        Case("nowhere", bot: bot + declaration.replacing("  parcel", with: "  ‸parcel"), "unheard-event"),
        Case(
            "in an entry that is misspelt", bot: bot + declaration + "entries:\n  event ‸parcel shiped: broken\n",
            "unknown-event"),
        Case(
            "at a question that is misspelt", bot: bot + declaration + entry,
            flow: question("  if_event:\n    ‸parcel shiped: news\n"), "unknown-event"),
        Case(
            "where none is declared", bot: bot, flow: question("  if_event:\n    ‸parcel shipped: news\n"),
            "unknown-event"),
        Case(
            "twice in entries",
            bot: bot + declaration + "entries:\n  event parcel shipped: broken\n  ‸event parcel shipped: people\n",
            "word-taken-twice"),
        Case(
            "without a name", bot: bot + declaration + entry + "  ‸event: people\n", "empty-value"),
        Case(
            "twice at a question", bot: bot + declaration,
            flow: question("  if_event:\n    parcel shipped: news\n    ‸parcel shipped: hello\n"), "word-taken-twice"),
        Case(
            "on the way to a step that does not exist", bot: bot + declaration,
            flow: question("  if_event:\n    parcel shipped: ‸nwes\n"), "unknown-step"),
        Case(
            "where nothing is asked", bot: bot + declaration + entry,
            flow: Case.flow(
                "hello:\n  say: Hi.\n  ‸if_event:\n    parcel shipped: news\n  then: news\nnews:\n  say: Good.\n  then: end"
            ),
            "exit-without-use"),
    ]

    private static func parcel(_ needs: String) -> String {
        "flow: parcel\nneeds:\n\(needs)start: news\nsteps:\n  news:\n    say: Number {number} is on its way.\n    then: end\n"
    }
    private static func begins(_ name: String, _ needs: String, _ codes: String...) -> Case {
        let destination = codes.isEmpty ? "parcel" : "‸parcel"
        return Case(
            name,
            files: [
                "bot.yaml": bot + declaration + "entries:\n  event parcel shipped: \(destination)\n",
                "broken.yaml": Case.good, "parcel.yaml": parcel(needs),
            ], codes)
    }

    static let begun = [
        begins("one of its values", "  number: number\n"),
        begins("two of them, one of which may be empty", "  number: number\n  carrier: text, optional\n"),
        begins("a value that may be empty", "  number: number\n  carrier: text\n", "missing-input"),
        begins("a value that it does not have", "  number: number\n  weight: number\n", "missing-input"),
        begins("what may be empty, and is not there", "  number: number\n  weight: number, optional\n"),
        begins("a value of another type", "  number: date\n", "type-mismatch"),
    ]

    static let filled = [
        Case("a value", bot: bot + declaration, flow: question(exit, "say: Number {number}.")),
        Case(
            "a value that may be empty", bot: bot + declaration, flow: question(exit, "say: By {‸carrier}."),
            "maybe-empty"),
        Case("no value", bot: bot + declaration, flow: question(exit, "say: Number {‸nmuber}."), "unknown-name"),
        Case(
            "a value of one type", bot: bot + declaration, flow: question(exit, "say: Number {number, ‸day}."),
            "unknown-format"),
        Case(
            "where another way leads, too", bot: bot + declaration,
            flow: question(exit, "say: Number {‸number}.").replacing("then: end\n  news", with: "then: news\n  news"),
            "maybe-empty"),
        Case(
            "a name of another type", bot: bot + declaration,
            flow: Case.flow(
                "hello:\n  ask: Your name?\n  text: name\n  save: number\n  if_event:\n    ‸parcel shipped: news\n  then: end\nnews:\n  say: Good.\n  then: end"
            ), "set-changes-type"),
        Case(
            "a private value, which is kept", bot: bot + declaration + "customer:\n  number: text\n",
            flow: question(exit, "set:\n    customer.number: {‸phone}"), "private-kept"),
    ]
}
