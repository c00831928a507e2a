import Diagnostics
import Expressions
import FlowCompiler
import Testing

/// Diagnostics of answers, times and pictures: sections 3.2 to 3.4.
@Suite struct QuestionTests {
    @Test(arguments: answers)
    func `answers are enough, differ, and can be shown as asked`(_ example: Case) { example.check() }

    @Test(arguments: lengths)
    func `texts are short enough to be shown`(_ example: Case) { example.check() }

    @Test(arguments: times)
    func `times are ahead, differ, and are there`(_ example: Case) { example.check() }

    static let answers = [
        Case("one", "hello:\n  ask: Which?\n  ‸answers: [Bread]\n  then: end", "too-few-answers"),
        Case("none", "hello:\n  ask: Which?\n  ‸answers: []\n  then: end", "too-few-answers"),
        Case("one in short", "hello:\n  ask: Which?\n  ‸answers:\n    Bread: end", "too-few-answers"),
        Case(
            "one of several", "hello:\n  ask: Which?\n  several: yes\n  ‸answers: [Bread]\n  then: end",
            "too-few-answers"),
        Case(
            "one for each",
            "hello:\n  set:\n    l: [a, b]\n  ask: Which?\n  answers:\n    - each: x in l\n      label: \"{x}\"\n  then: end"
        ),
        Case(
            "one in each of two sections",
            "hello:\n  ask: Which?\n  answers:\n    - section: Dark\n      answers: [Rye]\n    - section: Light\n      answers: [Wheat]\n  then: end"
        ),
        Case(
            "one of a section, several of another",
            "hello:\n  ask: Which?\n  several: yes\n  answers:\n    - section: Size\n      several: no\n      answers: [S, M]\n    - section: Extras\n      answers: [Bell, Lock]\n  then: end"
        ),
        Case(
            "several of a section, where one is taken",
            "hello:\n  ask: Which?\n  answers:\n    - section: Size\n      ‸several: yes\n      answers: [S, M]\n  then: end",
            "unknown-key"),
        Case(
            "a section that says neither yes nor no",
            "hello:\n  ask: Which?\n  several: yes\n  answers:\n    - section: Size\n      several: ‸perhaps\n      answers: [S, M]\n  then: end",
            "bad-yes-no"),
        Case(
            "one that could not be read", "hello:\n  ask: Which?\n  answers:\n    - Bread\n    - ‸id: x\n  then: end",
            "missing-key"),
        Case(
            "six buttons", "hello:\n  ask: Which?\n  as: buttons\n  answers: [a, b, c, d, e, ‸f]\n  then: end",
            "too-many-answers"),
        Case(
            "seven buttons",
            "hello:\n  ask: Which?\n  as: buttons\n  answers:\n    a: end\n    b: end\n    c: end\n    d: end\n    e: end\n    ‸f: end\n    g: end",
            "too-many-answers"),
        Case("five buttons", "hello:\n  ask: Which?\n  as: buttons\n  answers: [a, b, c, d, e]\n  then: end"),
        Case("six answers as they come", "hello:\n  ask: Which?\n  answers: [a, b, c, d, e, f]\n  then: end"),
        Case(
            "twice but for a capital, to different steps",
            "hello:\n  ask: Which?\n  answers:\n    Yes: end\n    ‸yes: bye\nbye:\n  say: Bye.\n  then: end",
            "duplicate-answer"),
        Case(
            "twice but for a capital, to one step", "hello:\n  ask: Which?\n  answers:\n    IT: end\n    It: end"),
        Case("twice", "hello:\n  ask: Which?\n  answers: [Red, Blue, ‸Red]\n  then: end", "duplicate-answer"),
        Case(
            "twice in short", "hello:\n  ask: Which?\n  answers:\n    Red: end\n    Blue: end\n    ‸Red: hello",
            "duplicate-answer"),
        Case(
            "three times", "hello:\n  ask: Which?\n  answers: [Red, ‸Red, ‸Red]\n  then: end", "duplicate-answer",
            "duplicate-answer"),
        Case(
            "twice with ids",
            "hello:\n  ask: Which?\n  answers:\n    - label: Red\n      id: r1\n    - label: Red\n      id: r2\n  then: end"
        ),
        Case(
            "twice with one id",
            "hello:\n  ask: Which?\n  answers:\n    - label: Red\n      id: r1\n    - Red\n  then: end"),
        Case(
            "the same id",
            "hello:\n  ask: Which?\n  answers:\n    - label: Red\n      id: x\n    - label: Blue\n      id: ‸x\n  then: end",
            "duplicate-answer"),
        Case(
            "an id that is a label",
            "hello:\n  ask: Which?\n  answers:\n    - Red\n    - label: Blue\n      id: ‸Red\n  then: end",
            "duplicate-answer"),
        Case(
            "twice in two sections",
            "hello:\n  ask: Which?\n  answers:\n    - section: Dark\n      answers: [Rye, Spelt]\n    - section: Light\n      answers: [Wheat, ‸Rye]\n  then: end",
            "duplicate-answer"),
        Case(
            "notes as buttons",
            "hello:\n  ask: Which?\n  as: ‸buttons\n  answers:\n    - label: Bread\n      note: dark\n    - Cake\n  then: end",
            "as-impossible"),
        Case(
            "several as buttons",
            "hello:\n  ask: Which?\n  as: ‸buttons\n  several: yes\n  answers: [Bread, Cake]\n  then: end",
            "as-impossible"),
        Case(
            "sections as buttons",
            "hello:\n  ask: Which?\n  as: ‸buttons\n  answers:\n    - section: Dark\n      answers: [Rye, Spelt]\n  then: end",
            "as-impossible"),
        Case(
            "notes and more than five as buttons",
            "hello:\n  ask: Which?\n  as: ‸buttons\n  answers:\n    - label: a\n      note: x\n    - b\n    - c\n    - d\n    - e\n    - ‸f\n  then: end",
            "as-impossible", "too-many-answers"),
        Case(
            "notes as a list",
            "hello:\n  ask: Which?\n  as: list\n  answers:\n    - label: Bread\n      note: dark\n    - Cake\n  then: end"
        ),
        Case(
            "numbers with notes",
            "hello:\n  ask: Which?\n  as: numbers\n  answers:\n    - label: Bread\n      note: dark\n    - Cake\n  then: end"
        ),
        Case(
            "yes and no are labels",
            "hello:\n  ask: Sure?\n  answers: [Yes, No]\n  then: b\nb:\n  when:\n    hello is No: end\n    hello is yes: end\n    otherwise: end"
        ),
        Case(
            "a label with a colon", "hello:\n  ask: Which?\n  answers:\n    Bread: dark: end\n    \"Cake: sweet\": end"),
        Case(
            "items with colons are text when the word is no key",
            "hello:\n  ask: Which?\n  answers:\n    - Bread: dark\n    - Cake: sweet\n  then: end"),
    ]

