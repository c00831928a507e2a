import Diagnostics
import Expressions
import FlowCompiler
import Testing

/// Diagnostics of small values: durations, dates, numbers, words, patterns and addresses (section 7.7).
@Suite struct ValueTests {
    @Test(arguments: durations)
    func `a length of time is a number and a unit`(_ example: Case) { example.check() }

    @Test(arguments: dates)
    func `a date exists and is written year first`(_ example: Case) { example.check() }

    @Test(arguments: numbers)
    func `a number is written in digits and lies within its limits`(_ example: Case) { example.check() }

    @Test(arguments: words)
    func `a key knows its words`(_ example: Case) { example.check() }

    @Test(arguments: money)
    func `money has the decimals of its currency`(_ example: Case) { example.check() }

    @Test(arguments: ["(a", "a)", "[a", "a{2", "a{2,1}", "*a", "(?=a)", "\\1", "\\", "[z-a]", "a**", "(?<n>a)"])
    func `a pattern can be run in linear time`(_ pattern: String) {
        Case(
            "",
            "hello:\n  ask: Code?\n  text:\n    matches: ‸\"\(pattern.replacing("\\", with: "\\\\"))\"\n  then: end",
            "bad-pattern"
        ).check()
    }

    static let durations = [
        Case("in words", exit("ten minutes"), "bad-duration"),
        Case("short", exit("5m"), "bad-duration"),
        Case("short, with a space", exit("5 min"), "bad-duration"),
        Case("without a unit", exit("10"), "bad-duration"),
        Case("without a number", exit("minutes"), "bad-duration"),
        Case("with a comma", exit("1,5 hours"), "bad-duration"),
        Case("below zero", exit("-5 minutes"), "bad-duration"),
        Case("another joint", exit("1 hour, 5 minutes"), "bad-duration"),
        Case("too much of it", exit("9999999999999999999999999999 weeks"), "bad-duration"),
        Case("too short", exit("59 seconds"), "out-of-range"),
        Case("too long", exit("8 days"), "out-of-range"),
        Case("months", exit("1 month"), "bad-duration"),
        Case("the shortest", exit("1 minute").replacing("‸", with: "")),
        Case("the longest", exit("7 days").replacing("‸", with: "")),
        Case("one week", exit("1 week").replacing("‸", with: "")),
        Case("several units", exit("1 hour and 30 minutes and 15 seconds").replacing("‸", with: "")),
        Case("a fraction", exit("1.5 hours").replacing("‸", with: "")),
        Case(
            "of a slot", "hello:\n  ask: When?\n  times:\n    - 2031-05-01 10:00 for ‸an hour\n  then: end",
            "bad-duration"),
        Case(
            "of a slot that takes no time",
            "hello:\n  ask: When?\n  times: 2031-05-01 10:00 for ‸0 minutes\n  then: end", "bad-duration"),
        Case("of a rule", rule("every: ‸half an hour"), "bad-duration"),
        Case("of a rule, too short", rule("every: ‸4 minutes"), "out-of-range"),
        Case("of a rule, too long", rule("every: ‸25 hours"), "out-of-range"),
        Case("notice of a rule", rule("every: 2 hours\n    notice: ‸soon"), "bad-duration"),
        Case("length of a rule", rule("every: 2 hours\n    lasting: ‸long"), "bad-duration"),
        Case("in bot.yaml", bot: TestProject.bot.replacing("10 minutes", with: "‸10min"), "bad-duration"),
    ]

    static let dates = [
        Case("no such day", slot("2031-02-30 10:00"), "bad-date"),
        Case("no leap year", slot("2031-02-29 10:00"), "bad-date"),
        Case("a leap year", slot("2032-02-29 10:00").replacing("‸", with: "")),
        Case("no such month", slot("2031-13-01 10:00"), "bad-date"),
        Case("day first", slot("01.05.2031 10:00"), "bad-date"),
        Case("words", slot("tomorrow at ten"), "bad-date"),
        Case("without a time", slot("2031-05-01"), "bad-date"),
        Case("no such hour", slot("2031-05-01 25:00"), "bad-date"),
        Case("no such minute", slot("2031-05-01 10:60"), "bad-date"),
        Case("in twelve hours", slot("2031-05-01 10:00 pm"), "bad-date"),
        Case("the end of a day is no time", slot("2031-05-01 24:00"), "bad-date"),
        Case("a T between", slot("2031-05-01T10:00"), "bad-date"),
        Case("short digits", slot("2031-5-1 10:00"), "bad-date"),
        Case("no such day in the hours", bot: week("‸2031-02-30: closed"), "bad-date"),
        Case("no such day at the end of a stretch", bot: week("‸2031-02-01 to 2031-02-30: closed"), "bad-date"),
        Case("a stretch from later to earlier", bot: week("‸2031-03-02 to 2031-03-01: closed"), "bad-date"),
        Case("in a sum", "hello:\n  set:\n    d: ‸2031-02-30 + 1 day\n  say: It is {d}.\n  then: end", "bad-date"),
        Case("in a condition", "hello:\n  when:\n    today is after ‸2031-02-30: end\n    otherwise: end", "bad-date"),
    ]

