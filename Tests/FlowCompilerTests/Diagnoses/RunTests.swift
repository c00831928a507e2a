import Diagnostics
import Testing

/// Diagnostics of flows that other flows run: sections 3.13, 3.15 and 4.2.
@Suite struct RunTests {
    @Test(arguments: runs)
    func `a flow that is run exists, and is given what it needs`(_ example: Case) { example.check() }

    @Test(arguments: interfaces)
    func `what a flow needs and gives is declared whole`(_ example: Case) { example.check() }

    @Test(arguments: filled)
    func `what a flow gives is there at each of its ends, and what it is given everywhere`(_ example: Case) {
        example.check()
    }

    @Test(arguments: entries)
    func `nobody comes to a flow without what it needs`(_ example: Case) { example.check() }

    @Test(arguments: circles)
    func `flows do not run each other in a circle`(_ example: Case) { example.check() }

    @Test(arguments: ways)
    func `ways lead through the flows that are run`(_ example: Case) { example.check() }

    private static let actions = """
        records:
          cake:
            name: text
            price: money
        actions:
          bake:
            swift: bake
            gives:
              cakes: list of cake
            examples:
              one:
                cakes: []

        """

    /// Returns a flow `cake` with these lines before its steps.
    private static func cake(
        _ head: String, _ steps: String = "a:\n  ask: Which?\n  answers: [Apple, Plum]\n  then: end"
    )
        -> String
    {
        "flow: cake\n\(head)start: a\nsteps:\n"
            + steps.split(separator: "\n").map { "  \($0)\n" }.joined()
    }

    private static let needing = cake("needs:\n  size: text\n  count: number, optional\n")

    private static func running(_ lines: String, then: String = "then: end") -> String {
        "hello:\n  ask: Size?\n  answers: [Small, Large]\n  then: b\nb:\n"
            + lines.split(separator: "\n").map { "  \($0)\n" }.joined() + "  \(then)"
    }

    private static func pair(_ name: String, _ steps: String, _ cake: String, _ codes: String...) -> Case {
        Case(
            name, files: ["broken.yaml": Case.flow(steps), "cake.yaml": cake, "Config/actions.yaml": actions], codes)
    }

    static let runs = [
        pair("with a name", running("run: cake\nusing:\n  size: {hello}"), needing),
        pair("with a list of names", running("set:\n  size: big\nrun: cake\nusing: [size]"), needing),
        pair("with words", running("run: cake\nusing:\n  size: quite big\n  count: 3"), needing),
        pair("without", running("run: ‸cake"), needing, "missing-input"),
        pair(
            "with a misspelt name", running("run: cake\nusing:\n  ‸sise: {hello}"), needing, "unknown-input"),
        pair(
            "with something else", running("run: cake\nusing:\n  size: {hello}\n  ‸colour: red"), needing,
            "unknown-input"),
        pair(
            "of another type", running("run: cake\nusing:\n  size: {hello}\n  count: ‸many"), needing, "type-mismatch"),
        pair(
            "a name of another type", running("run: cake\nusing:\n  size: {hello}\n  count: ‸{hello}"), needing,
            "type-mismatch"),
        pair(
            "a name that may be empty",
            running("run: cake\nusing:\n  size: {‸c}")
                + "\nc:\n  ask: Name?\n  text: name\n  then: b"
                .replacing("then: b", with: "then: end"), needing, "maybe-empty", "unreachable-step"
        )
        .marking("\n  c:", "\n  ‸c:"),
        pair("a name that does not exist", running("run: cake\nusing:\n  size: {‸helo}"), needing, "unknown-name"),
        pair("a flow that does not exist", running("run: ‸cakee\nusing:\n  size: {hello}"), needing, "unknown-flow"),
        pair("a step of a flow", running("run: ‸cake/a\nusing:\n  size: {hello}"), needing, "unknown-flow"),
        pair("no flow", running("‸run:"), needing, "empty-value"),
        pair("two things", running("run: cake\nusing:\n  size: {hello}\n‸call: bake"), needing, "two-kinds-of-step"),
        pair(
            "a question too", running("run: cake\nusing:\n  size: {hello}\n‸ask: Well?\ntext: name"), needing,
            "two-kinds-of-step"),
        pair(
            "nowhere to go", running("run: cake\nusing:\n  size: {hello}", then: "").replacing("b:\n", with: "‸b:\n"),
            needing,
            "missing-then"),
        pair("an exit for failures", running("run: cake\nusing:\n  size: {hello}\nif_failed: end"), needing),
        pair("silence", running("run: cake\nusing:\n  size: {hello}\n‸if_silent: never"), needing, "exit-without-use"),
        pair("meanwhile", running("run: cake\nusing:\n  size: {hello}\n‸meanwhile: Wait."), needing, "unknown-key"),
        pair(
            "a damaged flow takes anything", running("run: cake\nusing:\n  sise: {hello}"),
            cake("needs:\n  ‸a size: text\n"), "bad-name"),
    ]

