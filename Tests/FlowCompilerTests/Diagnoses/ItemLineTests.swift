import Diagnostics
import Testing

/// Diagnostics of the items of lists, their dashes and spaces: section 7 of the flow language.
@Suite struct ItemLineTests {
    @Test(arguments: dashes)
    func `an item begins with a dash and a space`(_ example: Case) { example.check() }

    static let dashes = [
        Case(
            "without spaces", "hello:\n  ask: Which?\n  answers:\n    ‸-Bread\n    ‸-Cake\n  then: end",
            "missing-space",
            "missing-space"),
        Case(
            "one without a space", "hello:\n  ask: Which?\n  answers:\n    - Bread\n    ‸-Cake\n  then: end",
            "missing-space"),
        Case(
            "of a word processor", "hello:\n  ask: Which?\n  answers:\n    ‸– Bread\n    ‸• Cake\n  then: end",
            "wrong-shape", "wrong-shape"),
        Case(
            "the first of a word processor", "hello:\n  ask: Which?\n  answers:\n    ‸– Bread\n    - Cake\n  then: end",
            "wrong-shape"),
        Case("messages without spaces", "hello:\n  say:\n    -Bread.\n    ‸-Cake.\n  then: end", "swallowed-item"),
        Case(
            "messages of a word processor", "hello:\n  say:\n    – Bread.\n    ‸– Cake.\n  then: end", "swallowed-item"),
        Case("one message without a space", "hello:\n  say:\n    - Bread.\n    ‸-Cake.\n  then: end", "missing-space"),
        Case("a text with dashes", "hello:\n  say: |\n    – Bread.\n    – Cake.\n  then: end"),
        Case("a text that begins with a dash", "hello:\n  say:\n    – Bread, said she.\n  then: end"),
        Case("a label with a dash", "hello:\n  ask: Which?\n  answers:\n    –50 %: end\n    Cake: end"),
    ]

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "hello:\n  say:\n  SIGN One fine day.\n  then: end", "hello:\n  say: One\n  SIGN Two\n  then: end",
            "hello:\n  SIGN One\n  SIGN Two\n  say: Three\n  then: end", "hello:\n  say: One\n  then: end\nSIGN x",
            "SIGN x\nhello:\n  say: One\n  then: end",
        ], ["– ", "• ", "-", "— ", "* "])
    func `an item at the column of a key is reported, and reading goes on`(_ text: String, sign: String) {
        let report = Case("stray", text.replacing("SIGN ", with: sign)).project.report
        #expect(report.diagnostics.contains { $0.severity == .error }, "\(report.text(colors: false))")
    }
}
