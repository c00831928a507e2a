import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import Simulation

private let files = [
    SourceFile(
        path: "Flows/bot.yaml",
        text: """
            bot: Test
            zone: Europe/Berlin
            currency: EUR
            languages: [en, de]
            start: test
            people:
              desk:
            if_silent:
              after: 10 minutes
              then: end
            if_other:
              then: test/person
            anywhere:
              agent, help, support: test/person
            """),
    SourceFile(
        path: "Flows/test.yaml",
        text: """
            flow: test
            start: colour
            steps:
              colour:
                ask: Which colour?
                answers: [Red, Blue]
                then: many
              many:
                ask: How many?
                number: whole
                then: when
              when:
                ask: When?
                times:
                  - 2026-12-01 10:00
                  - 2026-12-01 11:00
                then: thanks
              thanks:
                say: {many, plural, one {one} other {#}} of {colour} on {when, date}.
                then: end
              person:
                say: One moment.
                hand_over: desk
                then: end
            """),
]

private let bot: Bot? = Compiler.compile(
    ProjectFiles(texts: files, assets: [:], version: "1"), options: CompilerOptions(now: Moment(seconds: 1_772_442_000))
).bot

/// Any text as a transcript: it can be played, and every diagnostic has a location in it.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard let bot else { preconditionFailure("the flow is broken") }
    let transcript = SourceFile(path: "Flows/test.transcript", bytes: bytes(start, count))
    let report = TestReport(playing: [transcript], with: bot)
    for diagnostic in report.allDiagnostics {
        require(diagnostic.lies(in: [transcript]), "\(diagnostic.code) has no place")
    }
    return 0
}