    static let interfaces = [
        pair(
            "all types", running("run: cake", then: "then: end"),
            cake(
                "needs:\n  e: text, optional\n  b: list of cake, optional\n  c: money, optional\n  d: list of list of yes/no, optional\n"
            )),
        pair("a type that does not exist", running("run: cake"), cake("needs:\n  e: ‸txt, optional\n"), "unknown-word"),
        pair("another word behind it", running("run: cake"), cake("needs:\n  e: ‸text, maybe\n"), "unknown-word"),
        pair("no type", running("run: cake"), cake("needs:\n  ‸e:\n"), "empty-value"),
        pair("a list", running("run: cake"), cake("needs: ‸[a, b]\n"), "wrong-shape"),
        pair(
            "an input with a built-in name", running("run: cake"), cake("needs:\n  ‸today: date, optional\n"),
            "reserved-name"),
        pair(
            "an input with the name of an answer", running("run: cake\nusing:\n  a: x"),
            cake("needs:\n  a: text\n").replacing(
                "  a:\n    ask", with: "  ‸a:\n    ask"), "name-taken"),
        pair(
            "an input that is set", running("run: cake\nusing:\n  b: x"),
            cake(
                "needs:\n  b: text\n", "a:\n  set:\n    b: y\n  say: {b}\n  then: end")),
        pair(
            "an input that is set to another type", running("run: cake\nusing:\n  b: x"),
            cake(
                "needs:\n  b: text\n", "a:\n  set:\n    ‸b: 3\n  say: {b}\n  then: end"), "set-changes-type"),
        pair(
            "fields of a record", running("run: cake\nusing:\n  b: ‸{hello}"),
            cake(
                "needs:\n  b: cake\n", "a:\n  say: {b.name} {b.price, amount} {b.‸prise}\n  then: end"),
            "type-mismatch",
            "unknown-field"),
        pair(
            "results",
            running("run: cake\nsave: c", then: "then: c")
                + "\nc:\n  say: {c.kind, upper} {c.cost, money} {c.‸kid}\n  then: end",
            cake("gives:\n  kind: {a}\n  cost: 2.00 EUR\n"), "unknown-field"),
        pair(
            "a result of a name that does not exist", running("run: cake"), cake("gives:\n  kind: {‸b}\n"),
            "unknown-name"),
        pair(
            "a result that cannot be reckoned", running("run: cake"), cake("gives:\n  kind: ‸{a} * 2\n"),
            "type-mismatch"),
        pair("a result with an impossible name", running("run: cake"), cake("gives:\n  ‸the kind: {a}\n"), "bad-name"),
        pair("a result without a value", running("run: cake"), cake("gives:\n  ‸kind:\n"), "empty-value"),
        pair(
            "a result of a result", running("run: cake", then: "then: c") + "\nc:\n  say: {b.first.‸x}\n  then: end",
            cake(
                "gives:\n  first: {a.id}\n"), "unknown-field"),
    ]

