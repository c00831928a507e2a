import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Testing

@testable import Simulation

/// A transcript begins in the flow that it lies beside, and leaves the default flow as it is for customers.
@Suite struct OpeningFlowTests {
    private static let files = [
        (
            "Flows/bot.yaml",
            """
            bot: Two Shops
            zone: Europe/Berlin
            start: shops
            entries:
              words shirts: tailor/shirts
            anywhere:
              agent, help, support: shops/person
            people:
              counter:
            if_silent: never
            if_other: shops/person
            if_failed: shops/person

            """
        ),
        (
            "Flows/shops.yaml",
            """
            flow: shops
            start: welcome
            steps:
              welcome:
                ask: Which shop?
                answers:
                  Tailor: tailor/suit
                  None: person
              person:
                hand_over: counter

            """
        ),
        (
            "Flows/tailor.yaml",
            """
            flow: tailor
            start: suit
            anywhere:
              blue: noted
            steps:
              suit:
                ask: Which suit?
                answers: [Blue suit, Grey suit]
                then: nudge
              nudge:
                remind: in 1 day
                go: ready
                if_failed: full
                then: noted
              full:
                say: I cannot remind you.
                then: noted
              noted:
                say: Noted.
                then: end
              ready:
                say: It is ready.
                then: end
              shirts:
                say: We have no shirts.
                then: end

            """
        ),
    ]

    @Test(arguments: [
        "bot: Which suit?\ntap: Grey suit\nbot: Noted.\nexpect: ended\nyou: hello\nbot: Which shop?",
        "bot: Which suit?\nyou: menu\nbot: Which shop?",
        "start: shirts\nbot: We have no shirts.\nyou: hello\nbot: Which shop?",
        "you: blue\nbot: Noted.", "you: shirts\nbot: We have no shirts.", "you: hello\nbot: Which suit?",
        "given: reminders is full\nbot: Which suit?\ntap: Grey suit\nbot: I cannot remind you.\nbot: Noted.\nwait: 2 days\nexpect: nothing",
        "tap: Grey suit\nbot: Noted.\nwait: 1 day\nbot: It is ready.",
    ])
    func `a conversation begins in the flow of its file, a second one where customers begin`(_ lines: String) throws {
        let texts = Self.files.map { SourceFile(path: $0.0, text: $0.1) }
        let compilation = Compiler.compile(
            ProjectFiles(texts: texts, assets: [:], version: "test"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        let bot = try #require(compilation.bot, "\(compilation.report.text())")
        let file = SourceFile(path: "Flows/tailor.transcript", text: "test: one\n\(lines)\n")
        let report = TestReport(playing: [file], with: bot)
        #expect(report.allDiagnostics == [], "\(DiagnosticReport(report.allDiagnostics, in: [file]).text())")
        #expect(report.passed == 1)
    }
}