    static let numbers = [
        Case("in words", other("tries: ‸twice"), "bad-number"),
        Case("a fraction of a try", other("tries: ‸1.5"), "bad-number"),
        Case("with a comma", other("tries: ‸1,0"), "bad-number"),
        Case("below zero", other("tries: ‸-1"), "out-of-range"),
        Case("many digits", other("tries: ‸9999999999999999999999999999"), "out-of-range"),
        Case("too many digits", other("tries: ‸99999999999999999999999999999"), "bad-number"),
        Case("none", other("tries: 0")),
        Case("many", other("tries: 100")),
        Case(
            "of repeats",
            "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: 5 minutes\n    repeats: ‸once\n    then: end\n  then: end",
            "bad-number"),
        Case("of days", rule("every: 2 hours\n    days: ‸61"), "out-of-range"),
        Case("of no days", rule("every: 2 hours\n    days: ‸0"), "out-of-range"),
        Case("of days in words", rule("every: 2 hours\n    days: ‸a week"), "bad-number"),
        Case("of slots", rule("every: 2 hours\n    at_most: ‸201"), "out-of-range"),
        Case("as many days and slots as can be", rule("every: 2 hours\n    days: 60\n    at_most: 200")),
        Case("of characters", "hello:\n  ask: Name?\n  text:\n    at_most: ‸many\n  then: end", "bad-number"),
        Case("of no characters", "hello:\n  ask: Name?\n  text:\n    at_most: ‸0\n  then: end", "out-of-range"),
        Case(
            "of answers", "hello:\n  ask: Which?\n  answers: [a, b, c]\n  several: yes\n  at_least: ‸two\n  then: end",
            "bad-number"),
        Case("a place in words", place("latitude: ‸north"), "bad-number"),
        Case("a place with a comma", place("latitude: ‸48,1"), "bad-number"),
        Case("a place beyond the pole", place("latitude: ‸90.5"), "out-of-range"),
        Case("a place round the world", place("longitude: ‸-180.1"), "out-of-range"),
        Case("a place", place("latitude: -33.85\n    longitude: 151.2\n    radius: 100")),
    ]

    static let words = [
        Case(
            "how answers are shown", "hello:\n  ask: Which?\n  as: ‸buttns\n  answers: [Bread, Cake]\n  then: end",
            "unknown-word"),
        Case(
            "how answers are shown, with a long label",
            "hello:\n  ask: Which?\n  as: ‸lst\n  answers: [A loaf of bread, fresh from the oven, Cake]\n  then: end",
            "unknown-word"),
        Case("what is typed", "hello:\n  ask: Name?\n  text: ‸first name\n  then: end", "unknown-word"),
        Case(
            "what is typed, in a block", "hello:\n  ask: Name?\n  text:\n    kind: ‸e-mail\n  then: end", "unknown-word"
        ),
        Case(
            "a size",
            "hello:\n  ask: Which?\n  bubble:\n    size: ‸huge\n  as: list\n  answers: [Bread, Cake]\n  then: end",
            "unknown-word"),
        Case("a zone", bot: TestProject.bot.replacing("Europe/Berlin", with: "‸Europe/Berln"), "unknown-word"),
        Case(
            "a zone as an abbreviation", bot: TestProject.bot.replacing("Europe/Berlin", with: "‸CET"), "unknown-word"),
        Case(
            "a zone of a question", "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  zone: ‸Berlin\n  then: end",
            "unknown-word"),
        Case("the customer's zone", "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  zone: customer\n  then: end"),
        Case("a currency", bot: TestProject.bot.replacing("currency: EUR", with: "currency: ‸Euro"), "unknown-word"),
        Case(
            "a currency in small letters", bot: TestProject.bot.replacing("currency: EUR", with: "currency: ‸eur"),
            "unknown-word"),
        Case("a language", bot: TestProject.bot.replacing("[en, de]", with: "[en, ‸german]"), "unknown-word"),
        Case(
            "languages with regions", bot: TestProject.bot.replacing("[en, de]", with: "[en, ‸pt-BR, ‸zh-Hans]"),
            "language-untranslated", "language-untranslated"),
        Case("a day", bot: week("‸Mo to Fr: 9:00 to 12:00"), "unknown-word"),
        Case("a day in small letters", bot: week("‸monday: 9:00 to 12:00"), "unknown-word"),
        Case("hours", bot: week("Monday: ‸9 to 17"), "unknown-word"),
        Case("hours without an end", bot: week("Monday: ‸17:00 to 17:00"), "unknown-word"),
        Case("hours of a rule", rule("every: 2 hours", hours: "‸9:00-12:00"), "unknown-word"),
        Case(
            "several hours",
            bot: week(
                "Monday, Wednesday: 9:00 to 12:00, 14:00 to 24:00\n    Sunday: closed\n    2026-12-24 to 2026-12-26: closed\n    2026-12-31: 9:00 to 12:00\n    Friday to Saturday: 10:00 to 11:00"
            )),
        Case(
            "silence that is never", "hello:\n  ask: Name?\n  text: name\n  if_silent: ‸nevr\n  then: end",
            "unknown-word"),
        Case(
            "neither yes nor no", "hello:\n  ask: Which?\n  answers: [a, b]\n  several: ‸sometimes\n  then: end",
            "bad-yes-no"),
        Case("yes in capitals", "hello:\n  ask: Which?\n  answers: [a, b]\n  several: ‸Yes\n  then: end", "bad-yes-no"),
        Case(
            "neither yes nor no, and answers that lead on",
            "hello:\n  ask: Which?\n  answers:\n    a: bye\n    b: end\n  several: ‸maybe\nbye:\n  say: Bye.\n  then: end",
            "bad-yes-no"),
        Case("limits in one line", "hello:\n  ask: How many?\n  number: ‸1 to 12\n  then: end", "unknown-word"),
        Case("true", "hello:\n  ask: Which?\n  answers: [a, b]\n  several: true\n  then: end"),
    ]