    static let filled = [
        pair(
            "an input is there", running("run: cake\nusing:\n  size: {hello}"),
            needing.replacing("Which?", with: "Which {size}?")),
        pair(
            "one that is optional may be empty", running("run: cake\nusing:\n  size: {hello}"),
            needing.replacing(
                "Which?", with: "{‸count}?"), "maybe-empty"),
        pair(
            "an input is there in exits of the flow", running("run: cake\nusing:\n  size: {hello}"),
            needing.replacing("start: a", with: "if_other:\n  say: Which {size}, {‸count}?\n  then: end\nstart: a"),
            "maybe-empty"),
        pair(
            "an input is there behind an anywhere word", running("run: cake\nusing:\n  size: {hello}"),
            needing.replacing("start: a", with: "anywhere:\n  b: b\nstart: a")
                + "  b:\n    say: {size} {‸a}\n    then: end\n",
            "maybe-empty"),
        pair(
            "an input that is emptied", running("run: cake\nusing:\n  size: {hello}"),
            needing.replacing(
                "then: end", with: "then: b")
                + "  b:\n    set:\n      size: nothing\n    say: {‸size}\n    then: end\n", "maybe-empty"),
        pair(
            "what is given is there at the end",
            running("run: cake", then: "then: c") + "\nc:\n  say: {b.kind}\n  then: end",
            cake("gives:\n  kind: {a}\n")),
        pair(
            "but not when it fails",
            running("run: cake\nif_failed: c", then: "then: c") + "\nc:\n  say: {‸b.kind}\n  then: end",
            cake("gives:\n  kind: {a}\n"), "maybe-empty"),
        pair(
            "what is not there at one end", running("run: cake"),
            cake(
                "gives:\n  kind: {‸b}\n",
                "a:\n  ask: Which?\n  answers:\n    Apple: b\n    Nothing: end\nb:\n  ask: Sort?\n  text: name\n  then: end"
            ),
            "maybe-empty"),
        pair(
            "may be nothing",
            running("run: cake", then: "then: c") + "\nc:\n  say: {‸b.kind} {b.kind, or none}\n  then: end",
            cake(
                "gives:\n  kind: {b, or nothing}\n",
                "a:\n  ask: Which?\n  answers:\n    Apple: b\n    Nothing: end\nb:\n  ask: Sort?\n  text: name\n  then: end"
            ),
            "maybe-empty"),
        pair(
            "an end in an exit of the flow", running("run: cake"), cake("gives:\n  kind: {‸a}\nif_other: end\n"),
            "maybe-empty"),
        pair(
            "an end behind a word of the flow", running("run: cake"),
            cake("gives:\n  kind: {‸a}\nanywhere:\n  enough: end\n"),
            "maybe-empty"),
        pair(
            "people who give back", running("run: cake"),
            cake(
                "gives:\n  kind: {‸a}\n",
                "a:\n  ask: Which?\n  answers: [Apple, Plum]\n"
                    + "  if_other: b\n  then: end\nb:\n  hand_over: team"), "maybe-empty"),
        pair("the exits of the bot end the conversation", running("run: cake"), cake("gives:\n  kind: {a}\n"))
            .with(
                "bot.yaml",
                TestProject.bot.replacing("  say: Please choose an answer.\n  then: people/person", with: "  then: end")
            ),
    ]

    static let entries = [
        Case(
            "bot.yaml", bot: TestProject.bot.replacing("start: broken", with: "start: ‸broken"),
            flow: Case.good.replacing(
                "start:", with: "needs:\n  a: text\nstart:"), "missing-input"),
        Case(
            "bot.yaml, optional", bot: TestProject.bot,
            flow: Case.good.replacing(
                "start:", with: "needs:\n  a: text, optional\nstart:")),
        pair("a step of another flow", "hello:\n  say: Hi\n  then: ‸cake/a", needing, "missing-input"),
        pair("its start", "hello:\n  say: Hi\n  then: ‸cake/start", needing, "missing-input"),
        pair(
            "its own steps", "hello:\n  say: Hi\n  run: cake\n  using:\n    size: x\n  then: end",
            needing.replacing(
                "then: end", with: "then: cake/b") + "  b:\n    say: Hi\n    then: end\n"),
        pair("a word", "hello:\n  say: Hi\n  then: end", needing).with(
            "bot.yaml",
            TestProject.bot.replacing(
                "anywhere:\n", with: "anywhere:\n  cake: ‸cake/a\n")
        ).expecting("missing-input"),
        pair("an entry", "hello:\n  say: Hi\n  then: end", needing).with(
            "bot.yaml",
            TestProject.bot
                + "entries:\n  words cake: ‸cake\n"
        ).expecting("missing-input"),
        pair("an exit of the bot", "hello:\n  say: Hi\n  then: end", needing).with(
            "bot.yaml",
            TestProject.bot.replacing(
                "if_failed: people/person", with: "if_failed: ‸cake/a")
        ).expecting("missing-input"),
    ]

