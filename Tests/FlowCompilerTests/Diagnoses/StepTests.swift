import Testing

/// Diagnostics of steps, their keys and their names: section 3.1.
@Suite struct StepTests {
    @Test(arguments: keys)
    func `a key that a block does not have is told, and nothing follows from it`(_ example: Case) { example.check() }

    @Test(arguments: missing)
    func `a block has the keys that it must have`(_ example: Case) { example.check() }

    @Test(arguments: names)
    func `names are such as the language allows, and mean one thing`(_ example: Case) { example.check() }

    @Test(arguments: things)
    func `a step does one thing, and does something`(_ example: Case) { example.check() }

    static let keys = [
        Case("another tool's word", "hello:\n  say: Hi.\n  ‸goto: end", "unknown-key"),
        Case("a slip", "hello:\n  say: Hi.\n  ‸tehn: end", "unknown-key"),
        Case("a capital", "hello:\n  ‸Say: Hi.\n  then: end", "unknown-key"),
        Case("something else", "hello:\n  say: Hi.\n  ‸colour: red\n  then: end", "unknown-key"),
        Case(
            "a misspelt question", "hello:\n  ‸aks: Which?\n  answers: [Bread, Cake]\n  as: list\n  then: end",
            "unknown-key"),
        Case("a misspelt kind", "hello:\n  ask: Which?\n  ‸anwsers: [Bread, Cake]\n  then: end", "unknown-key"),
        Case(
            "a misspelt kind whose answer is used",
            "hello:\n  ask: Which?\n  ‸anwsers: [Bread, Cake]\n  then: bye\nbye:\n  say: You took {hello}.\n  then: end",
            "unknown-key"),
        Case("a misspelt when", "hello:\n  ‸wen:\n    otherwise: end", "unknown-key"),
        Case("a misspelt hand_over", "hello:\n  ‸handover: team", "unknown-key"),
        Case(
            "a misspelt set", "hello:\n  ‸sett:\n    price: 4.90 EUR\n  say: It is {price}.\n  then: end", "unknown-key"
        ),
        Case(
            "a misspelt exit", bot: TestProject.bot.replacing("if_silent", with: "‸if_slient"), flow: question,
            "unknown-key"),
        Case(
            "a misspelt exit of a flow",
            flow:
                "flow: broken\nstart: hello\n‸if_slient:\n  after: 5 minutes\n  then: end\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-key"),
        Case(
            "a misspelt start", flow: "flow: broken\n‸strat: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-key"),
        Case(
            "misspelt steps", flow: "flow: broken\nstart: hello\n‸step:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-key"),
        Case(
            "misspelt words", bot: TestProject.bot.replacing("anywhere", with: "‸anywere"), flow: question,
            "unknown-key"),
        Case("misspelt people", bot: TestProject.bot.replacing("people:\n", with: "‸peopel:\n"), "unknown-key"),
        Case(
            "misspelt hours", bot: TestProject.bot.replacing("hours:\n  opening", with: "‸houers:\n  opening"),
            "unknown-key"),
        Case("a misspelt zone", bot: TestProject.bot.replacing("zone", with: "‸zoen"), "unknown-key"),
        Case("a misspelt name of the bot", bot: TestProject.bot.replacing("bot:", with: "‸Bot:"), "unknown-key"),
        Case(
            "in an exit",
            "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    ‸afer: 5 minutes\n    then: end\n  then: end",
            "unknown-key"),
        Case(
            "then of an exit",
            "hello:\n  ask: Name?\n  text: name\n  if_other:\n    say: Please.\n    ‸goto: end\n  then: end",
            "unknown-key"),
        Case(
            "in an answer",
            "hello:\n  ask: Which?\n  as: list\n  answers:\n    - label: Bread\n      ‸description: dark\n    - Cake\n  then: end",
            "unknown-key"),
        Case(
            "a misspelt label",
            "hello:\n  ask: Which?\n  answers:\n    - note: dark\n      ‸lable: Bread\n    - Cake\n  then: end",
            "unknown-key"),
        Case(
            "next to a name that is unknown", "hello:\n  ‸colour: red\n  say: It is {‸price}.\n  then: end",
            "unknown-key", "unknown-name"),
        Case(
            "in a bubble",
            "hello:\n  ask: Which?\n  bubble:\n    ‸colour: red\n  as: list\n  answers: [Bread, Cake]\n  then: end",
            "unknown-key"),
        Case(
            "in a rule",
            "hello:\n  ask: When?\n  times:\n    every: 2 hours\n    in: opening hours\n    ‸until: 2031-01-01\n  then: end",
            "unknown-key"),
        Case("in a text", "hello:\n  ask: Name?\n  text:\n    ‸pattern: x\n  then: end", "unknown-key"),
        Case(
            "in a place",
            "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  where:\n    name: Here\n    ‸lat: 1\n  then: end",
            "unknown-key"),
        Case(
            "of a queue", bot: TestProject.bot.replacing("  team:\n", with: "  team:\n    ‸adress: t-1\n"),
            "unknown-key"),
        Case("of the small texts", bot: TestProject.bot + "texts:\n  ‸godbye: Bye!\n", "unknown-key"),
        Case("that goes with a list", "hello:\n  say: Hi.\n  ‸as: list\n  then: end", "unknown-key"),
        Case("that goes with times", "hello:\n  ask: Name?\n  text: name\n  ‸where: Here\n  then: end", "unknown-key"),
        Case("that goes with people", "hello:\n  say: Hi.\n  ‸note: Regular customer\n  then: end", "unknown-key"),
        Case(
            "that goes inside a text", "hello:\n  ask: Name?\n  text: name\n  ‸at_most: 20\n  then: end", "unknown-key"),
        Case(
            "that goes with a question", "hello:\n  say: Hi.\n  ‸bubble:\n    title: Hello\n  then: end", "unknown-key"),
        Case(
            "a step of an answer with several",
            "hello:\n  ask: Which?\n  several: yes\n  answers:\n    - label: Bread\n      ‸then: end\n    - Cake\n  then: end",
            "unknown-key"),
    ]

