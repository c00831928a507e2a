import Testing

/// Diagnostics of `was` and `old_taps`: sections 3.1 and 2.1.
@Suite struct OldNameTests {
    @Test(arguments: names)
    func `an old name belongs to one step, and is no step any more`(_ example: Case) { example.check() }

    @Test(arguments: taps)
    func `old taps are explained or go back`(_ example: Case) { example.check() }

    private static func steps(_ first: String, _ second: String) -> String {
        "hello:\n  \(first)\n  say: Hi.\n  then: bye\nbye:\n  \(second)\n  say: Bye.\n  then: end"
    }

    static let names = [
        Case("an old name", steps("was: hallo", "was: tschuess")),
        Case("several", steps("was: [hallo, hi]", "was: tschuess")),
        Case("a list below", steps("was:\n    - hallo\n    - hi", "was: tschuess")),
        Case("a step that exists", steps("was: ‸bye", "was: tschuess"), "was-still-used"),
        Case("one of several", steps("was: [hallo, ‸bye]", "was: tschuess"), "was-still-used"),
        Case("itself", steps("was: ‸hello", "was: tschuess"), "was-still-used"),
        Case("two steps", steps("was: hallo", "was: ‸hallo"), "was-twice"),
        Case("the same step twice", steps("was: [hallo, ‸hallo]", "was: tschuess"), "was-twice"),
        Case("no name", steps("was: ‸good day", "was: tschuess"), "bad-name"),
        Case("nothing", steps("‸was:", "was: tschuess"), "empty-value"),
        Case("a block", "hello:\n  was:\n    ‸say: Hi.\n  say: Hi.\n  then: end", "wrong-shape"),
        Case(
            "somebody still goes to the old name",
            "hello:\n  say: Hi.\n  then: ‸tschuess\nbye:\n  was: tschuess\n  say: Bye.\n  then: end", "unknown-step"),
        Case(
            "an old name alone does nothing", "hello:\n  say: Hi.\n  then: bye\n‸bye:\n  was: tschuess\n  then: end",
            "step-does-nothing"),
    ]

    static let taps = [
        Case("explain", bot: TestProject.bot + "old_taps: explain\n"),
        Case("go back", bot: TestProject.bot + "old_taps: go back\n"),
        Case("something else", bot: TestProject.bot + "old_taps: ‸back\n", "unknown-word"),
    ]
}
