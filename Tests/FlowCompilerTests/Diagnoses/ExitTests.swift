import Testing

/// Diagnostics of exits, anywhere words and people: sections 6.1 to 6.3.
@Suite struct ExitTests {
    @Test(arguments: exits)
    func `every question has a way out for silence and for an unexpected reply`(_ example: Case) { example.check() }

    @Test(arguments: unused)
    func `an exit stands where it can happen`(_ example: Case) { example.check() }

    @Test(arguments: words)
    func `an anywhere word stands once and hides nothing`(_ example: Case) { example.check() }

    @Test(arguments: persons)
    func `agent, help and support lead to a person without a question`(_ example: Case) { example.check() }

    @Test(arguments: people)
    func `people and hours that are named exist`(_ example: Case) { example.check() }

    private static let bare = """
        bot: Broken
        zone: Europe/Berlin
        start: broken
        anywhere:
          agent, help, support: people/person
        people:
          team:

        """
    private static let question = "‸‸hello:\n  ask: Name?\n  text: name\n  then: end"
    private static let silent = "if_silent:\n  after: 5 minutes\n  then: people/person\n"
    private static let other = "if_other: people/person\n"

    static let exits = [
        Case("neither", bot: bare, flow: Case.flow(question), "no-exit-other", "no-exit-silent"),
        Case(
            "silence in the bot", bot: bare + silent, flow: Case.flow(question).replacing("‸‸", with: "‸"),
            "no-exit-other"),
        Case(
            "an unexpected reply in the bot", bot: bare + other, flow: Case.flow(question).replacing("‸‸", with: "‸"),
            "no-exit-silent"),
        Case("both in the bot", bot: bare + silent + other, flow: Case.flow(question).replacing("‸", with: "")),
        Case(
            "both in the flow", bot: bare,
            flow: Case.flow(question).replacing("‸", with: "").replacing(
                "steps:", with: "\(silent.replacing("people/person", with: "end"))if_other: end\nsteps:")),
        Case(
            "both in the step", bot: bare,
            flow: Case.flow("hello:\n  ask: Name?\n  text: name\n  if_silent: never\n  if_other: end\n  then: end")),
        Case(
            "several questions are told once", bot: bare + silent,
            flow: Case.flow(
                "‸hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: b\nb:\n  ask: When?\n  times: 2031-05-01 10:00\n  then: end"
            ), "no-exit-other"),
        Case(
            "one that could not be read is taken to be there",
            bot: bare + silent
                + other.replacing("if_other: people/person", with: "if_other:\n  say: ‸\"Please\n  then: people/person"),
            flow: Case.flow(question).replacing("‸", with: ""), "unclosed-quote"),
        Case(
            "a question that could not be read needs none", bot: bare,
            flow: Case.flow("hello:\n  ‸ask: Name?\n  then: end"), "question-without-kind"),
        Case("a step that asks nothing needs none", bot: bare, flow: Case.good),
        Case("a person answers", bot: bare, flow: Case.flow("hello:\n  hand_over: team")),
    ]

    static let unused = [
        Case(
            "silence after a text",
            "hello:\n  say: Hi.\n  ‸if_silent:\n    after: 5 minutes\n    then: end\n  then: end", "exit-without-use"),
        Case(
            "silence that is never, after a text", "hello:\n  say: Hi.\n  ‸if_silent: never\n  then: end",
            "exit-without-use"),
        Case("a reply to a text", "hello:\n  say: Hi.\n  ‸if_other: end\n  then: end", "exit-without-use"),
        Case(
            "both", "hello:\n  say: Hi.\n  ‸if_silent: never\n  ‸if_other: end\n  then: end", "exit-without-use",
            "exit-without-use"),
        Case("silence of a decision", "hello:\n  when:\n    otherwise: end\n  ‸if_silent: never", "exit-without-use"),
        Case(
            "silence while people answer", "hello:\n  hand_over: team\n  ‸if_silent:\n    after: 1 day\n    then: end",
            "exit-without-use"),
        Case("a failure of a decision", "hello:\n  when:\n    otherwise: end\n  ‸if_failed: end", "exit-without-use"),
        Case(
            "a failure of a set value",
            "hello:\n  set:\n    n: 1\n  ‸if_failed: end\n  then: b\nb:\n  say: It is {n}.\n  then: end",
            "exit-without-use"),
        Case("a failure of a text", "hello:\n  say: Hi.\n  if_failed: end\n  then: end"),
        Case("a failure of a question", "hello:\n  ask: Name?\n  text: name\n  if_failed: end\n  then: end"),
        Case(
            "exits of a flow that asks nothing",
            flow:
                "flow: broken\nstart: hello\nif_silent: never\nif_other: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n"
        ),
    ]

