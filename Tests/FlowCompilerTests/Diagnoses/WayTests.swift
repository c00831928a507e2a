import Testing

/// Diagnostics of paths through a flow: destinations, `then`, unreachable steps, loops and dead ends.
@Suite struct WayTests {
    @Test(arguments: destinations)
    func `a destination exists`(_ example: Case) { example.check() }

    @Test(arguments: ends)
    func `every way out is written, and can be taken`(_ example: Case) { example.check() }

    @Test(arguments: reached)
    func `some way leads to every step`(_ example: Case) { example.check() }

    @Test(arguments: circles)
    func `nobody goes round without being asked`(_ example: Case) { example.check() }

    @Test(arguments: deadEnds)
    func `from everywhere somebody gets to an end`(_ example: Case) { example.check() }

    @Test(arguments: resumes)
    func `only what was interrupted can be resumed`(_ example: Case) { example.check() }

    @Test(arguments: decisions)
    func `a decision ends with otherwise`(_ example: Case) { example.check() }

    static let destinations = [
        Case("then", "hello:\n  say: Hi.\n  then: ‸bye", "unknown-step"),
        Case("then, misspelt", "hello:\n  say: Hi.\n  then: ‸by\nbye:\n  say: Bye.\n  then: end", "unknown-step"),
        Case("the end, misspelt", "hello:\n  say: Hi.\n  then: ‸End", "unknown-step"),
        Case(
            "an answer",
            "hello:\n  ask: Which?\n  answers:\n    Bread: ‸bred\n    Cake: bread\nbread:\n  say: Fresh.\n  then: end",
            "unknown-step"),
        Case(
            "a long answer",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      then: ‸bread\n    - Cake\n  then: end",
            "unknown-step"),
        Case("a line", "hello:\n  when:\n    today is empty: ‸bye\n    otherwise: end", "unknown-step"),
        Case("otherwise", "hello:\n  when:\n    today is empty: end\n    otherwise: ‸bye", "unknown-step"),
        Case(
            "silence",
            "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: 5 minutes\n    then: ‸bye\n  then: end",
            "unknown-step"),
        Case(
            "an unexpected reply", "hello:\n  ask: Name?\n  text: name\n  if_other: ‸bye\n  then: end", "unknown-step"),
        Case("a failure", "hello:\n  say: Hi.\n  if_failed: ‸bye\n  then: end", "unknown-step"),
        Case("closed people", "hello:\n  hand_over: desk\n  if_away: ‸closed", "unknown-step"),
        Case(
            "the start", flow: "flow: broken\nstart: ‸helo\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-step"),
        Case(
            "the start is no end", flow: "flow: broken\nstart: ‸end\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-step"),
        Case(
            "the start lies in this flow",
            flow: "flow: broken\nstart: ‸people/person\nsteps:\n  hello:\n    say: Hi\n    then: end\n", "unknown-step"),
        Case(
            "a word",
            flow:
                "flow: broken\nstart: hello\nanywhere:\n  menu: ‸menu\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-step"),
        Case(
            "a word, and the step it meant",
            flow:
                "flow: broken\nstart: hello\nanywhere:\n  menu: ‸menue\nsteps:\n  hello:\n    say: Hi\n    then: end\n  menu:\n    say: Menu.\n    then: end\n",
            "unknown-step"),
        Case(
            "an exit of the flow",
            flow: "flow: broken\nstart: hello\nif_failed: ‸bye\nsteps:\n  hello:\n    say: Hi\n    then: end\n",
            "unknown-step"),
        Case(
            "a name with a space", "hello:\n  say: Hi.\n  then: ‸say bye\nsay-bye:\n  say: Bye.\n  then: end",
            "unknown-step"),
        Case("a step of another flow", "hello:\n  say: Hi.\n  then: people/‸persn", "unknown-step"),
        Case("a flow", "hello:\n  say: Hi.\n  then: ‸peple/person", "unknown-flow"),
        Case("a flow", "hello:\n  say: Hi.\n  then: people"),
        Case("a flow with a slip", "hello:\n  say: Hi.\n  then: ‸peopel", "unknown-step"),
        Case(
            "a step with the name of a flow",
            "hello:\n  say: Hi.\n  then: people\npeople:\n  say: Nobody is there.\n  then: end"),
        Case("the start of a flow", "hello:\n  say: Hi.\n  then: people/start"),
        Case("the own flow", "hello:\n  say: Hi.\n  then: broken/bye\nbye:\n  say: Bye.\n  then: end"),
        Case("a slash too many", "hello:\n  say: Hi.\n  then: people/‸person/start", "unknown-step"),
        Case("nothing before the slash", "hello:\n  say: Hi.\n  then: ‸/person", "unknown-flow"),
        Case("nothing behind the slash", "hello:\n  say: Hi.\n  then: people/‸", "unknown-step"),
        Case(
            "the default flow", bot: TestProject.bot.replacing("start: broken", with: "start: ‸brokn"), "unknown-flow"),
        Case(
            "the default flow is no end", bot: TestProject.bot.replacing("start: broken", with: "start: ‸end"),
            "unknown-flow"),
        Case(
            "a word of the bot",
            bot: TestProject.bot.replacing("support: people/person", with: "support: people/‸persn"), "unknown-step"),
        Case(
            "a word of the bot without its flow",
            bot: TestProject.bot.replacing("support: people/person", with: "support: ‸person"), "unknown-flow"),
        Case(
            "an exit of the bot",
            bot: TestProject.bot.replacing("if_failed: people/person", with: "if_failed: people/‸sorry"), "unknown-step"
        ),
        Case("twice", "hello:\n  ask: Which?\n  answers:\n    Bread: ‸a\n    Cake: a", "unknown-step"),
    ]

