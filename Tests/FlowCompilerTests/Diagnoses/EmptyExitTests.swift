import Testing

/// Diagnostics of `if_empty`, of `give_back`, and of sums that stay empty.
@Suite struct EmptyExitTests {
    @Test(arguments: exits + givenBack)
    func `what may be empty has a way out`(_ example: Case) { example.check() }

    private static let list = """
        hello:
          ask: Which days suit you?
          answers: [Monday, Tuesday]
          several: yes
          then: which
        which:
          ask: Which is best?
          answers:
            - each: day in hello
              label: {day}

        """

    static let exits = [
        Case("a list", list + "  if_empty: people/person\n  then: end"),
        Case("a list, with words", list + "  if_empty:\n    say: None.\n    then: people/person\n  then: end"),
        Case(
            "an answer beside the list", list + "    - label: None\n  ‸if_empty: people/person\n  then: end",
            "exit-without-use"),
        Case(
            "answers", "hello:\n  ask: Which?\n  answers: [Red, Blue]\n  ‸if_empty: end\n  then: end",
            "exit-without-use"),
        Case("a text", "hello:\n  ask: Name?\n  text: name\n  ‸if_empty: end\n  then: end", "exit-without-use"),
        Case("nothing asked", "hello:\n  say: Hi.\n  ‸if_empty: end\n  then: end", "exit-without-use"),
        Case(
            "times",
            "hello:\n  ask: When?\n  times:\n    every: 1 hour\n    in: opening hours\n    days: 2\n  if_empty: end\n  then: end"
        ),
        Case("a step that does not exist", list + "  if_empty: ‸persn\n  then: end", "unknown-step"),
        Case(
            "round without a question",
            list.replacing("which:", with: "‸which:") + "  if_empty: b\n  then: end\nb:\n  say: Hm.\n  then: which",
            "loop-without-question"),
    ]

    private static let times = """
        hello:
          ask: When?
          times:
            every: 1 hour
            in: opening hours
            days: 2
            places: 1
          then: b
        b:
          give_back:
        """

    static let givenBack = [
        Case("a name", times + " hello\n  say: Bye.\n  then: end"),
        Case("a time", times + " {hello}\n  say: Bye.\n  then: end"),
        Case("the start of a time", times + " {hello.start}\n  say: Bye.\n  then: end"),
        Case("several", times + "\n    - hello\n    - {hello}\n  say: Bye.\n  then: end"),
        Case("an unknown name", times + " ‸helo\n  say: Bye.\n  then: end", "unknown-booking"),
        Case("an unknown time", times + " {‸helo}\n  say: Bye.\n  then: end", "unknown-name"),
        Case("a text", times + " {hello.‸day}\n  say: Bye.\n  then: end", "unknown-field"),
        Case("more than a name", times + " ‸at {hello}\n  say: Bye.\n  then: end", "wrong-shape"),
        Case(
            "a time that may be empty",
            times.replacing("  then: b", with: "  or:\n    None: b\n  then: b") + " {‸hello}\n  say: Bye.\n  then: end",
            "maybe-empty"),
    ]

    private static let bot =
        TestProject.bot + "customer:\n  pets: list of text\n  visits: number\n  days: number\n"

    private static func sum(_ name: String, _ value: String, _ codes: String...) -> Case {
        let steps =
            "hello:\n  ask: Which pet?\n  text: name\n  then: b\nb:\n  set:\n    \(value)\n  say: Thank you.\n  then: end"
        return Case(name, files: ["bot.yaml": bot, "broken.yaml": Case.flow(steps)], codes)
    }

    static let sums = [
        sum("a list that begins empty", "customer.pets: {‸customer.pets} + {hello}", "maybe-empty"),
        sum("a list with a beginning", "customer.pets: {customer.pets, or []} + {hello}"),
        sum("a number that begins empty", "customer.visits: {‸customer.visits} + 1", "maybe-empty"),
        sum("a number with a beginning", "customer.visits: {customer.visits, or 0} + 1"),
        sum("another number", "customer.visits: {customer.days} + 1"),
        sum("a copy", "customer.pets: {customer.pets}"),
    ]

    @Test(arguments: sums) func `a sum that stays empty is noticed`(_ example: Case) { example.check() }
}