    static let long = String(repeating: "word ", count: 41) + "end"
    static let longer = String(repeating: "word ", count: 110) + "end"

    static let lengths = [
        Case(
            "a button", "hello:\n  ask: Which?\n  answers: [‸A loaf of our finest bread, Cake]\n  then: end",
            "answer-too-long"),
        Case(
            "two buttons",
            "hello:\n  ask: Which?\n  as: buttons\n  answers:\n    ‸A loaf of our finest bread: end\n    ‸A piece of our finest cake: end",
            "answer-too-long", "answer-too-long"),
        Case(
            "24 characters on a button",
            "hello:\n  ask: Which?\n  answers: [A loaf of our finest rye, Cake]\n  then: end"),
        Case(
            "an item of a list",
            "hello:\n  ask: Which?\n  as: list\n  answers: [A loaf of our finest bread, Cake]\n  then: end"),
        Case(
            "an item that becomes a list",
            "hello:\n  ask: Which?\n  answers: [A loaf of our finest bread, b, c, d, e, f]\n  then: end"),
        Case("a question", "hello:\n  ask: ‸\(long)\n  answers: [Bread, Cake]\n  then: end", "text-too-long"),
        Case(
            "a question that is much too long", "hello:\n  ask: ‸\(longer)\n  answers: [Bread, Cake]\n  then: end",
            "text-too-long"),
        Case(
            "a note",
            "hello:\n  ask: Which?\n  as: list\n  answers:\n    - label: Bread\n      note: ‸\(long)\n    - Cake\n  then: end",
            "text-too-long"),
        Case(
            "the title of a bubble",
            "hello:\n  ask: Which?\n  bubble:\n    title: ‸\(long)\n  as: list\n  answers: [Bread, Cake]\n  then: end",
            "text-too-long"),
        Case("a plain question", "hello:\n  ask: \(longer)\n  text: name\n  then: end"),
        Case("what is said", "hello:\n  say: \(longer)\n  then: end"),
        Case(
            "a question for a time", "hello:\n  ask: ‸\(longer)\n  times: 2031-05-01 10:00\n  then: end",
            "text-too-long"),
        Case(
            "200 characters",
            "hello:\n  ask: \(String(repeating: "a", count: 200))\n  answers: [Bread, Cake]\n  then: end"),
    ]

    @Test(arguments: [(200, 0, 0), (201, 0, 1), (512, 0, 1), (513, 1, 0)])
    func `a long text is a warning, one that cannot be shown an error`(_ length: Int, _ errors: Int, _ warnings: Int) {
        let flow = "hello:\n  ask: \(String(repeating: "ü", count: length))\n  answers: [Bread, Cake]\n  then: end"
        var project = TestProject(["broken.yaml": Case.flow(flow)])
        #expect(project.report.errors == errors && project.report.warnings == warnings)
        project.isStrict = false
        #expect(project.report.errors == errors && project.report.warnings == 0)
    }