    private static func flow(
        _ words: String,
        _ steps: String = "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: b\nb:\n  say: Bye.\n  then: end"
    ) -> String {
        Case.flow(steps).replacing("steps:\n", with: "anywhere:\n  \(words)\nsteps:\n")
    }

    static let words = [
        Case("stop", flow: flow("‸stop: b"), "reserved-word"),
        Case("end among others", flow: flow("bye, ‸end: b"), "reserved-word"),
        Case("unsubscribe in capitals", flow: flow("‸Unsubscribe: b"), "reserved-word"),
        Case(
            "stop in the bot",
            bot: TestProject.bot.replacing("anywhere:\n", with: "anywhere:\n  ‸stop: people/person\n"), "reserved-word"),
        Case("twice", flow: flow("hours: b\n  ‸hours: hello"), "word-taken-twice"),
        Case("twice on a line", flow: flow("hours, ‸hours: b"), "word-taken-twice"),
        Case("twice among others", flow: flow("hours, open: b\n  menu, ‸open: hello"), "word-taken-twice"),
        Case("twice in another case", flow: flow("hours: b\n  ‸Hours: hello"), "word-taken-twice"),
        Case(
            "a whole line twice is one mistake", flow: flow("hours, open: b\n  ‸hours, open: hello"), "word-taken-twice"
        ),
        Case(
            "in the bot and nearer in the flow",
            bot: TestProject.bot.replacing("anywhere:\n", with: "anywhere:\n  hours: people/person\n"),
            flow: flow("hours: b")),
        Case("an answer", flow: flow("‸bread: hello"), "word-hides-answer"),
        Case("an answer among other words", flow: flow("hours, ‸cake: hello"), "word-hides-answer"),
        Case("an answer that leads to the same step", flow: flow("bread: b")),
        Case(
            "an answer of another flow is none",
            files: [
                "broken.yaml": flow("rolls: b"),
                "other.yaml":
                    "flow: other\nstart: a\nsteps:\n  a:\n    ask: Which?\n    answers: [Rolls, Rye]\n    then: end\n",
            ]),
        Case(
            "a word of the bot and an answer of some flow",
            bot: TestProject.bot.replacing("anywhere:\n", with: "anywhere:\n  ‸bread: people/person\n"),
            flow: flow("hours: b"), "word-hides-answer"),
        Case("words inside a text", flow: flow("contains bleed*, cannot breathe, poison: b")),
        Case("no words inside a text", flow: flow("‸contains: b"), "empty-value"),
        Case("words of a condition inside a text", flow: flow("‸contains one of bleed*, poison: b"), "unknown-word"),
        Case("words that begin like those of a condition", flow: flow("contains one offer: b")),
        Case("no letters inside a text", flow: flow("contains bleed, ‸!?: b"), "unknown-word"),
        Case("the whole message and inside a text", flow: flow("bleed: b\n  contains bleed: hello")),
        Case("inside a text twice", flow: flow("contains bleed: b\n  contains ‸Bleeds: hello"), "word-taken-twice"),
        Case(
            "inside words that are looked for", flow: flow("contains rat: b\n  contains ‸rat poison: hello"),
            "word-taken-twice"),
        Case("the longer words first", flow: flow("contains rat poison: b\n  contains rat: hello")),
        Case(
            "a whole line inside a text twice is one mistake",
            flow: flow("contains bleed, poison: b\n  contains ‸bleed, poison: hello"), "word-taken-twice"),
        Case("stop inside a text", flow: flow("contains stop: b")),
        Case("an answer inside a text", flow: flow("contains bread: b")),
        Case("words of several words", flow: flow("opening hours, when are you open?: b")),
        Case("a question mark", flow: flow("menu, list, ?: b")),
        Case("a word before a colon", flow: flow("note: hours: b")),
    ]