    static let circles = [
        Case(
            "itself", "hello:\n  ask: Which?\n  answers:\n    Red: b\n    Blue: end\nb:\n  ‸run: broken\n  then: end",
            "run-circle"),
        pair(
            "two", running("‸run: cake"),
            cake("", "a:\n  ask: Which?\n  answers:\n    Apple: b\n    None: end\nb:\n  run: broken\n  then: end"),
            "run-circle"),
        pair(
            "a step of it is no circle", running("run: cake"),
            cake("", "a:\n  ask: Which?\n  answers:\n    Apple: broken/b\n    None: end")),
        pair("twice the same", running("run: cake", then: "then: c") + "\nc:\n  run: cake\n  then: end", cake("")),
    ]

    static let ways = [
        pair(
            "round by a flow without a question", "‸hello:\n  say: Hi\n  then: b\nb:\n  run: cake\n  then: hello",
            cake(
                "", "a:\n  say: Cake\n  then: end"), "loop-without-question"),
        pair(
            "round by a flow with one",
            "hello:\n  say: Hi\n  then: b\nb:\n  run: cake\n  then: c\nc:\n  ask: And?\n  answers:\n"
                + "    More: hello\n    Bye: end", cake("")),
        pair(
            "round by a flow that leads back for good", "‸hello:\n  say: Hi\n  then: b\nb:\n  run: cake\n  then: end",
            cake(
                "", "a:\n  say: Cake\n  then: broken/hello"), "loop-without-question"),
        pair(
            "a flow that never ends",
            "‸hello:\n  ask: Well?\n  answers: [Yes, No]\n  then: b\nb:\n  run: cake\n  then: end",
            cake(
                "", "a:\n  ask: And?\n  answers: [Yes, No]\n  then: a"), "dead-end"),
        pair(
            "nothing behind a flow",
            "hello:\n  ask: Well?\n  answers: [Yes, No]\n  then: ‸b\n".replacing("‸", with: "")
                + "‸b:\n  run: cake\n  then: c\nc:\n  ask: And?\n  answers: [Yes, No]\n  then: b", cake(""), "dead-end"
        )
        .marking("\n  ‸b:", "\n  b:").marking("\n  hello:", "\n  ‸hello:"),
        pair(
            "a person in a flow", "hello:\n  say: Hi\n  then: end\nhelp:\n  run: cake\n  then: end",
            cake(
                "", "a:\n  say: One moment.\n  hand_over: team")
        ).with(
            "bot.yaml",
            TestProject.bot.replacing(
                "support: people/person", with: "support: broken/help")),
        pair(
            "a person behind a flow", "hello:\n  say: Hi\n  then: end\nhelp:\n  run: cake\n  then: people/person",
            cake(
                "", "a:\n  say: One moment.\n  then: end")
        ).with(
            "bot.yaml",
            TestProject.bot.replacing(
                "support: people/person", with: "support: broken/help")),
        pair(
            "no person behind a flow", "hello:\n  say: Hi\n  then: end\nhelp:\n  run: cake\n  then: end",
            cake(
                "", "a:\n  say: One moment.\n  then: end")
        ).with(
            "bot.yaml",
            TestProject.bot.replacing(
                "support: people/person", with: "support: ‸broken/help")
        ).expecting("person-not-reachable"),
        pair(
            "a question in a flow", "hello:\n  say: Hi\n  then: end\nhelp:\n  run: cake\n  then: people/person",
            cake("")
        )
        .with(
            "bot.yaml",
            TestProject.bot.replacing(
                "support: people/person", with: "support: ‸broken/help")
        ).expecting("person-not-reachable"),
        pair(
            "a step that only a flow which is run leads to", running("run: cake"),
            cake("", "a:\n  say: Hi\n  then: b\nb:\n  say: Hi\n  then: end")),
    ]

    @Test func `the messages say which way, and which circle`() {
        let end = Self.filled[6].project.report.text()
        #expect(end.contains("`b.kind` is empty when people come by `hello` → `b` → a failure → `c`"), "\(end)")
        let result = Self.filled[7].project.report.text()
        #expect(result.contains("`b` is empty when people come by `a` → \"Nothing\" → the end"), "\(result)")
        let circle = Self.circles[1].project.report.text()
        #expect(circle.contains("`broken` runs `cake`, `cake` runs `broken`"), "\(circle)")
    }
}

extension Case {
    /// Returns the same case with other marks in its flow.
    fileprivate func marking(_ old: String, _ new: String) -> Case {
        with("broken.yaml", (files["broken.yaml"] ?? "").replacing(old, with: new))
    }

    fileprivate func expecting(_ codes: String...) -> Case { Case(name, files: files, codes) }
}
