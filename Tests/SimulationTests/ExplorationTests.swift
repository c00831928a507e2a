import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Simulation
import Testing

/// Every way through a flow, on the engine.
@Suite struct ExplorationTests {
    private static let botFile = """
        bot: Corner Bakery
        zone: Europe/Berlin
        start: hello
        anywhere:
          agent, help, support: hello/person
        people:
          team:
        if_silent:
          after: 10 minutes
          then: hello/person
        if_other: hello/person
        if_failed: hello/person

        """

    private static let actions = """
        hosts: [api.bakery.example]
        actions:
          book:
            post: https://api.bakery.example/bookings
            gives:
              code: text
            problems:
              409: taken
            examples:
              booked:
                code: A1
              full:
                problem: taken

        """

    private static let ends = """
          person:
            hand_over: team
            then: bye
          bye:
            say: See you soon!
            then: end

        """

    static func bot(_ steps: String, words: String = "") throws -> Bot {
        try #require(try compilation(steps, words: words).bot)
    }

    /// The bot of the tests about ways through a flow, with these steps in the flow `hello`.
    ///
    /// - Parameter words: a line of `anywhere` of the flow.
    static func compilation(_ steps: String, words: String = "") throws -> Compilation {
        let indented = steps.split(separator: "\n").map { "  \($0)\n" }.joined()
        let anywhere = words.isEmpty ? "" : "anywhere:\n  \(words)\n"
        let sorry = steps.contains("sorry") ? "  sorry:\n    say: That did not work.\n    then: end\n" : ""
        let flow = "flow: hello\nstart: first\n\(anywhere)steps:\n\(indented)\(sorry)\(ends)"
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: [
                    SourceFile(path: "Flows/bot.yaml", bytes: Array(botFile.utf8)),
                    SourceFile(path: "Flows/hello.yaml", bytes: Array(flow.utf8)),
                ],
                actions: SourceFile(path: "Config/actions.yaml", bytes: Array(actions.utf8)), assets: [:],
                version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        try #require(compilation.bot != nil, "\(compilation.report.text())")
        return compilation
    }

    private static func explored(_ steps: String, limits: ExplorationLimits = ExplorationLimits()) throws -> Exploration
    {
        Exploration(of: PlayBot(try bot(steps)), limits: limits)
    }

    static let sound = """
        first:
          ask: Bread or cake?
          answers: [Bread, Cake]
          then: many
        many:
          ask: How many?
          number:
            at_least: 1
            at_most: 9
          then: sure
        sure:
          when:
            many is more than 4: big
            otherwise: order
        big:
          ask: That is a lot. Really?
          answers:
            Yes: order
            No: many
        order:
          call: book
          if_failed:
            say: Let us try once more.
            retry_from: order
            tries: 1
            then: sorry
          then: bye
        """

    @Test func `every step of a sound flow is reached, and nothing is found`() throws {
        let exploration = try Self.explored(Self.sound)
        #expect(exploration.findings == [])
        #expect(exploration.isComplete && exploration.incomplete == [])
        let result = try #require(exploration.flows.first)
        #expect(result.flow == "hello" && result.states > 20 && exploration.moves > result.states)
    }

    @Test func `the same flow is always explored alike`() throws {
        let (one, other) = (try Self.explored(Self.sound), try Self.explored(Self.sound))
        #expect(one.flows == other.flows && one.moves == other.moves && one.findings == other.findings)
    }

    @Test func `values on which nothing depends make no states of their own`() throws {
        let few = try Self.explored(Self.sound)
        let many = try Self.explored(
            Self.sound.replacing("[Bread, Cake]", with: "[Bread, Cake, Bun, Roll, Pie, Tart, Scone, Bagel]"))
        #expect(many.states == few.states && many.moves > few.moves)
    }

    @Test func `a text that a pattern asks for is found, and what follows it is reached`() throws {
        let steps = """
            first:
              ask: Which order?
              text:
                kind: code
                matches: '[A-Za-z]{2}-(1|2)\\d{4}( ?x)?'
              then: found
            found:
              say: Here it is.
              then: bye
            """
        #expect(try Self.explored(steps).findings == [])
    }

    /// Whether the reminder comes depends on the time that is chosen, and on nothing else of it.
    @Test(arguments: [("", "first"), ("copy:\n  set:\n    chosen: {first}\n  then: remind\n", "chosen")])
    func `a reminder before a chosen time comes in some conversations, and not in others`(
        between: String, name: String
    ) throws {
        let steps = """
            first:
              ask: When?
              times:
                - 2026-03-02 12:00 for 45 minutes
                - 2026-03-03 12:00 for 45 minutes
                - 2026-03-05 12:00 for 45 minutes
              then: sure
            sure:
              ask: Shall I book it?
              answers:
                Yes: \(between.isEmpty ? "remind" : "copy")
                No: first
            \(between)remind:
              remind: 1 day before {\(name)}
              go: tomorrow
              then: bye
            tomorrow:
              ask: See you tomorrow?
              answers:
                Yes: bye
                No: first
            """
        let exploration = try Self.explored(steps)
        #expect(exploration.findings == [] && exploration.isComplete)
        let more = try Self.explored(
            steps.replacing(
                "    - 2026-03-05 12:00 for 45 minutes\n",
                with: (5..<20).map { "    - 2026-03-\($0 < 10 ? "0" : "")\($0) 12:00 for 45 minutes\n" }.joined()))
        #expect(more.states < exploration.states * 2)
    }

    @Test func `a bound is reported, and steps behind it are not said to be unreachable`() throws {
        var limits = ExplorationLimits()
        limits.states = 3
        let exploration = try Self.explored(Self.sound, limits: limits)
        #expect(!exploration.isComplete && exploration.incomplete.contains(""))
        #expect(exploration.flows.allSatisfy { !$0.isComplete })
        #expect(exploration.findings == [])
    }

