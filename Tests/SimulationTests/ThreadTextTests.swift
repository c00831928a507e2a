import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Testing

@testable import Simulation

/// Operations on the text of a thread, each a table of texts before and after.
@Suite struct ThreadTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: String
        let after: String
        let operation: @Sendable (ThreadText) -> ThreadText

        init(
            _ name: String, _ before: String, _ after: String,
            _ operation: @escaping @Sendable (ThreadText) -> ThreadText
        ) {
            testDescription = name
            self.before = before
            self.after = after
            self.operation = operation
        }
    }

    static let rows = [
        Row("rewind keeps the first lines", "test: a\nyou: hi\ntap: Order\n", "test: a\nyou: hi\n") {
            $0.rewound(to: 2)
        },
        Row("rewind to the beginning", "you: hi\n", "") { $0.rewound(to: 0) },
        Row("rewind behind the end", "you: hi\n", "you: hi\n") { $0.rewound(to: 9) },
        Row("rewind counts comments", "# one\n\nyou: hi\ntap: A\n", "# one\n\nyou: hi\n") { $0.rewound(to: 3) },
        Row("a line more", "you: hi", "you: hi\ntap: A\n") { $0.appending(["tap: A"]) },
        Row("a line is one line", "", "you: a b\n") { $0.appending(["you: a\nb"]) },
        Row("another text of a line", "you: hi\ntap: A\n", "you: hi\ntap: B\n") { $0.replacing(2, with: "tap: B") },
        Row("a line less", "you: hi\ntap: A\nclose:\n", "you: hi\nclose:\n") { $0.replacing(2, with: nil) },
        Row("no such line", "you: hi\n", "you: hi\n") { $0.replacing(7, with: nil) },
        Row("no line at all", "you: hi\n", "you: hi\n") { $0.replacing(.min, with: nil).replacing(.max, with: "a") },
        Row("what is added is one line", "you: hi\n", "you: hi\nyou: a test: b\n") {
            $0.appending(["you: a\r\ntest: b"])
        },
        Row("line ends of Windows go", "you: hi\r\ntap: A\r\n", "you: hi\n") { $0.rewound(to: 1) },
        Row("another ending", "test: a\nyou: hi\ntap: A\n", "test: a (2)\nyou: hi\ntap: B\n") {
            $0.otherEnding(after: 2, ["tap: B"])
        },
        Row("a number beyond all", "test: a (9223372036854775807)\nyou: hi\n", "test: a (9223372036854775807) (2)\n") {
            $0.otherEnding(after: 1, [])
        },
        Row("a third ending", "test: a (2)\nyou: hi\n", "test: a (3)\n") { $0.otherEnding(after: 1, []) },
        Row("an ending without a name", "you: hi\ntap: A\n", "you: hi\ntap: B\n") {
            $0.otherEnding(after: 1, ["tap: B"])
        },
        Row("a name", "you: hi\n", "test: a b\nyou: hi\n") { $0.named("a\nb") },
        Row("another name", "# x\ntest: a\nyou: hi\n", "# x\ntest: b\nyou: hi\n") { $0.named("b") },
        Row("a device", "test: a\nyou: hi\n", "test: a\ngiven: device is web\nyou: hi\n") { $0.on(.web) },
        Row(
            "another device", "given: now is 2026-01-01 10:00\ngiven: device is web\ngiven: x is 1\nyou: hi\n",
            "given: now is 2026-01-01 10:00\ngiven: device is text only\ngiven: x is 1\nyou: hi\n"
        ) { $0.on(.textOnly) },
        Row("the device as usual", "given: device is web\nyou: hi\n", "you: hi\n") { $0.on(.iphone) },
        Row(
            "a given line goes behind the others", "given: x is 1\n# c\nyou: hi\n",
            "given: x is 1\ngiven: language is de\n# c\nyou: hi\n"
        ) {
            $0.inLanguage("de")
        },
        Row("a given line in an empty thread", "", "given: now is 2026-12-01 9:00\n") {
            $0.beginning(at: "2026-12-01 9:00")
        },
        Row("the clock as usual", "given: now is 2026-12-01 9:00\n", "") { $0.beginning(at: nil) },
        Row("what a call answers", "you: hi\n", "given: book answers taken\nyou: hi\n") {
            $0.answering("book", with: [.example("taken")])
        },
        Row(
            "what it answers instead", "given: book fails once\ngiven: other fails\ngiven: book answers a\nyou: hi\n",
            "given: book fails\ngiven: other fails\nyou: hi\n"
        ) { $0.answering("book", with: [.fails]) },
        Row("several answers", "you: hi\n", "given: book fails once\ngiven: book answers a\nyou: hi\n") {
            $0.answering("book", with: [.failsOnce, .example("a")])
        },
        Row(
            "the usual answer", "given: book answers a\ngiven: booking fails\nyou: hi\n",
            "given: booking fails\nyou: hi\n"
        ) {
            $0.answering("book", with: [])
        },
        Row(
            "a given line that comes too late stays", "you: hi\ngiven: device is web\n",
            "given: device is text only\nyou: hi\ngiven: device is web\n"
        ) {
            $0.on(.textOnly)
        },
    ]

    @Test(arguments: rows) func `an operation gives another text`(_ row: Row) {
        let before = ThreadText(row.before)
        let after = row.operation(before)
        #expect(after.text == row.after)
        #expect(row.operation(before) == after)
    }

    @Test func `a start line has the values that hold there`() {
        let thread = ThreadText.starting(
            at: "people/person", with: [(name: "colour", words: "Red"), (name: "n", words: "1")])
        #expect(thread.text == "given: colour is Red\ngiven: n is 1\nstart: people/person\n")
    }

    @Test func `tests of a transcript are threads, without what follows them`() throws {
        let file = SourceFile(
            path: "Flows/a.transcript",
            text: "# top\ntest: one\nyou: hi\n\n# about two\ntest: two\r\ngiven: x is 1\r\n# inside\r\nyou: ho\r\n\n")
        #expect(
            ThreadText.all(in: file).map(\.text) == [
                "test: one\nyou: hi\n", "test: two\ngiven: x is 1\n# inside\nyou: ho\n",
            ])
        #expect(ThreadText(test: "two", of: file)?.name == "two")
        #expect(ThreadText(test: "three", of: file) == nil)
    }

    // The clock.

    @Test(
        arguments: [
            (ThreadText.Wait.length(.minutes(10)), "wait: 10 minutes"),
            (.length(.seconds(90_061)), "wait: 1 day and 1 hour and 1 minute and 1 second"),
            (.wake(.silence), "wait: 10 minutes"), (.wake(.reminder), nil), (.wake(.people), nil),
            (.weekday(.monday, TimeOfDay.after(midnight: 11 * 60)!), "wait: 1 hour"),
            (.weekday(.monday, TimeOfDay.after(midnight: 9 * 60)!), "wait: 6 days and 23 hours"),
            (.weekday(.monday, TimeOfDay.after(midnight: 10 * 60)!), "wait: 7 days"),
            (.weekday(.sunday, TimeOfDay.after(midnight: 9 * 60 + 30)!), "wait: 5 days and 23 hours and 30 minutes"),
            (.length(.zero), nil),
        ] as [(ThreadText.Wait, String?)])
    func `time passes to where it is wanted`(_ wait: ThreadText.Wait, _ line: String?) throws {
        let bot = try TestFlow.bot()
        let thread = ThreadText("you: hi\n")
        // Monday 2 March 2026, 10:00.
        let play = Play(of: thread, flow: "shop", on: .iphone, with: PlayBot(bot))
        let waited = try? thread.waiting(wait, from: play.state, in: bot.zone)
        #expect(waited?.lines.last == line)
        guard let waited, let line else { return }
        let after = Play(of: waited, flow: "shop", on: .iphone, with: PlayBot(bot))
        #expect(after.stop == nil && after.turns.last?.line == 2, "\(line)")
    }

    @Test func `a clock that changes in between still shows the wanted time`() throws {
        let bot = try TestFlow.bot()
        // The clocks go forward on Sunday 29 March 2026.
        let thread = ThreadText("given: now is 2026-03-27 10:00\nyou: hi\n")
        let play = Play(of: thread, flow: "shop", on: .iphone, with: PlayBot(bot))
        let nine = try #require(TimeOfDay.after(midnight: 9 * 60))
        let waited = try thread.waiting(.weekday(.monday, nine), from: play.state, in: bot.zone)
        let after = Play(of: waited, flow: "shop", on: .iphone, with: PlayBot(bot))
        #expect(after.state.now.iso(in: bot.zone).hasPrefix("2026-03-30T09:00"))
    }

    // Tests.

    @Test(arguments: [
        ("See you on 2 March at 10:00.", "See you on 9 March at 10:00.", "See you on * March at 10:00."),
        ("Code ab-12.", "Code cd-34.", "Code *"), ("Same.", "Same.", "Same."), ("a b", "c d", "*"),
        ("on 2 March", "on Monday 9 March", "on * March"), ("a b c", "a c", "a * c"), ("a", "a a", "a*"),
        ("a c", "a b c", "a*c"),
        ("", "x", "*"),
    ])
    func `words that differ another time are stars`(_ one: String, _ other: String, _ expected: String) {
        #expect(one.withStars(whereUnlike: other) == expected)
        #expect(Wildcard(expected).fits(one))
    }

    @Test func `a kept thread has what was said, and what holds at the end`() throws {
        let plays = PlayBot(try TestFlow.bot())
        let thread = ThreadText("# by hand\ntap: Order\nbot: Something else\ntap: Red\n")
        let kept = try KeptTest(thread, as: " a  red one ", flow: "shop", with: plays)
        #expect(
            kept.text == """
                test: a red one
                # by hand
                bot: Good day!
                bot: What can we do?
                tap: Order
                bot: Which colour?
                tap: Red
                bot: What is your name?
                expect: at name

                """)
        let over = try KeptTest(ThreadText("you: hi\nyou: help\n"), as: "help", flow: "shop", with: plays)
        #expect(over.text.hasSuffix("you: help\nexpect: handed over to counter\n"))
        let done = try KeptTest(
            ThreadText("test: x\nyou: hi\nwait: 20 minutes\n"), as: "silent", flow: "shop", with: plays)
        #expect(done.text.hasSuffix("wait: 20 minutes\nbot: Still there?\nbot: See you!\nexpect: ended\n"))
    }

    @Test func `dates that depend on the day are stars, unless the thread says the day`() throws {
        let files = ProjectFiles(
            texts: [
                SourceFile(
                    path: "Flows/bot.yaml",
                    text:
                        "bot: Day\nzone: UTC\nstart: day\nif_failed: end\npeople:\n  desk:\nanywhere:\n  agent, help, support: day/person\n"
                ),
                SourceFile(
                    path: "Flows/day.yaml",
                    text: """
                        flow: day
                        start: say
                        steps:
                          say:
                            say: Today is {today}, and it is {now, time}.
                            then: end
                          person:
                            hand_over: desk
                            then: end

                        """),
            ], assets: [:], version: "1")
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let plays = PlayBot(try #require(compilation.bot, "\(compilation.report.text())"))
        let free = try KeptTest(ThreadText("you: hi\n"), as: "a", flow: "day", with: plays)
        #expect(free.text == "test: a\nyou: hi\nbot: Today is * March 2026, and it is 10:00.\nexpect: ended\n")
        let pinned = try KeptTest(
            ThreadText("given: now is 2026-03-02 11:00\nyou: hi\n"), as: "a", flow: "day", with: plays)
        #expect(pinned.text.contains("bot: Today is 2 March 2026, and it is 11:00.\n"))
    }

    @Test func `a thread that only begins at a step shows it`() throws {
        let plays = PlayBot(try TestFlow.bot())
        let play = Play(of: ThreadText("given: colour is Red\nstart: name\n"), flow: "shop", on: .iphone, with: plays)
        #expect(play.state.step == PlayStep(flow: "shop", step: "name"))
        #expect(play.turns.map(\.events.count) == [0, 1])
        let kept = try KeptTest(ThreadText("start: name\n"), as: "a", flow: "shop", with: plays)
        #expect(kept.text == "test: a\nstart: name\nbot: What is your name?\nexpect: at name\n")
    }

    @Test(arguments: [
        ("you: hi\ntap: Nothing\n", "x", "line 2 cannot be played: `Nothing` was not offered"),
        ("you: hi\n", "  ", "a test needs a name"),
    ])
    func `a thread that cannot be played cannot be kept`(_ lines: String, _ name: String, _ problem: String) throws {
        let plays = PlayBot(try TestFlow.bot())
        #expect(throws: ThreadProblem(problem)) {
            try KeptTest(ThreadText(lines), as: name, flow: "shop", with: plays)
        }
    }

    @Test(arguments: [
        ("", "test: a\nyou: hi\n"), ("test: b\nyou: hi\n", "test: b\nyou: hi\n\ntest: a\nyou: hi\n"),
        ("test: b\nyou: hi", "test: b\nyou: hi\n\ntest: a\nyou: hi\n"),
        ("test: b\r\nyou: hi\r\n", "test: b\r\nyou: hi\r\n\r\ntest: a\r\nyou: hi\r\n"),
    ])
    func `a kept test is appended`(_ before: String, _ beginning: String) throws {
        let plays = PlayBot(try TestFlow.bot())
        let kept = try KeptTest(ThreadText("you: hi\n"), as: "a", flow: "shop", with: plays)
        let file = SourceFile(path: "Flows/shop.transcript", text: before)
        let edited = file.applying([try kept.edit(of: file)])
        #expect(edited.text(in: 0..<edited.bytes.count).hasPrefix(beginning))
        #expect(TestReport(playing: [edited], with: plays.bot).failed == 0)
        #expect(throws: ThreadProblem.self) { try kept.edit(of: edited) }
    }

    // Ways to a step.

    @Test(arguments: [
        ("colour", "you: Hello\ntap: Order\n"), ("done", "you: Hello\ntap: Order\ntap: Red\nyou: Sample\n"),
        ("bye", "you: Hello\ntap: Bring\npick: 2026-03-03 10:00\n"), ("person", "you: Hello\ntap: Talk\n"),
        ("away", "given: now is 2026-03-01 03:00\nyou: Hello\ntap: Talk\n"),
    ])
    func `the shortest conversation leads to a step`(_ step: String, _ text: String) throws {
        let plays = PlayBot(try TestFlow.bot())
        let found = PathSearch.shortest(to: PlayStep(flow: "shop", step: step), from: "shop", with: plays)
        #expect(found?.text == text)
        let thread = try #require(found)
        let play = Play(of: thread, flow: "shop", on: .asWritten, with: plays)
        let target = try #require(plays.bot.reference(flow: "shop", step: step))
        #expect(play.stop == nil && play.passages.contains(Passage(target)))
    }

    @Test func `a step that nothing leads to is not found, and a search can be abandoned`() throws {
        let plays = PlayBot(try TestFlow.bot())
        #expect(PathSearch.shortest(to: PlayStep(flow: "shop", step: "none"), from: "shop", with: plays) == nil)
        var limits = PathSearch.Limits()
        limits.moves = 60
        limits.arrangements = 2
        #expect(
            PathSearch.shortest(to: PlayStep(flow: "shop", step: "filled"), from: "shop", with: plays, limits: limits)
                == nil)
        #expect(
            PathSearch.shortest(to: PlayStep(flow: "shop", step: "done"), from: "shop", with: plays) { true } == nil)
    }
}
