import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Simulation
import Testing

/// `bot:` lines for cards.
@Suite struct CardLineTests {
    private static let files = [
        "bot.yaml": """
        bot: Bakery
        zone: Europe/Berlin
        start: bread
        anywhere:
          agent, help, support: bread/person
        people:
          team:
        if_failed: bread/person

        """,
        "bread.yaml": """
        flow: bread
        start: shown
        steps:
          shown:
            say: Look!
            show:
              - product: Rye
                brand: Dark
                note: With caraway
                price: 4.20 EUR
              - carousel:
                  - place: Bakery
                    street: 5 Mill Lane
                  - link: https://bakery.example
            then: end
          person:
            hand_over: team

        """,
    ]

    private func outcome(_ lines: String) throws -> TestReport {
        let texts = Self.files.sorted { $0.key < $1.key }.map { SourceFile(path: "Flows/\($0.key)", text: $0.value) }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, assets: [:], version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        return TestReport(
            playing: [SourceFile(path: "Flows/bread.transcript", text: "test: one\n\(lines)\n")], with: bot)
    }

    @Test(arguments: [
        "bot: Dark Rye, €4.20", "bot: With caraway", "bot: Dark Rye, €4.20 With caraway", "bot: Dark*caraway",
        "bot: Look!\nbot: *Rye*\nbot: Bakery\nbot: https://bakery.example", "bot: 5 Mill Lane",
        "given: device is web\nbot: Dark Rye*\nbot: 5 Mill Lane", "bot: Bakery 5 Mill Lane https://maps.apple.com/*",
    ])
    func `a line fits a card with any of its lines, or all of them`(_ lines: String) throws {
        let report = try outcome(lines)
        #expect(report.passed == 1, "\(report.allDiagnostics.map(\.message))")
    }

    @Test(arguments: ["bot: Rye", "bot: Dark Rye", "bot: Bakery\nbot: Dark Rye, €4.20"])
    func `part of a line does not fit, nor a card that has been passed`(_ lines: String) throws {
        #expect(try outcome(lines).failed == 1)
    }

    @Test func `what was said is told by the first line of each card`() throws {
        let comparison = try #require(try outcome("bot: Wheat").results.first?.comparison)
        for line in ["Look!", "Dark Rye, €4.20", "Bakery", "https://bakery.example"] {
            #expect(comparison.contains(line))
        }
        #expect(!comparison.contains("With caraway"))
    }
}