    static let question = Case.flow("hello:\n  ask: Name?\n  text: name\n  then: end")

    static let missing = [
        Case(
            "the name of a flow", flow: "‸start: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "missing-key"),
        Case(
            "where a flow starts", flow: "‸flow: broken\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "missing-key"),
        Case("the steps of a flow", flow: "‸flow: broken\nstart: hello\n", "missing-key"),
        Case("two of them", flow: "# a flow\n\n‸‸flow: broken\n", "missing-key", "missing-key"),
        Case(
            "how long somebody is silent",
            "hello:\n  ask: Name?\n  text: name\n  ‸if_silent:\n    say: Hello?\n    then: end\n  then: end",
            "missing-key"),
        Case(
            "where silence leads",
            "hello:\n  ask: Name?\n  text: name\n  ‸if_silent:\n    after: 5 minutes\n  then: end", "missing-key"),
        Case(
            "where an unexpected reply leads",
            "hello:\n  ask: Name?\n  text: name\n  ‸if_other:\n    say: Please.\n  then: end", "missing-key"),
        Case("where a failure leads", "hello:\n  say: Hi.\n  ‸if_failed:\n    say: Sorry.\n  then: end", "missing-key"),
        Case(
            "an exit of the bot",
            bot: TestProject.bot.replacing("if_silent:\n  after: 10 minutes", with: "‸if_silent:"), flow: question,
            "missing-key"),
        Case(
            "the label of an answer",
            "hello:\n  ask: Which?\n  answers:\n    - ‸note: dark\n      id: bread\n    - Cake\n  then: end",
            "missing-key"),
        Case(
            "the answers of a section",
            "hello:\n  ask: Which?\n  answers:\n    - ‸section: Dark\n    - Cake\n  then: end", "missing-key"),
        Case(
            "how far apart times are", "hello:\n  ask: When?\n  ‸times:\n    in: opening hours\n  then: end",
            "missing-key"),
        Case(
            "when there are times", "hello:\n  ask: When?\n  ‸times:\n    every: 2 hours\n  then: end", "missing-key"
        ),
        Case(
            "the name of a place",
            "hello:\n  ask: When?\n  times: 2031-05-01 10:00\n  ‸where:\n    latitude: 1\n  then: end", "missing-key"),
        Case(
            "the line of a list", "hello:\n  set:\n    a: [x, y]\n  say:\n    - ‸each: item in a\n  then: end",
            "missing-key"),
        Case("the list of lines", "hello:\n  say:\n    - ‸line: x\n  then: end", "missing-key"),
        Case("the name of the bot", bot: TestProject.bot.replacing("bot: Broken\nzone", with: "‸zone"), "missing-key"),
        Case(
            "the zone", bot: TestProject.bot.replacing("bot: Broken\nzone: Europe/Berlin", with: "‸bot: Broken"),
            "missing-key"),
        Case(
            "the default flow",
            bot: TestProject.bot.replacing("bot: Broken", with: "‸bot: Broken").replacing("start: broken\n", with: ""),
            "missing-key"),
    ]

    static let names = [
        Case("a space", "hello:\n  say: Hi.\n  then: end\n‸c d:\n  say: Bye.\n  then: end", "bad-name"),
        Case(
            "a space, and somebody goes there", "hello:\n  say: Hi.\n  then: c d\n‸c d:\n  say: Bye.\n  then: end",
            "bad-name"),
        Case("a digit first", "hello:\n  say: Hi.\n  then: 2nd\n‸2nd:\n  say: Bye.\n  then: end", "bad-name"),
        Case("a point", "hello:\n  say: Hi.\n  then: a.b\n‸a.b:\n  say: Bye.\n  then: end", "bad-name"),
        Case(
            "too long",
            "hello:\n  say: Hi.\n  then: end\n‸\(String(repeating: "a", count: 41)):\n  say: Bye.\n  then: end",
            "bad-name"),
        Case(
            "as long as can be",
            "hello:\n  say: Hi.\n  then: \(String(repeating: "a", count: 40))\n\(String(repeating: "a", count: 40)):\n  say: Bye.\n  then: end"
        ),
        Case("letters of any language", "hello:\n  say: Hi.\n  then: größe-2_店\ngröße-2_店:\n  say: Bye.\n  then: end"),
        Case("a set name", "hello:\n  set:\n    ‸my price: 4\n  say: Hi.\n  then: end", "bad-name"),
        Case(
            "a set name that is used",
            "hello:\n  set:\n    ‸my price: 4\n  say: It is {my price}, yes {my price, plain}.\n  then: end", "bad-name"
        ),
        Case(
            "a step that is used",
            "hello:\n  say: Hi.\n  then: c d\n‸c d:\n  ask: Name?\n  text: name\n  then: bye\nbye:\n  say: Bye {c d}.\n  then: end",
            "bad-name"),
        Case("a name in a text", "hello:\n  say: Hi {‸first name}.\n  then: end", "bad-name"),
        Case("no name in a text", "hello:\n  say: Hi ‸{}.\n  then: end", "bad-name"),
        Case(
            "the end as a step", "hello:\n  say: Hi.\n  then: end\n‸end:\n  say: Bye.\n  then: hello", "reserved-name"),
        Case("back", "hello:\n  say: Hi.\n  then: end\n‸back:\n  say: Bye.\n  then: end", "reserved-name"),
        Case("resume", "hello:\n  say: Hi.\n  then: end\n‸resume:\n  say: Bye.\n  then: end", "reserved-name"),
        Case("start", "hello:\n  say: Hi.\n  then: end\n‸start:\n  say: Bye.\n  then: end", "reserved-name"),
        Case("send", "hello:\n  say: Hi.\n  then: end\n‸send:\n  say: Bye.\n  then: end", "reserved-name"),
        Case("nothing", "hello:\n  say: Hi.\n  then: end\n‸nothing:\n  say: Bye.\n  then: end", "reserved-name"),
        Case(
            "an answer under a built-in name",
            "hello:\n  say: Hi.\n  then: customer\n‸customer:\n  ask: Name?\n  text: name\n  then: end", "reserved-name"
        ),
        Case(
            "a built-in name is set", "hello:\n  set:\n    ‸today: 2031-05-01\n  say: Hi.\n  then: end", "reserved-name"
        ),
        Case(
            "a step under a built-in name that holds nothing",
            "hello:\n  say: Hi.\n  then: hours\nhours:\n  say: From six.\n  then: end"),
        Case(
            "an answer and a set name",
            "hello:\n  ask: Name?\n  text: name\n  then: bye\nbye:\n  set:\n    ‸hello: Ana\n  say: Bye {hello}.\n  then: end",
            "name-taken"),
        Case(
            "a set name and an answer",
            "hello:\n  set:\n    bye: Ana\n  say: Hi {bye}.\n  then: bye\n‸bye:\n  ask: Name?\n  text: name\n  then: end",
            "name-taken"),
        Case(
            "a name set twice",
            "hello:\n  set:\n    n: 1\n  say: Hi {n}.\n  then: bye\nbye:\n  set:\n    n: {n} + 1\n  say: Bye {n}.\n  then: end"
        ),
        Case(
            "another name than the file's",
            flow: "flow: ‸brocken\nstart: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "flow-name"),
        Case(
            "another case than the file's",
            flow: "flow: ‸Broken\nstart: hello\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "flow-name"),
    ]

    static let things = [
        Case(
            "it asks and hands over",
            "hello:\n  ask: Name?\n  text: name\n  ‸hand_over: team\n  note: New\n  then: end", "two-kinds-of-step"),
        Case(
            "it asks and decides",
            "hello:\n  ask: Name?\n  text: name\n  ‸when:\n    hello is Ana: end\n    otherwise: end",
            "two-kinds-of-step"),
        Case(
            "it hands over and decides", "hello:\n  hand_over: team\n  ‸when:\n    otherwise: end", "two-kinds-of-step"),
        Case(
            "it asks and calls", "hello:\n  ask: Name?\n  text: name\n  ‸call: ping\n  using: [hello]\n  then: end",
            "two-kinds-of-step"),
        Case(
            "it calls and asks", "hello:\n  call: ping\n  ‸ask: Name?\n  text: name\n  then: end", "two-kinds-of-step"),
        Case(
            "two kinds of answer", "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  ‸text: one line\n  then: end",
            "two-kinds-of-question"),
        Case(
            "two kinds of answer, and the answer is used",
            "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  ‸text: one line\n  then: bye\nbye:\n  say: You took {hello}.\n  then: end",
            "two-kinds-of-question"),
        Case(
            "a date and times",
            "hello:\n  ask: When?\n  date: future\n  ‸times: 2031-05-01 10:00\n  then: end", "two-kinds-of-question"),
        Case("no kind of answer", "hello:\n  ‸ask: Which?\n  then: end", "question-without-kind"),
        Case("no kind of answer and no then", "hello:\n  ‸ask: Which?", "question-without-kind"),
        Case(
            "no kind of answer, and how it is shown", "hello:\n  ‸ask: Which?\n  as: list\n  then: end",
            "question-without-kind"),
        Case(
            "answers without a question", "hello:\n  say: Which?\n  ‸answers: [Bread, Cake]\n  then: end",
            "kind-without-question"),
        Case(
            "answers without a question, and how they are shown",
            "hello:\n  say: Which?\n  as: list\n  ‸answers:\n    Bread: end\n    Cake: end", "kind-without-question"),
        Case("times without a question", "hello:\n  ‸times: 2031-05-01 10:00\n  then: end", "kind-without-question"),
        Case("text without a question", "hello:\n  ‸text: name\n  then: end", "kind-without-question"),
        Case(
            "only going on", "hello:\n  say: Hi.\n  then: c\n‸c:\n  then: b\nb:\n  say: Bye.\n  then: end",
            "step-does-nothing"),
        Case("only an exit", "hello:\n  say: Hi.\n  then: c\n‸c:\n  if_failed: end", "step-does-nothing"),
        Case("it sets", "hello:\n  set:\n    n: 1\n  then: b\nb:\n  say: Bye {n}.\n  then: end"),
        Case(
            "it says, sets and says before the one thing",
            "hello:\n  say: Hi.\n  set:\n    n: 1\n  ask: Name?\n  text: name\n  then: end"),
    ]
}