    static let ends = [
        Case("a text", "‸hello:\n  say: Hi.", "missing-then"),
        Case("a set value", "‸hello:\n  set:\n    n: 1", "missing-then"),
        Case("a question", "‸hello:\n  ask: Name?\n  text: name", "missing-then"),
        Case("a question for a time", "‸hello:\n  ask: When?\n  times: 2031-05-01 10:00", "missing-then"),
        Case("answers in short", "‸hello:\n  ask: Which?\n  answers: [Bread, Cake]", "missing-then"),
        Case(
            "one answer of several",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      then: end\n    - ‸Cake", "missing-then"),
        Case(
            "two answers of several",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      then: end\n    - label: ‸Cake\n      note: sweet\n    - ‸Rolls",
            "missing-then", "missing-then"),
        Case(
            "several answers at once", "‸hello:\n  ask: Which?\n  several: yes\n  answers: [Bread, Cake]",
            "missing-then"),
        Case(
            "a way that is missing leads everywhere", "‸hello:\n  say: Hi.\nbye:\n  say: Bye.\n  then: end",
            "missing-then"),
        Case("people end without it", "hello:\n  hand_over: team"),
        Case("a decision ends without it", "hello:\n  when:\n    today is empty: end\n    otherwise: end"),
        Case(
            "every answer leads on", "hello:\n  ask: Which?\n  answers:\n    Bread: end\n    Cake: end\n  ‸then: end",
            "then-never-used"),
        Case(
            "every long answer leads on",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      then: end\n    - label: Cake\n      then: end\n  ‸then: bye\nbye:\n  say: Bye.\n  then: end",
            "then-never-used"),
        Case(
            "a decision leads on", "hello:\n  when:\n    today is empty: end\n    otherwise: end\n  ‸then: end",
            "then-never-used"),
        Case(
            "one answer does not lead on",
            "hello:\n  ask: Which?\n  answers:\n    - label: Bread\n      then: end\n    - Cake\n  then: end"),
        Case(
            "what is typed is taken",
            "hello:\n  ask: Which?\n  answers:\n    Bread: end\n    Cake: end\n  if_other: accept\n  then: end"),
        Case("people give back", "hello:\n  hand_over: team\n  then: end"),
        Case(
            "answers of a list lead on",
            "hello:\n  set:\n    a: [x, y]\n  ask: Which?\n  answers:\n    - each: item in a\n      label: \"{item}\"\n      then: end\n  ‸then: end",
            "then-never-used"),
    ]

    static let reached = [
        Case("one", "hello:\n  say: Hi.\n  then: end\n‸b:\n  say: Bye.\n  then: end", "unreachable-step"),
        Case(
            "what only an unreachable step leads to",
            "hello:\n  say: Hi.\n  then: end\n‸b:\n  say: B.\n  then: c\nc:\n  say: C.\n  then: end", "unreachable-step"
        ),
        Case(
            "the same the other way round",
            "hello:\n  say: Hi.\n  then: end\nc:\n  say: C.\n  then: end\n‸b:\n  say: B.\n  then: c", "unreachable-step"
        ),
        Case(
            "two", "hello:\n  say: Hi.\n  then: end\n‸b:\n  say: B.\n  then: end\n‸c:\n  say: C.\n  then: end",
            "unreachable-step", "unreachable-step"),
        Case(
            "a circle that nobody enters",
            "hello:\n  say: Hi.\n  then: end\n‸b:\n  ask: Which?\n  answers:\n    Bread: c\n    Cake: end\nc:\n  say: C.\n  then: b",
            "unreachable-step"),
        Case(
            "a step that leads to itself",
            "hello:\n  say: Hi.\n  then: end\n‸b:\n  ask: Which?\n  answers:\n    Again: b\n    Enough: end",
            "unreachable-step"),
        Case(
            "by silence",
            "hello:\n  ask: Name?\n  text: name\n  if_silent:\n    after: 5 minutes\n    then: bye\n  then: end\nbye:\n  say: Bye.\n  then: end"
        ),
        Case(
            "by an unexpected reply",
            "hello:\n  ask: Name?\n  text: name\n  if_other: bye\n  then: end\nbye:\n  say: Bye.\n  then: end"),
        Case("by a failure", "hello:\n  say: Hi.\n  if_failed: bye\n  then: end\nbye:\n  say: Bye.\n  then: end"),
        Case(
            "while people are away",
            "hello:\n  hand_over: desk\n  if_away: closed\nclosed:\n  say: Closed.\n  then: end"),
        Case(
            "by a word",
            flow:
                "flow: broken\nstart: hello\nanywhere:\n  hours: open\nsteps:\n  hello:\n    say: Hi\n    then: end\n  open:\n    say: Now.\n    then: end\n"
        ),
        Case(
            "by an exit of the flow",
            flow:
                "flow: broken\nstart: hello\nif_failed: sorry\nsteps:\n  hello:\n    say: Hi\n    then: end\n  sorry:\n    say: Sorry.\n    then: end\n"
        ),
        Case(
            "by an exit of the bot",
            bot: TestProject.bot.replacing("if_failed: people/person", with: "if_failed: broken/sorry"),
            flow: Case.flow("hello:\n  say: Hi.\n  then: end\nsorry:\n  say: Sorry.\n  then: end")),
        Case(
            "by a word of the bot",
            bot: TestProject.bot.replacing("anywhere:\n", with: "anywhere:\n  hours: broken/open\n"),
            flow: Case.flow("hello:\n  say: Hi.\n  then: end\nopen:\n  say: Now.\n  then: end")),
        Case(
            "a step in which something could not be read is taken to be reached",
            "hello:\n  say: Hi.\n  then: end\nb:\n  say: B.\n  ‸nxt: end\n  then: end", "unknown-key"),
        Case(
            "a step whose name is refused is taken to be reached",
            "hello:\n  say: Hi.\n  then: end\n‸b b:\n  say: B.\n  then: end", "bad-name"),
        Case(
            "what such a step leads to",
            "hello:\n  say: Hi.\n  then: end\n‸b b:\n  say: B.\n  then: c\nc:\n  say: C.\n  then: end", "bad-name"),
        Case(
            "a slip does not hide another step that nobody reaches",
            "hello:\n  say: Hi.\n  then: ‸bie\nbye:\n  say: Bye.\n  then: end\n‸secret:\n  say: Hush.\n  then: end",
            "unknown-step", "unreachable-step"),
        Case(
            "where the start is unknown nothing is",
            flow:
                "flow: broken\nstart: ‸x\nsteps:\n  hello:\n    say: Hi\n    then: end\n  bye:\n    say: Bye\n    then: end\n",
            "unknown-step"),
    ]

    static let circles = [
        Case(
            "two steps", "‸hello:\n  say: Hi.\n  then: again\nagain:\n  say: Again.\n  then: hello",
            "loop-without-question"),
        Case("one step", "‸hello:\n  say: Hi.\n  then: hello", "loop-without-question"),
        Case(
            "by a decision",
            "hello:\n  ask: Name?\n  text: name\n  then: a\n‸a:\n  when:\n    hello is Ana: end\n    otherwise: c\nc:\n  say: Still here.\n  then: a",
            "loop-without-question"),
        Case(
            "by a set value",
            "‸hello:\n  set:\n    n: 1\n  then: check\ncheck:\n  when:\n    n is more than 3: end\n    otherwise: hello",
            "loop-without-question"),
        Case(
            "while people are away",
            "‸hello:\n  hand_over: desk\n  if_away: closed\nclosed:\n  say: Closed.\n  then: hello",
            "loop-without-question"),
        Case(
            "two circles that share a step",
            "‸hello:\n  when:\n    today is empty: a\n    otherwise: b\na:\n  say: A.\n  then: hello\nb:\n  say: B.\n  then: hello",
            "loop-without-question"),
        Case(
            "two circles apart",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\n    None: end\n‸a:\n  say: A.\n  then: a\n‸b:\n  say: B.\n  then: b",
            "loop-without-question", "loop-without-question"),
        Case(
            "over two flows",
            files: [
                "broken.yaml": Case.flow("‸hello:\n  say: Hi.\n  then: other/start"),
                "other.yaml": "flow: other\nstart: a\nsteps:\n  a:\n    say: A.\n    then: broken/hello\n",
            ], "loop-without-question"),
        Case(
            "somebody is asked",
            "hello:\n  ask: Which?\n  answers:\n    Again: bye\n    Enough: end\nbye:\n  say: Bye.\n  then: hello"),
        Case("a person answers", "hello:\n  hand_over: team\n  then: bye\nbye:\n  say: Bye.\n  then: hello"),
        Case("a failure", "hello:\n  say: Hi.\n  if_failed: hello\n  then: end"),
    ]

    static let deadEnds = [
        Case(
            "a question that leads to itself", "‸hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: hello",
            "dead-end"),
        Case(
            "two questions",
            "‸hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: b\nb:\n  ask: Really?\n  answers: [Yes, No]\n  then: hello",
            "dead-end"),
        Case(
            "from a step on",
            "hello:\n  ask: Which?\n  answers:\n    Bread: end\n    Cake: a\n‸a:\n  ask: Which cake?\n  answers: [Apple, Plum]\n  then: b\nb:\n  say: Good.\n  then: a",
            "dead-end"),
        Case(
            "back to a question without an end",
            "‸hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: b\nb:\n  say: Again.\n  then: back", "dead-end"),
        Case(
            "two apart",
            "hello:\n  ask: Which?\n  answers:\n    Bread: a\n    Cake: b\n    None: end\n‸a:\n  ask: A?\n  answers: [x, y]\n  then: a\n‸b:\n  ask: B?\n  answers: [x, y]\n  then: b",
            "dead-end", "dead-end"),
        Case("one answer ends", "hello:\n  ask: Which?\n  answers:\n    Bread: hello\n    Cake: end"),
        Case("a person", "hello:\n  ask: Which?\n  answers:\n    Bread: hello\n    A person: people/person"),
        Case(
            "a person who gives back",
            "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: b\nb:\n  hand_over: team\n  then: hello"),
        Case(
            "back to a question with an end",
            "hello:\n  ask: Which?\n  answers:\n    Bread: b\n    Cake: end\nb:\n  say: None left.\n  then: back"),
        Case(
            "nobody gets there",
            "hello:\n  say: Hi.\n  then: end\n‸a:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: a",
            "unreachable-step"),
        Case(
            "a step that could not be read leads out",
            "hello:\n  ask: Which?\n  answers: [Bread, Cake]\n  then: b\nb:\n  say: B.\n  then: hello\n  ‸colour: red",
            "unknown-key"),
        Case(
            "a destination that does not exist leads out",
            "hello:\n  ask: Which?\n  answers:\n    Bread: hello\n    Cake: ‸x", "unknown-step"),
    ]

    static let resumes = [
        Case(
            "people also come from a step",
            flow: flow("hello:\n  say: Hi.\n  then: open\nopen:\n  say: From six.\n  then: ‸resume"),
            "resume-without-interruption"),
        Case(
            "people begin there",
            flow: flow("hello:\n  say: Hi.\n  then: ‸resume\nopen:\n  say: From six.\n  then: resume"),
            "resume-without-interruption"),
        Case(
            "an answer resumes",
            flow: flow(
                "hello:\n  ask: Which?\n  answers:\n    Bread: end\n    Cake: ‸resume\nopen:\n  say: From six.\n  then: resume"
            ), "resume-without-interruption"),
        Case(
            "two of them",
            flow: flow(
                "hello:\n  ask: Which?\n  answers:\n    Bread: ‸resume\n    Cake: ‸resume\nopen:\n  say: From six.\n  then: resume"
            ), "resume-without-interruption", "resume-without-interruption"),
        Case(
            "only a word leads there",
            flow: flow("hello:\n  ask: Name?\n  text: name\n  then: end\nopen:\n  say: From six.\n  then: resume")),
        Case(
            "a step behind a word",
            flow: flow(
                "hello:\n  ask: Name?\n  text: name\n  then: end\nopen:\n  say: From six.\n  then: more\nmore:\n  say: To noon.\n  then: resume"
            )),
        Case(
            "a word of the bot, into a flow that nobody starts",
            files: [
                "bot.yaml": TestProject.bot.replacing("anywhere:\n", with: "anywhere:\n  hours: info/open\n"),
                "broken.yaml": Case.flow("hello:\n  ask: Name?\n  text: name\n  then: end"),
                "info.yaml": "flow: info\nstart: open\nsteps:\n  open:\n    say: From six.\n    then: resume\n",
            ]),
        Case(
            "a person who gives back",
            files: [
                "broken.yaml": Case.flow("hello:\n  ask: Name?\n  text: name\n  then: end"),
                "bot.yaml": TestProject.bot.replacing("people/person\n", with: "people/sorry\n").replacing(
                    "support: people/sorry", with: "support: people/person"),
                "people.yaml":
                    "flow: people\nstart: sorry\nsteps:\n  sorry:\n    say: Sorry.\n    then: end\n  person:\n    hand_over: team\n    then: resume\n",
            ]),
    ]

    private static func flow(_ steps: String) -> String {
        Case.flow(steps).replacing("steps:\n", with: "anywhere:\n  hours: open\nsteps:\n")
    }

    static let decisions = [
        Case("it has none", "hello:\n  ‸when:\n    today is empty: end", "missing-otherwise"),
        Case("a line below", "hello:\n  when:\n    otherwise: end\n    ‸today is empty: end", "otherwise-not-last"),
        Case(
            "two lines below are one mistake",
            "hello:\n  when:\n    otherwise: end\n    ‸today is empty: end\n    now is empty: end", "otherwise-not-last"
        ),
        Case("misspelt", "hello:\n  when:\n    today is empty: end\n    ‸otherwse: end", "bad-condition"),
        Case("another tool's word", "hello:\n  when:\n    today is empty: end\n    ‸else: end", "bad-condition"),
        Case(
            "a broken condition", "hello:\n  when:\n    today ‸equals 2031-05-01: end\n    otherwise: end",
            "bad-condition"),
        Case("only otherwise", "hello:\n  when:\n    otherwise: end"),
    ]
}