    static let times = [
        Case(
            "past", "hello:\n  ask: When?\n  times:\n    - ‸2020-05-01 10:00\n    - 2031-05-01 10:00\n  then: end",
            "past-slot"),
        Case(
            "past by a minute", "hello:\n  ask: When?\n  times: [‸2026-03-02 09:59, 2026-03-02 10:30]\n  then: end",
            "past-slot"),
        Case("now", "hello:\n  ask: When?\n  times: [2026-03-02 10:00, 2026-03-02 10:30]\n  then: end"),
        Case(
            "past in another zone",
            "hello:\n  ask: When?\n  times: ‸2026-03-02 11:30\n  zone: Europe/Helsinki\n  then: end".replacing(
                "11:30", with: "10:30"), "past-slot"),
        Case(
            "overlapping",
            "hello:\n  ask: When?\n  times:\n    - 2031-05-01 10:00 for 45 minutes\n    - ‸2031-05-01 10:30 for 45 minutes\n  then: end",
            "overlapping-slots"),
        Case(
            "overlapping, the later first",
            "hello:\n  ask: When?\n  times:\n    - ‸2031-05-01 10:30\n    - 2031-05-01 10:00 for 45 minutes\n  then: end",
            "overlapping-slots"),
        Case(
            "a long one over two",
            "hello:\n  ask: When?\n  times:\n    - 2031-05-01 10:00 for 3 hours\n    - ‸2031-05-01 10:30\n    - ‸2031-05-01 11:00\n  then: end",
            "overlapping-slots", "overlapping-slots"),
        Case(
            "half an hour when nothing is said",
            "hello:\n  ask: When?\n  times: [2031-05-01 10:00, ‸2031-05-01 10:29]\n  then: end", "overlapping-slots"),
        Case(
            "one behind the other", "hello:\n  ask: When?\n  times: [2031-05-01 10:00, 2031-05-01 10:30]\n  then: end"),
        Case(
            "twice", "hello:\n  ask: When?\n  times:\n    - 2031-05-01 10:00\n    - ‸2031-05-01 10:00\n  then: end",
            "duplicate-slot"),
        Case(
            "twice with two lengths",
            "hello:\n  ask: When?\n  times:\n    - 2031-05-01 10:00\n    - ‸2031-05-01 10:00 for 1 hour\n  then: end",
            "duplicate-slot"),
        Case(
            "twice in the past", "hello:\n  ask: When?\n  times: [‸2020-05-01 10:00, ‸‸2020-05-01 10:00]\n  then: end",
            "past-slot", "duplicate-slot", "past-slot"),
        Case("none", "hello:\n  ask: When?\n  ‸times: []\n  then: end", "no-slots"),
        Case(
            "never open",
            bot: TestProject.bot.replacing("    Monday to Friday: 9:00 to 17:00", with: "    Monday to Sunday: closed"),
            flow: Case.flow(
                "hello:\n  ask: When?\n  ‸times:\n    every: 2 hours\n    in: opening hours\n  then: end"),
            "no-slots"),
        Case(
            "open too short",
            "hello:\n  ask: When?\n  ‸times:\n    every: 2 hours\n    lasting: 2 hours\n    in: 9:00 to 10:00\n  then: end",
            "no-slots"),
        Case(
            "open just long enough",
            "hello:\n  ask: When?\n  times:\n    every: 1 hour\n    in: 9:00 to 10:00\n  then: end"),
        Case(
            "hours that could not be read", bot: TestProject.bot.replacing("9:00 to 17:00", with: "‸nine to five"),
            flow: Case.flow(
                "hello:\n  ask: When?\n  times:\n    every: 2 hours\n    in: opening hours\n  then: end"),
            "unknown-word"),
        Case(
            "a clock change between",
            "hello:\n  ask: When?\n  times: [2031-10-25 10:00, ‸2031-10-26 10:00, 2031-10-27 10:00]\n  then: end",
            "clock-change"),
        Case(
            "a clock change, the later first",
            "hello:\n  ask: When?\n  times: [‸2031-10-26 10:00, 2031-10-25 10:00]\n  then: end", "clock-change"),
        Case(
            "a clock change on the customer's clock",
            "hello:\n  ask: When?\n  times: [2031-10-25 10:00, 2031-10-27 10:00]\n  zone: customer\n  then: end"),
        Case(
            "no clock change in that zone",
            "hello:\n  ask: When?\n  times: [2031-10-25 10:00, 2031-10-27 10:00]\n  zone: Asia/Tokyo\n  then: end"),
        Case(
            "one slot without a list",
            "hello:\n  ask: When?\n  times: 2031-05-01 10:00 for 1 hour and 30 minutes\n  then: end"),
        Case(
            "a rule",
            "hello:\n  ask: When?\n  times:\n    every: 2 hours\n    in: opening hours\n    lasting: 1 hour\n    days: 14\n    notice: 2 hours\n    at_most: 60\n  where:\n    name: Here\n    latitude: 52.5\n    longitude: 13.4\n    radius: 100\n  title: Visit\n  then: end"
        ),
    ]
}