    private static let awayBot = TestProject.bot

    private static func away(_ question: String, _ rest: String) -> String {
        "hello:\n  say: Hi.\n  then: end\nc:\n  when:\n    people.desk.open is yes: people/person\n    otherwise: m\n"
            + "m:\n  ask: \(question)\n  text: several lines\n  then: d\n" + rest
    }

    static let persons = [
        Case(
            "a word inside a text",
            files: [
                "bot.yaml": TestProject.bot.replacing("anywhere:\n  agent, help, support: people/person\n", with: ""),
                "people.yaml": TestProject.people.replacing(
                    "steps:\n", with: "anywhere:\n  agent, help, support: person\nsteps:\n"),
                "broken.yaml": flow("contains agent, help, support: ‸hello"),
            ], "person-not-reachable"),
        Case(
            "a word inside a text that has a line of its own",
            flow: flow("agent, help, support: people/person\n  contains help: b")),
        Case("a question", flow: flow("agent, help, support: ‸hello"), "person-not-reachable"),
        Case("an end", flow: flow("agent, help, support: ‸b"), "person-not-reachable"),
        Case("the end", flow: flow("agent, help, support: ‸end"), "person-not-reachable"),
        Case("back", flow: flow("agent, help, support: ‸back"), "person-not-reachable"),
        Case("one word of three", flow: flow("agent: people/person\n  help: ‸b"), "person-not-reachable"),
        Case("two lines", flow: flow("agent: ‸end\n  help: ‸b"), "person-not-reachable", "person-not-reachable"),
        Case(
            "one branch of two",
            flow: flow(
                "agent, help, support: ‸c",
                "hello:\n  say: Hi.\n  then: end\nc:\n  when:\n    today is empty: end\n    otherwise: people/person"),
            "person-not-reachable"),
        Case(
            "a branch for when people are there, and a message without a time",
            bot: awayBot,
            flow: flow(
                "agent, help, support: ‸c",
                away("What may we tell them?", "d:\n  hand_over: team\n  then: end")),
            "person-not-reachable"),
        Case(
            "a branch for when people are there, and nothing but words", bot: awayBot,
            flow: flow(
                "agent, help, support: ‸c",
                "hello:\n  say: Hi.\n  then: end\nc:\n  when:\n    people.desk.open is yes: people/person\n    otherwise: m\n"
                    + "m:\n  say: We are back at 9:00.\n  then: end"),
            "person-not-reachable"),
        Case(
            "a branch for when people are there, and a message that goes nowhere", bot: awayBot,
            flow: flow(
                "agent, help, support: ‸c",
                away("We are back at 9:00. What is it?", "d:\n  say: Thank you.\n  then: end")),
            "person-not-reachable"),
        Case(
            "a branch for when people are there, and a message for them", bot: awayBot,
            flow: flow(
                "agent, help, support: c",
                away("We are back at 9:00. What is it?", "d:\n  hand_over: team\n  then: end"))),
        Case(
            "the same the other way round", bot: awayBot,
            flow: flow(
                "agent, help, support: c",
                away("We are back at 9:00. What is it?", "d:\n  hand_over: team\n  then: end")
                    .replacing("people.desk.open is yes: people/person", with: "people.desk.open is no: m")
                    .replacing("otherwise: m", with: "otherwise: people/person"))),
        Case(
            "a question on the way",
            flow: flow(
                "agent, help, support: ‸c",
                "hello:\n  say: Hi.\n  then: end\nc:\n  ask: About what?\n  text: one line\n  then: people/person"),
            "person-not-reachable"),
        Case(
            "a text on the way",
            flow: flow(
                "agent, help, support: c",
                "hello:\n  say: Hi.\n  then: end\nc:\n  say: One moment.\n  then: people/person")),
        Case(
            "two branches to people",
            flow: flow(
                "agent, help, support: c",
                "hello:\n  say: Hi.\n  then: end\nc:\n  when:\n    today is empty: people/person\n    otherwise: d\nd:\n  hand_over: team"
            )),
        Case(
            "people who are away",
            flow: flow(
                "agent, help, support: c", "hello:\n  say: Hi.\n  then: end\nc:\n  hand_over: desk\n  if_away: hello")),
        Case("a step that does not exist", flow: flow("agent, help, support: ‸x"), "unknown-step"),
        Case(
            "a step that could not be read",
            flow: flow(
                "agent, help, support: c",
                "hello:\n  say: Hi.\n  then: end\nc:\n  say: C.\n  ‸handover: team\n  then: end"), "unknown-key"),
        Case(
            "in the bot", bot: TestProject.bot.replacing("support: people/person", with: "support: ‸broken/hello"),
            "person-not-reachable"),
        Case(
            "in the bot, to the start of a flow",
            bot: TestProject.bot.replacing("support: people/person", with: "support: people/start")),
        Case(
            "nowhere", bot: TestProject.bot.replacing("anywhere:\n  agent, help, support: people/person\n", with: ""),
            flow: "‸" + Case.good, "person-not-reachable"
        ).with(
            "people.yaml",
            "flow: people\nstart: person\nanywhere:\n  agent, help, support: person\nsteps:\n  person:\n    hand_over: team\n"
        ),
        Case(
            "one of them nowhere", bot: TestProject.bot.replacing("agent, help, support", with: "agent, help"),
            flow: "‸" + Case.good, "person-not-reachable"
        ).with(
            "people.yaml",
            "flow: people\nstart: person\nanywhere:\n  support: person\nsteps:\n  person:\n    hand_over: team\n"),
        Case("in capitals", bot: TestProject.bot.replacing("agent, help, support", with: "Agent, HELP, Support")),
        Case("words of a flow do not replace the bot's", flow: flow("menu: b")),
    ]

