import Testing

/// Diagnostics of `entries` and `expires` of bot.yaml: section 2.1.
@Suite struct EntryTests {
    @Test(arguments: lines)
    func `a line of entries says what a conversation begins with, once`(_ example: Case) { example.check() }

    @Test(arguments: destinations)
    func `entries lead to flows and steps that exist, and those are reached`(_ example: Case) { example.check() }

    @Test(arguments: expiries)
    func `conversations are kept for an hour to 400 days`(_ example: Case) { example.check() }

    private static func entries(_ lines: String...) -> String {
        TestProject.bot + "entries:\n" + lines.map { "  \($0)\n" }.joined()
    }

    static let lines = [
        Case(
            "all forms",
            bot: entries(
                "intent a: broken", "group b: people/person", "intent a and group b: broken/hello",
                "words order, where is my order: broken")),
        Case("the other way round", bot: entries("group b and intent a: broken")),
        Case("a comment", bot: entries("words order: broken   # shop")),
        Case("words with a colon", bot: entries("\"words order: now\": broken")),
        Case("another word", bot: entries("‸source web: broken"), "unknown-word"),
        Case("one word", bot: entries("‸order: broken"), "unknown-word"),
        Case("the same twice in a line", bot: entries("‸intent a and intent b: broken"), "unknown-word"),
        Case("something else joined", bot: entries("‸intent a and words b: broken"), "unknown-word"),
        Case("no intent", bot: entries("‸intent: broken"), "empty-value"),
        Case("no group", bot: entries("‸intent a and group: broken"), "empty-value"),
        Case("no words", bot: entries("‸words , : broken"), "empty-value"),
        Case("words inside the first message", bot: entries("contains order, parcel: broken")),
        Case("words of a condition", bot: entries("‸contains one of order, parcel: broken"), "unknown-word"),
        Case("both kinds of words", bot: entries("‸words contains order, parcel: broken"), "unknown-word"),
        Case("no words inside it", bot: entries("‸contains: broken"), "empty-value"),
        Case(
            "words inside it twice", bot: entries("contains order: broken", "contains ‸orders: people"),
            "word-taken-twice"),
        Case(
            "words inside it that work at any moment",
            bot: entries("contains ‸order: broken").replacing(
                "anywhere:\n", with: "anywhere:\n  contains order: people/person\n"), "word-taken-twice"),
        Case("no flow", bot: entries("‸intent a:"), "empty-value"),
        Case("a list", bot: entries("intent a: ‸[broken, people]"), "wrong-shape"),
        Case("a word twice", bot: entries("words order, buy: broken", "words ‸Order: people"), "word-taken-twice"),
        Case("a link twice", bot: entries("intent a: broken", "‸intent A: people"), "word-taken-twice"),
        Case(
            "a link twice, the other way round",
            bot: entries("intent a and group b: broken", "‸group b and intent a: people"), "word-taken-twice"),
        Case("a word that always ends", bot: entries("words ‸stop: broken"), "reserved-word"),
        Case("a word that works at any moment", bot: entries("words order, ‸help: broken"), "word-taken-twice"),
        Case("a word for the menu", bot: entries("words ‸menu: broken"), "word-taken-twice"),
    ]

    static let destinations = [
        Case("an unknown flow", bot: entries("intent a: ‸brokn"), "unknown-flow"),
        Case("an unknown step", bot: entries("intent a: broken/‸helo"), "unknown-step"),
        Case("a step without its flow", bot: entries("intent a: ‸hello"), "unknown-flow"),
        Case("the end", bot: entries("intent a: ‸end"), "unknown-flow"),
        Case("the start of a flow", bot: entries("intent a: people/start")),
        Case(
            "a step that only entries lead to", bot: entries("intent a: broken/late"),
            flow: Case.flow("hello:\n  say: Hi.\n  then: end\nlate:\n  say: Late.\n  then: end")),
        Case(
            "a step that nothing leads to", bot: entries("intent a: broken/late"),
            flow: Case.flow(
                "hello:\n  say: Hi.\n  then: end\nlate:\n  say: Late.\n  then: end\n‸lost:\n  say: Lost.\n  then: end"),
            "unreachable-step"),
        Case(
            "a line that could not be read may lead anywhere", bot: entries("intent a: ‸[broken]"),
            flow: Case.flow("hello:\n  say: Hi.\n  then: end\nlost:\n  say: Lost.\n  then: end"), "wrong-shape"),
        Case(
            "a step that entries lead to has no answers yet", bot: entries("intent a: broken/late"),
            flow: Case.flow(
                "hello:\n  ask: Name?\n  text: name\n  then: late\nlate:\n  say: Hi {‸hello}.\n  then: end"),
            "maybe-empty"),
    ]

    static let expiries = [
        Case("an hour", bot: TestProject.bot + "expires: 1 hour\n"),
        Case("400 days", bot: TestProject.bot + "expires: 400 days\n"),
        Case("less", bot: TestProject.bot + "expires: ‸59 minutes\n", "out-of-range"),
        Case("more", bot: TestProject.bot + "expires: ‸401 days\n", "out-of-range"),
        Case("no length", bot: TestProject.bot + "expires: ‸never\n", "bad-duration"),
        Case("nothing", bot: TestProject.bot + "‸expires:\n", "empty-value"),
    ]
}
