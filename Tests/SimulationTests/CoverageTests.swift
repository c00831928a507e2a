import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import JSON
import Simulation
import Testing

/// `usher test --coverage`: the parts of flows that no test covers.
@Suite struct CoverageTests {
    private static let bot = """
        bot: Shop
        zone: Europe/Berlin
        start: shop
        hours:
          opening hours:
            Monday to Friday: 9:00 to 18:00
        people:
          counter:
            hours: opening hours
        if_silent: never
        if_other: shop/person
        if_failed: shop/person

        """

    private static let shop = """
        flow: shop
        start: welcome
        anywhere:
          agent, help, support: person
        if_other:
          tries: 0
          then: person
        steps:
          welcome:
            ask: What can we do?
            answers:
              Order: colour
              Talk: person
            if_silent:
              after: 10 minutes
              then: bye
          colour:
            ask: Which colour?
            answers: [Red, Blue]
            then: which
          which:
            when:
              colour is Red: red
              colour is Blue: bye
              otherwise: bye
          red:
            say: Red it is.
            then: bye
          bye:
            say: See you!
            then: end
          name:
            ask: Your name?
            text: name
            if_other:
              tries: 0
              then: bye
            then: bye
          person:
            hand_over: counter
            if_away: away
            then: bye
          away:
            say: We are closed.
            then: end

        """

    private func coverage(_ transcript: String) throws -> Coverage {
        let files = [
            SourceFile(path: "Flows/bot.yaml", text: Self.bot), SourceFile(path: "Flows/shop.yaml", text: Self.shop),
        ]
        let compilation = Compiler.compile(
            ProjectFiles(texts: files, assets: [:], version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        let report = TestReport(
            playing: [SourceFile(path: "Flows/shop.transcript", text: transcript)], with: bot)
        #expect(report.failed == 0, "\(report.allDiagnostics.map(\.message))")
        let items = compilation.steps.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
        return Coverage(of: items, in: bot, by: report.passages)
    }

    private func missing(_ transcript: String) throws -> [String] {
        try coverage(transcript).diagnostics.map(\.message)
    }

    @Test func `without a test every step is missing, and nothing that follows from that`() throws {
        let coverage = try coverage("# nothing\n")
        #expect(coverage.diagnostics.allSatisfy { $0.code == .stepNotCovered && $0.severity == .warning })
        #expect(
            coverage.diagnostics.map(\.message) == ["no transcript takes `if_other` of this flow"]
                + ["welcome", "colour", "which", "red", "bye", "name", "person", "away"].map {
                    "no transcript comes by `\($0)`"
                })
        #expect(coverage.summary == "shop: 0 of 8 steps, 0 of 9 ways out")
    }

    @Test func `steps and ways that were passed are not missing`() throws {
        #expect(
            try missing("test: red\ntap: Order\ntap: Red\n") == [
                "no transcript takes `if_other` of this flow", "no transcript answers `welcome` with \"Talk\"",
                "no transcript takes `if_silent` of `welcome`", "no transcript takes this line of `which`",
                "no transcript takes this line of `which`", "no transcript comes by `name`",
                "no transcript comes by `person`",
                "no transcript comes by `away`",
            ])
    }

    @Test func `silence, other replies, lines and closed queues count`() throws {
        let transcript = """
            test: red
            tap: Order
            tap: Red
            test: blue
            tap: Order
            tap: Blue
            test: talk
            tap: Talk
            person: gives back
            test: closed
            given: now is 2026-03-01 10:00
            you: help
            test: silence
            wait: 10 minutes
            test: cake
            bot: *
            you: cake

            """
        let coverage = try coverage(transcript)
        #expect(
            coverage.diagnostics.map(\.message) == [
                "no transcript takes this line of `which`", "no transcript comes by `name`",
            ])
        #expect(coverage.summary == "shop: 7 of 8 steps, 7 of 9 ways out")
    }

    @Test func `an exit of a step is not that of the flow`() throws {
        let messages = try missing("test: no name\nstart: name\nyou: 😀\nexpect: name is 😀\n")
        #expect(messages.contains("no transcript takes `if_other` of `name`"))
        let refused = try missing("test: too long\nstart: name\nyou: \(String(repeating: "a", count: 2_001))\n")
        #expect(refused.contains("no transcript takes `if_other` of this flow"))
        #expect(!refused.contains("no transcript takes `if_other` of `name`"))
    }

    @Test func `programs read it too`() throws {
        let coverage = try coverage("test: one\ntap: Talk\n")
        let report = TestReport()
        let json = report.json(with: [], in: [], coverage: coverage)
        let flow = json["coverage"]?.array?.first
        #expect(flow?["flow"] == "shop")
        #expect(flow?["steps"] == 8 && flow?["steps_covered"] == 2)
        #expect(flow?["missing"]?.array?.isEmpty == false)
        #expect(json["diagnostics"]?.array?.isEmpty == false)
        #expect(report.json(with: [], in: [])["coverage"] == nil)
    }
}