    static let people = [
        Case("a queue", "hello:\n  hand_over: ‸tem", "unknown-queue"),
        Case(
            "no queue at all",
            bot: "bot: B\nzone: Europe/Berlin\nstart: broken\nanywhere:\n  agent, help, support: broken/hello\n",
            flow: Case.flow("hello:\n  hand_over: ‸team"), "unknown-queue"
        ).with("people.yaml", "flow: people\nstart: a\nsteps:\n  a:\n    say: Hi.\n    then: broken/hello\n"),
        Case(
            "hours of a queue",
            bot: TestProject.bot.replacing("    hours: opening hours", with: "    hours: ‸openning hours"),
            "unknown-hours"),
        Case(
            "hours of a rule",
            "hello:\n  ask: When?\n  times:\n    every: 2 hours\n    in: ‸business hours\n  then: end",
            "unknown-hours"),
        Case("a queue that closes", "‸hello:\n  hand_over: desk", "away-missing"),
        Case(
            "a queue that closes, and a way for then",
            "hello:\n  hand_over: desk\n  if_away: closed\nclosed:\n  say: Closed.\n  then: end"),
        Case("a queue that never closes", "hello:\n  hand_over: team"),
        Case(
            "a queue with a space in its name",
            bot: TestProject.bot.replacing("  team:\n", with: "  team:\n  front desk:\n    address: f-1\n"),
            flow: Case.flow(
                "hello:\n  hand_over: front desk\n  note: From {customer.id}, open {people.front-desk.open}.")),
        Case(
            "whether a queue is open",
            "hello:\n  when:\n    people.desk.open is yes: end\n    hours.opening-hours.open is no: end\n    bot.open is yes: end\n    otherwise: end"
        ),
        Case(
            "whether an unknown queue is open", "hello:\n  when:\n    people.‸dsk.open is yes: end\n    otherwise: end",
            "unknown-field"),
    ]
}
