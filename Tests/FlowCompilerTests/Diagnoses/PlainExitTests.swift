import Testing

/// Diagnostics of `if_cancelled` and `if_unable`: section 6.1.
@Suite struct PlainExitTests {
    @Test(arguments: cases)
    func `a step leaves by the exits it has`(_ example: Case) { example.check() }

    private static let ask = "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n"

    static let cases = [
        Case("a step", ask + "  if_unable: people/person\n  then: end"),
        Case("words and a step", ask + "  if_unable:\n    say: Sorry.\n    then: people/person\n  then: end"),
        Case("no step", ask + "  ‸if_unable:\n    say: Sorry.\n  then: end", "missing-key"),
        Case("another key", ask + "  if_unable:\n    ‸tries: 2\n    then: end\n  then: end", "unknown-key"),
        Case("a list", ask + "  if_unable: ‸[a, b]\n  then: end", "wrong-shape"),
        Case("a step that does not exist", ask + "  if_unable: ‸persn\n  then: end", "unknown-step"),
        Case("its own step is reached", ask + "  if_unable: b\n  then: end\nb:\n  say: Bye.\n  then: end"),
        Case(
            "what it says may be empty", ask + "  if_unable:\n    say: No {‸hello}.\n    then: end\n  then: end",
            "maybe-empty"),
        Case(
            "round without a question",
            "‸hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  if_unable: b\n  then: end\n"
                + "b:\n  say: Hm.\n  then: hello", "loop-without-question"),
        Case("a text that nobody cannot see", "hello:\n  say: Hi.\n  ‸if_unable: end\n  then: end", "exit-without-use"),
        Case(
            "a text that nobody cancels", "hello:\n  say: Hi.\n  ‸if_cancelled: end\n  then: end", "exit-without-use"),
        Case("answers that nobody cancels", ask + "  ‸if_cancelled: end\n  then: end", "exit-without-use"),
        Case(
            "typed words that nobody cancels", "hello:\n  ask: Name?\n  text: name\n  ‸if_cancelled: end\n  then: end",
            "exit-without-use"),
        Case(
            "a flow has none",
            flow: "flow: broken\nstart: hello\n‸if_unable: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-key"),
    ]
}