    static let money = [
        Case("in a sum", "hello:\n  set:\n    price: ‸4.9 EUR\n  say: It is {price}.\n  then: end", "money-decimals"),
        Case(
            "inside a sum", "hello:\n  set:\n    price: 4.90 EUR + ‸1 EUR\n  say: It is {price}.\n  then: end",
            "money-decimals"),
        Case(
            "of a currency without decimals",
            "hello:\n  set:\n    price: ‸500.00 JPY\n  say: It is {price}.\n  then: end", "money-decimals"),
        Case(
            "in a condition",
            "hello:\n  set:\n    price: 4.90 EUR\n  then: check\ncheck:\n  when:\n    price is more than ‸4.9 EUR: end\n    otherwise: end",
            "money-decimals"),
        Case(
            "with the bot's currency",
            "hello:\n  set:\n    price: 4.90 EUR\n  then: check\ncheck:\n  when:\n    price is more than 4.00: end\n    otherwise: end"
        ),
        Case(
            "in words",
            "hello:\n  set:\n    price: 4.90 EUR\n  then: check\ncheck:\n  when:\n    price is more than ‸ten euros: end\n    otherwise: end",
            "type-mismatch"),
        Case(
            "with a comma, and a calculation with it",
            "hello:\n  set:\n    price: ‸24,90 EUR\n    total: ‸{price} * 2\n  say: It is {total}.\n  then: end",
            "sum-in-text", "type-mismatch"),
        Case(
            "with the sign of its currency",
            "hello:\n  set:\n    price: ‸€24.90\n    other: ‸1.250,00 €\n  say: It is {price} or {other}.\n  then: end",
            "sum-in-text", "sum-in-text"),
        Case(
            "as a text in quotes", "hello:\n  set:\n    price: \"24,90 EUR\"\n  say: It is {price}.\n  then: end"),
        Case(
            "of an unknown currency",
            "hello:\n  set:\n    price: 4.90 EUR\n  then: check\ncheck:\n  when:\n    price is more than ‸4.00 ERU: end\n    otherwise: end",
            "type-mismatch"),
    ]

    @Test func `a calculation with an amount that is a text says where the amount is set`() {
        let steps = "hello:\n  set:\n    price: 24,90 EUR\n    total: {price} * 2\n  say: It is {total}.\n  then: end"
        let report = Case("a comma", steps).project.report
        #expect(
            report.diagnostics.compactMap(\.help) == [
                "write `24.90 EUR`; quotes say that it is meant as a text",
                "`price` is set to `24,90 EUR`; write `24.90 EUR` there",
            ])
    }

    // Flows with a placeholder for the value.

    private static func exit(_ after: String) -> String {
        "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: ‸\(after)\n    then: end\n  then: end"
    }

    private static func other(_ line: String) -> String {
        "hello:\n  ask: Name?\n  text: name\n  if_other:\n    \(line)\n    then: end\n  then: end"
    }

    private static func slot(_ slot: String) -> String {
        "hello:\n  ask: When?\n  times:\n    - ‸\(slot)\n  then: end"
    }

    private static func rule(_ lines: String, hours: String = "opening hours") -> String {
        "hello:\n  ask: When?\n  times:\n    \(lines)\n    in: \(hours)\n  then: end"
    }

    private static func place(_ line: String) -> String {
        "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  where:\n    name: Here\n    \(line)\n  then: end"
    }

    private static func week(_ line: String) -> String {
        TestProject.bot.replacing("Monday to Friday: 9:00 to 17:00", with: line)
    }
}
