import Diagnostics
import FlowCompiler
import FlowModel
import Simulation
import Testing

/// The `always:` and `never:` lines of transcripts.
@Suite struct PropertyTests {
    /// A shop in which everything goes as it should: people are asked before the call, and told afterwards.
    private static let shop = """
        first:
          ask: Bread or cake?
          answers: [Bread, Cake]
          then: sure
        sure:
          ask: Shall I book it?
          answers:
            Yes please: order
            No: bye
        order:
          call: book
          if_failed: sorry
          then: booked
        booked:
          say: It is booked.
          then: bye
        """

    private static func transcript(_ lines: String...) -> SourceFile {
        SourceFile(path: "Flows/hello.transcript", bytes: Array(lines.map { "\($0)\n" }.joined().utf8))
    }

    private static func broken(
        _ line: String, in steps: String = shop, words: String = ""
    ) throws -> [ExplorationFinding] {
        let bot = try ExplorationTests.bot(steps, words: words)
        let stated = StatedProperties(of: [transcript(line)], in: bot)
        #expect(stated.diagnostics.isEmpty, "\(stated.diagnostics)")
        return Exploration(of: PlayBot(bot), stating: stated).findings.filter { $0.code == .propertyBroken }
    }

    @Test(arguments: [
        "always: after order, call book follows",
        "always: after sure: Yes please, a book call follows",
        "always: after first: Bread, sure follows within 1 message",
        "always: sure before call book",
        "always: sure: Yes please before call book",
        "always: from any step, \"help\" reaches a person",
        "always: from any step, \"help\" reaches person within two messages",
        "never: call book twice",
        "never: first after booked",
        "never: booked after sure: No",
        "never: call book when first is empty",
        "never: hand over to team after booked",
    ])
    func `what holds is not reported`(line: String) throws {
        #expect(try Self.broken(line) == [])
    }

    /// Lines that do not hold, and how the conversation that shows it ends.
    private static let wrong = [
        ("always: after first, call book follows", "you: Hello\nwait: 10 minutes\n"),
        ("always: after order, booked follows", "given: book answers full\nyou: Hello\ntap: Bread\ntap: Yes please\n"),
        ("always: booked before bye", "tap: No\nexpect: ended\n"),
        ("never: call book", "tap: Yes please\nexpect: called book\n"),
        ("never: call book after first: Cake", "tap: Cake\ntap: Yes please\nexpect: called book\n"),
        ("never: hand over", "you: Hello\nwait: 10 minutes\n"),
        ("never: call book when first is Cake", "tap: Cake\ntap: Yes please\nexpect: called book\n"),
        ("never: sure twice", "expect: at hello/sure\n"),
    ]

    @Test(arguments: wrong)
    func `a conversation shows what does not hold, and passes as a test`(line: String, end: String) throws {
        let steps = line.contains("twice") ? Self.shop.replacing("No: bye", with: "No: first") : Self.shop
        let finding = try #require(try Self.broken(line, in: steps).first)
        let text = try #require(finding.transcript)
        #expect(text.contains(end), "\(text)")
        let report = TestReport(playing: [Self.transcript(text)], with: try ExplorationTests.bot(steps))
        #expect(report.passed == 1 && report.failed == 0, "\(text)\n\(report.allDiagnostics)")
    }

