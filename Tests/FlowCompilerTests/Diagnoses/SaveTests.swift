import Diagnostics
import Testing

/// Diagnostics of `save` and `optional`: sections 3.1 and 3.2.
@Suite struct SaveTests {
    @Test(arguments: saved)
    func `a result is remembered under the name that save gives it`(_ example: Case) { example.check() }

    @Test(arguments: taken)
    func `no two things are remembered under one name`(_ example: Case) { example.check() }

    @Test(arguments: shared)
    func `several questions may fill one name, with values of one type`(_ example: Case) { example.check() }

    @Test(arguments: optional)
    func `the answer of a question that may be skipped may be empty`(_ example: Case) { example.check() }

    private static let ask = "hello:\n  ask: Name?\n  text: name\n  save: guest\n  then: b\n"

    static let saved = [
        Case("said", ask + "b:\n  say: Hello {guest}.\n  then: end"),
        Case("the step's own name holds nothing", ask + "b:\n  say: Hello {‸hello}.\n  then: end", "unknown-name"),
        Case(
            "its own name",
            "hello:\n  ask: Name?\n  text: name\n  save: hello\n  then: b\nb:\n  say: {hello}\n  then: end"),
        Case(
            "compared",
            "hello:\n  ask: Which?\n  answers: [Red, Blue]\n  save: colour\n  then: b\n"
                + "b:\n  when:\n    colour is ‸Rde: end\n    otherwise: hello", "unknown-answer"),
        Case("no name", "hello:\n  ask: Name?\n  text: name\n  save: ‸a guest\n  then: end", "bad-name"),
        Case("nothing", "hello:\n  ask: Name?\n  text: name\n  ‸save:\n  then: end", "empty-value"),
        Case("a built-in name", "hello:\n  ask: Name?\n  text: name\n  save: ‸customer\n  then: end", "reserved-name"),
        Case("a text leaves nothing", "hello:\n  say: Hi.\n  ‸save: a\n  then: end", "unknown-key"),
        Case("a decision leaves nothing", "hello:\n  when:\n    otherwise: end\n  ‸save: a", "unknown-key"),
        Case("another word for it", "hello:\n  ask: Name?\n  text: name\n  ‸store: a\n  then: end", "unknown-key"),
        Case(
            "empty on some ways",
            "hello:\n  ask: Which?\n  answers:\n    Red: b\n    Blue: c\n"
                + "b:\n  ask: Name?\n  text: name\n  save: guest\n  then: c\nc:\n  say: {‸guest}\n  then: end",
            "maybe-empty"),
    ]

    static let taken = [
        Case(
            "the name of a step that asks",
            ask.replacing("save: guest", with: "save: ‸b").replacing("‸", with: "")
                + "‸b:\n  ask: And?\n  text: name\n  then: end", "name-taken"),
        Case(
            "a value that is set",
            "hello:\n  set:\n    guest: Ana\n  ask: Name?\n  text: name\n  save: ‸guest\n  then: end",
            "name-taken"),
        Case("a value that is set later", ask + "b:\n  set:\n    ‸guest: Ana\n  then: end", "name-taken"),
        Case(
            "the name of a step that only talks",
            ask.replacing("guest", with: "b") + "b:\n  say: Hello {b}.\n  then: end"),
    ]

    private static func both(_ first: String, _ second: String, _ then: String) -> String {
        "hello:\n  ask: Which?\n  answers:\n    A: a\n    B: b\na:\n  ask: One?\n  \(first)\n  save: x\n  then: c\n"
            + "b:\n  ask: Two?\n  \(second)\n  save: x\n  then: c\nc:\n  \(then)"
    }

    static let shared = [
        Case("on both ways", both("text: name", "text: street", "say: Hello {x}.\n  then: end")),
        Case(
            "in a row", ask + "b:\n  ask: And?\n  text: name\n  save: guest\n  then: c\nc:\n  say: {guest}\n  then: end"
        ),
        Case(
            "the answers of both",
            both(
                "answers: [Red, Blue]", "answers: [Green, Pink]",
                "when:\n    x is Green: end\n    x is Red: a\n    otherwise: end")),
        Case(
            "an answer of neither",
            both("answers: [Red, Blue]", "answers: [Green, Pink]", "when:\n    x is ‸Grey: end\n    otherwise: end"),
            "unknown-answer"),
        Case("an answer and a text", both("answers: [Red, Blue]", "text: name", "say: {x}\n  then: end")),
        Case(
            "a text and a time",
            both("text: name", "times: 2031-12-01 10:00", "say: {x}\n  then: end")
                .replacing("save: x\n  then: c\nc:", with: "save: ‸x\n  then: c\nc:"), "set-changes-type"),
        Case(
            "on one way only",
            both("text: name", "text: name", "say: {‸x}\n  then: end").replacing(
                "save: x\n  then: c\nc:", with: "then: c\nc:"),
            "maybe-empty"),
    ]

    private static func skipping(_ say: String, _ kind: String = "text: name") -> String {
        "hello:\n  ask: Name?\n  \(kind)\n  optional: yes\n  then: b\nb:\n  say: \(say)\n  then: end"
    }

    static let optional = [
        Case("with words for nothing", skipping("Hello {hello, or there}.")),
        Case("without", skipping("Hello {‸hello}."), "maybe-empty"),
        Case("a number", skipping("{‸hello}", "number: whole"), "maybe-empty"),
        Case("money", skipping("{‸hello}", "money: EUR"), "maybe-empty"),
        Case("a date", skipping("{‸hello}", "date: any"), "maybe-empty"),
        Case("not optional", skipping("{hello}").replacing("optional: yes", with: "optional: no")),
        Case("neither", skipping("{hello}").replacing("optional: yes", with: "optional: ‸perhaps"), "bad-yes-no"),
        Case(
            "answers", skipping("{hello}", "answers: [Red, Blue]").replacing("optional", with: "‸optional"),
            "unknown-key"),
        Case(
            "times", skipping("{hello, date}", "times: 2031-05-01 10:00").replacing("optional", with: "‸optional"),
            "unknown-key"),
        Case("no question", "hello:\n  say: Hi.\n  ‸optional: yes\n  then: end", "unknown-key"),
        Case(
            "behind another question",
            "hello:\n  ask: Name?\n  text: name\n  then: b\n"
                + "b:\n  ask: Go back?\n  answers: [Yes, No]\n  then: c\nc:\n  ask: Nick?\n  text: name\n  optional: yes\n  then: d\n"
                + "d:\n  say: {hello} {‸c}\n  then: end", "maybe-empty"),
        Case(
            "known after a decision",
            "hello:\n  ask: Name?\n  text: name\n  optional: yes\n  then: b\n"
                + "b:\n  when:\n    hello is empty: end\n    otherwise: c\nc:\n  say: {hello}\n  then: end"),
        Case(
            "a word that ends the conversation",
            bot: TestProject.bot + "texts:\n  skip_word: ‸Stop\n", "reserved-word"),
        Case("a word of one's own", bot: TestProject.bot + "texts:\n  skip_word: none\n"),
    ]

    @Test func `the way on which an answer is empty is told`() {
        let report = Case("", Self.skipping("Hello {hello}.")).project.report.text()
        #expect(report.contains("`hello` is empty when people come by `hello` → skipping → `b`"), "\(report)")
    }
}
