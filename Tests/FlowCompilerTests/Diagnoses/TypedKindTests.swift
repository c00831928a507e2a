import Testing

/// Diagnostics of questions for numbers, money and dates: sections 3.6 and 3.7.
@Suite struct TypedKindTests {
    @Test(arguments: numbers)
    func `a number is whole or decimal, within limits that leave something`(_ example: Case) { example.check() }

    @Test(arguments: money)
    func `money has a currency, and limits in it`(_ example: Case) { example.check() }

    @Test(arguments: dates)
    func `a date lies between days of the calendar`(_ example: Case) { example.check() }

    @Test(arguments: types)
    func `the answer has its type`(_ example: Case) { example.check() }

    private static func asking(_ kind: String) -> String {
        let block = kind.split(separator: "\n").joined(separator: "\n  ")
        return "hello:\n  ask: How many?\n  \(block)\n  then: end"
    }

    private static func onAPage(_ key: String) -> String {
        "hello:\n  ask: Who?\n  form:\n    name:\n      ask: Name?\n      text:\n        kind: name\n        \(key)\n  then: end"
    }

    static let numbers = [
        Case("whole", asking("number: whole")),
        Case("decimal", asking("number: decimal")),
        Case(
            "a block",
            asking(
                "number:\n  kind: decimal\n  at_least: 0.5\n  at_most: 9\n  label: Weight\n  prefix: kg\n  example: \"2.5\"\n  hint: In kilograms"
            )),
        Case("another word", asking("number: ‸integer"), "unknown-word"),
        Case("another kind", asking("number:\n  kind: ‸hole"), "unknown-word"),
        Case("no number", asking("number:\n  at_least: ‸one"), "bad-number"),
        Case("a comma", asking("number:\n  at_most: ‸1,5"), "bad-number"),
        Case("the least is the most", asking("number:\n  at_least: 4\n  at_most: 4")),
        Case("the wrong way round", asking("number:\n  at_least: 5\n  at_most: ‸4"), "out-of-range"),
        Case("a list", asking("number: ‸[1, 2]"), "wrong-shape"),
        Case("nothing", asking("‸number:"), "empty-value"),
        Case("no such key", asking("number:\n  ‸most: 4"), "unknown-key"),
        Case("limits at the step", asking("number: whole\n‸at_most: 4"), "unknown-key"),
        Case("two kinds", asking("number: whole\n‸text: one line"), "two-kinds-of-question"),
        Case("two kinds of number", asking("number: whole\n‸money: EUR"), "two-kinds-of-question"),
        Case("without a question", "hello:\n  say: Hi.\n  ‸number: whole\n  then: end", "kind-without-question"),
        Case("a text the wrong way round", asking("text:\n  at_least: 9\n  at_most: ‸4"), "out-of-range"),
        Case("a keyboard of Apple's", asking("number:\n  keyboard: phonePad\n  content: postalCode")),
        Case("its long name", asking("text:\n  keyboard: UIKeyboardTypeNumberPad")),
        Case("a keyboard that Apple does not have", asking("text:\n  keyboard: ‸numberpadd"), "unknown-word"),
        Case("content that Apple does not know", asking("text:\n  content: ‸shoeSize"), "unknown-word"),
        Case("a hint on a page that is cut", onAPage("hint: ‸" + String(repeating: "a", count: 513)), "text-too-long"),
        Case(
            "an example on a page that new devices cut", onAPage("example: ‸" + String(repeating: "a", count: 201)),
            "text-too-long"),
        Case("a label with an unknown name", asking("number:\n  label: Of {‸thing}"), "unknown-name"),
    ]

    static let money = [
        Case("a currency", asking("money: USD")),
        Case("no such currency", asking("money: ‸EUX"), "unknown-word"),
        Case("small letters", asking("money: ‸eur"), "unknown-word"),
        Case("limits", asking("money:\n  kind: USD\n  at_least: 5.00 USD\n  at_most: 100")),
        Case("the bot's currency", asking("money:\n  at_least: 5.00")),
        Case(
            "no currency", bot: TestProject.bot.replacing("currency: EUR\n", with: ""),
            flow: Case.flow(asking("‸money:\n  at_least: 5")), "missing-key"),
        Case("no money", asking("money:\n  at_least: ‸five euros"), "bad-money"),
        Case("too few decimals", asking("money:\n  at_least: ‸5.5"), "money-decimals"),
        Case("too many decimals", asking("money:\n  kind: JPY\n  at_least: ‸5.50"), "money-decimals"),
        Case("another currency", asking("money:\n  at_least: ‸5.00 USD"), "type-mismatch"),
        Case("a currency that does not exist", asking("money:\n  at_least: ‸5.00 EUX"), "unknown-word"),
        Case("the wrong way round", asking("money:\n  at_least: 5\n  at_most: ‸4.99"), "out-of-range"),
    ]

    static let dates = [
        Case("any", asking("date: any")), Case("past", asking("date: past")), Case("future", asking("date: future")),
        Case("another word", asking("date: ‸futur"), "unknown-word"),
        Case(
            "limits",
            asking(
                "date:\n  from: today + 2 days\n  to: 2031-12-01\n  preset: today + 1 week\n  shows: d MMMM\n  label: Day"
            )
        ),
        Case("no such day", asking("date:\n  from: ‸2031-02-30"), "bad-date"),
        Case("no date", asking("date:\n  to: ‸soon"), "bad-date"),
        Case("no days", asking("date:\n  to: ‸today + 5 hours"), "bad-duration"),
        Case("no length", asking("date:\n  to: ‸today + soon"), "bad-duration"),
        Case("the wrong way round", asking("date:\n  from: 2031-12-02\n  to: ‸2031-12-01"), "out-of-range"),
        Case(
            "counted the wrong way round", asking("date:\n  from: today + 2 weeks\n  to: ‸today + 13 days"),
            "out-of-range"),
        Case("a day that has passed", asking("date:\n  from: today\n  to: ‸2026-03-01"), "out-of-range"),
        Case("only today", asking("date:\n  from: today\n  to: 2026-03-02")),
        Case("shown first, and not taken", asking("date:\n  from: today\n  preset: ‸2026-03-01"), "out-of-range"),
        Case("no such key", asking("date:\n  ‸after: today"), "unknown-key"),
        Case("a text too many", asking("date:\n  ‸prefix: On"), "unknown-key"),
    ]

    static let types = [
        Case(
            "a number is compared",
            "hello:\n  ask: How many?\n  number: whole\n  then: next\nnext:\n  when:\n    hello is more than 3: hello\n    otherwise: end"
        ),
        Case(
            "a number is no word",
            "hello:\n  ask: How many?\n  number: whole\n  then: next\nnext:\n  when:\n    hello is ‸many: hello\n    otherwise: end",
            "type-mismatch"),
        Case(
            "money is no number",
            "hello:\n  ask: How much?\n  money: EUR\n  then: next\nnext:\n  set:\n    sum: {hello} + ‸1\n  say: {sum}\n  then: end",
            "type-mismatch"),
        Case(
            "a date has its formats",
            "hello:\n  ask: When?\n  date: any\n  then: next\nnext:\n  say: On {hello, day}, {hello, ‸time}.\n  then: end",
            "unknown-format"),
        Case(
            "a number has no fields",
            "hello:\n  ask: How many?\n  number: whole\n  then: next\nnext:\n  say: {hello.‸id}\n  then: end",
            "unknown-field"
        ),
    ]
}