    @Test func `a word that leads elsewhere is reported with its step`() throws {
        let finding = try #require(
            try Self.broken("always: from any step, \"help\" reaches booked within 2 messages").first)
        #expect(finding.message.contains("hello/first"))
        #expect(finding.transcript?.contains("you: help\n") ?? false)
    }

    @Test func `answers that lead on count as messages`() throws {
        let line = "always: from any step, \"again\" reaches booked within"
        #expect(try Self.broken("\(line) 3 messages", words: "again: first") == [])
        #expect(try Self.broken("\(line) 2 messages", words: "again: first").count == 1)
    }

    @Test func `states that were not tried break nothing`() throws {
        let bot = PlayBot(try ExplorationTests.bot(Self.shop, words: "again: first"))
        let stated = StatedProperties(
            of: [Self.transcript("always: from any step, \"again\" reaches booked within 3 messages")], in: bot.bot)
        for most in 1..<20 {
            var tried = 0
            let exploration = Exploration(
                of: bot, stating: stated,
                unless: { phase in
                    if phase == .trying { tried += 1 }
                    return phase == .trying && tried > most
                })
            #expect(exploration.findings == [], "after \(most) states")
        }
    }

    @Test func `the deadline of messages is kept`() throws {
        let steps = Self.shop.replacing(
            "  then: sure\n", with: "  then: more\nmore:\n  ask: Sliced?\n  answers: [Yes, No]\n  then: sure\n")
        #expect(try Self.broken("always: after first: Bread, more follows within 1 message", in: steps) == [])
        let finding = try Self.broken("always: after first: Bread, order follows within 1 message", in: steps)
        #expect(finding.count == 1)
    }

    @Test func `a flow that is not tried to the end is named`() throws {
        let bot = try ExplorationTests.bot(Self.shop)
        let file = Self.transcript("always: after order, call book follows")
        var limits = ExplorationLimits.ofTests
        for (states, named) in [(300, [String]()), (2, ["hello"])] {
            limits.states = states
            var report = TestReport()
            report.checkProperties(of: [file], with: PlayBot(bot), limits: limits)
            #expect(report.partlyChecked == named)
        }
    }

    @Test func `each property is a test of its own`() throws {
        let bot = try ExplorationTests.bot(Self.shop)
        let file = Self.transcript(
            "always: after order, call book follows", "never: call book", "", "test: no", "tap: Bread", "tap: No")
        var report = TestReport(playing: [file], with: bot)
        report.checkProperties(of: [file], with: PlayBot(bot))
        #expect(report.passed == 2 && report.failed == 1 && report.diagnostics.isEmpty)
        let failed = try #require(report.results.first { $0.failure != nil })
        #expect(failed.name == "never: call book" && failed.line == 2)
        #expect(failed.failure?.code == .propertyBroken)
    }

    @Test(arguments: [
        ("always: after frist, call book follows", "did you mean `first`?"),
        ("always: after first, call bok follows", "did you mean `book`?"),
        ("always: after sure: Yes plaese, call book follows", "did you mean `Yes please`?"),
        ("never: hand over to tam", "did you mean `team`?"),
        ("always: call book twice", "write `never: call book twice`"),
        ("never: after first, sure follows", "write `always: after first, sure follows`"),
        ("always: from any step, \"halp\" reaches a person", "did you mean `help`?"),
        ("always: after first, sure follows within 0 messages", "write such as `within 2 messages`, up to 20"),
        ("never: call book when the team is closed", "add `hours` to it in bot.yaml"),
        ("always: after order, call book folows", "did you mean `follows`?"),
        ("always: from any stp, \"help\" reaches a person", "did you mean `step`?"),
        ("never: call book when everything is closd", "did you mean `closed`?"),
        ("never: call book twise", "did you mean `twice`?"),
    ])
    func `a line that cannot be checked is reported with a cure`(line: String, help: String) throws {
        let bot = try ExplorationTests.bot(Self.shop)
        let diagnostics = StatedProperties(of: [Self.transcript(line)], in: bot).diagnostics
        #expect(diagnostics.map(\.code) == [.propertySyntax] && diagnostics.first?.help == help, "\(diagnostics)")
    }

    @Test(arguments: [
        ("tomorrow", "the answers are `first time`, `last time`, `None of these`"),
        ("None of thes", "did you mean `None of these`?"), ("first time", nil), ("none of these", nil),
    ])
    func `answers to a question for times are those that are tried`(answer: String, help: String?) throws {
        let steps = """
            first:
              ask: When do you come?
              times:
                - 2031-12-01 10:00
                - 2031-12-01 11:00
              or:
                None of these: bye
              then: bye
            """
        let bot = try ExplorationTests.bot(steps)
        let line = Self.transcript("always: after first: \(answer), bye follows")
        let diagnostics = StatedProperties(of: [line], in: bot).diagnostics
        #expect(diagnostics.map(\.help) == (help.map { [$0] } ?? []), "\(diagnostics)")
    }

    @Test func `a property below a test is reported, and the test is played`() throws {
        let bot = try ExplorationTests.bot(Self.shop)
        let file = Self.transcript("test: no", "tap: Bread", "never: call book", "tap: No", "expect: ended")
        let report = TestReport(playing: [file], with: bot)
        #expect(report.passed == 1 && report.diagnostics.map(\.code) == [.propertySyntax])
    }
}