    @Test func `it stops when it is abandoned`() throws {
        let bot = PlayBot(try Self.bot(Self.sound))
        let exploration = Exploration(of: bot, unless: { _ in true })
        #expect(exploration.moves == 0 && !exploration.isComplete)
    }

    @Test func `time that is over before loops and properties were checked is reported, and what was tried counts`()
        throws
    {
        let bot = try Self.bot(Self.shown[1].2)
        let file = SourceFile(path: "Flows/hello.transcript", text: "never: bye\n")
        let stated = StatedProperties(of: [file], in: bot)
        let all = Exploration(of: PlayBot(bot), stating: stated)
        #expect(all.unchecked == [] && Set(all.findings.map(\.code)) == [.noWayOut, .propertyBroken])
        let tried = Exploration(of: PlayBot(bot), stating: stated, unless: { $0 == .checking })
        #expect(tried.isComplete && tried.unchecked.contains("") && tried.unchecked.count > 1)
        #expect(tried.states == all.states && tried.findings == [])
    }

    @Test func `a loop behind a loop, and one beside it, are found once each`() throws {
        let loop = { (name: String, more: String) in
            "\(name):\n  set:\n    loaves: 1\n  ask: Again?\n  answers:\n    Yes: \(name)_again\n    No: \(name)_again\n\(more)"
                + "  if_silent:\n    after: 1 hour\n    then: bye\n"
                + "\(name)_again:\n  when:\n    loaves is more than 5: bye\n    otherwise: \(name)\n"
        }
        let steps =
            "first:\n  ask: Left or right?\n  answers:\n    Left: left\n    Right: right\n"
            + loop("left", "    Deeper: deep\n") + loop("deep", "") + loop("right", "    Left: left\n")
        let found = try Self.explored(steps).findings.filter { $0.code == .noWayOut }.map(\.step.step)
        #expect(found == ["left", "right"])
    }

    @Test func `the exit of a failing call is found by its second example, and the conversation arranges it`() throws {
        let exploration = try Self.explored(
            Self.sound.replacing("then: sorry", with: "then: gone").replacing(
                "    say: Let us try once more.\n", with: "")
                + "\ngone:\n  when:\n    first is Bread: bread\n    otherwise: end\n"
                + "bread:\n  say: No bread today.\n  then: end")
        let finding = try #require(exploration.findings.first)
        // The customer may have answered `many` or `big` last.
        #expect(Set(exploration.findings.map(\.code)) == [.silentEnd], "\(exploration.findings)")
        let transcript = try #require(finding.transcript)
        #expect(transcript.contains("given: book answers full\n") && transcript.contains("tap: Cake\n"))
    }

    /// A flow, the code that it shows, and the step that it is about.
    private static let shown: [(DiagnosticCode, String, String)] = [
        (
            .silentEnd, "first",
            "first:\n  ask: Bread?\n  answers:\n    Yes: bye\n    No: end"
        ),
        (
            .noWayOut, "first",
            """
            first:
              set:
                loaves: 1
              ask: Bread?
              answers: [Yes, No]
              if_silent:
                after: 1 hour
                then: bye
              then: enough
            enough:
              when:
                loaves is more than 5: bye
                otherwise: first
            """
        ),
        (
            .neverReached, "two",
            """
            first:
              ask: Bread?
              answers: [Yes, No]
              set:
                count: 1
              then: which
            which:
              when:
                count is 2: two
                otherwise: bye
            two:
              say: Two.
              then: end
            """
        ),
        (
            .calledTwice, "order",
            """
            first:
              ask: Bread?
              answers:
                Yes: order
                No: bye
            order:
              call: book
              then: more
            more:
              ask: Booked. More?
              answers: [Yes, No]
              if_silent:
                after: 1 hour
                then: order
              then: bye
            """
        ),
    ]

    @Test(arguments: shown)
    func `a finding names its step, and its conversation passes as a test`(
        code: DiagnosticCode, step: String, steps: String
    ) throws {
        let bot = try Self.bot(steps)
        let exploration = Exploration(of: PlayBot(bot))
        #expect(exploration.isComplete)
        #expect(exploration.findings.map(\.code) == [code], "\(exploration.findings)")
        let finding = try #require(exploration.findings.first)
        #expect(finding.step == PlayStep(flow: "hello", step: step))
        guard let transcript = finding.transcript else { return #expect(code == .neverReached) }
        let file = SourceFile(path: "Flows/hello.transcript", bytes: Array(transcript.utf8))
        let report = TestReport(playing: [file], with: bot)
        #expect(report.passed == 1 && report.failed == 0, "\(transcript)\n\(report.allDiagnostics)")
    }

    @Test func `the test of an end without an answer fails when the flow says something`() throws {
        let steps = "first:\n  ask: Bread?\n  answers:\n    Yes: bye\n    No: end"
        let transcript = try #require(try Self.explored(steps).findings.first?.transcript)
        let corrected = try Self.bot(steps.replacing("No: end", with: "No: bye"))
        let file = SourceFile(path: "Flows/hello.transcript", bytes: Array(transcript.utf8))
        #expect(TestReport(playing: [file], with: corrected).failed == 1)
    }

    @Test func `the shortest conversation shows a finding`() throws {
        let exploration = try Self.explored(
            """
            first:
              ask: Bread?
              answers:
                Yes: more
                No: end
            more:
              ask: More?
              answers:
                Yes: first
                No: end
            """)
        let first = try #require(exploration.findings.first { $0.step.step == "first" }?.transcript)
        #expect(first == "test: first ends without an answer\nyou: Hello\ntap: No\nexpect: nothing\nexpect: ended\n")
    }
}
