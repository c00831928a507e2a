import Diagnostics
import Expressions
import FlowCompiler

private let bot = SourceFile(
    path: "Flows/bot.yaml",
    text: """
        bot: Test
        zone: Europe/Berlin
        currency: EUR
        start: test
        hours:
          opening hours:
            Monday to Friday: 9:00 to 18:00
        people:
          desk:
        if_silent: never
        """)

private let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

/// Any bytes as a flow: every diagnostic has a location in it, formatting it twice gives the same text, and the
/// formatted flow means the same.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let flow = SourceFile(path: "Flows/test.yaml", bytes: bytes(start, count))
    let files = ProjectFiles(texts: [bot, flow], assets: [:], version: "1")
    let report = Compiler.compile(files, options: options).report
    for diagnostic in report.diagnostics {
        require(diagnostic.lies(in: [bot, flow]), "\(diagnostic.code) has no place")
    }
    require(!report.text(colors: false).isEmpty || report.diagnostics.isEmpty, "a message without words")
    let formatted = FormattedFile(flow, as: .flow)
    if let text = formatted.text {
        let again = FormattedFile(SourceFile(path: flow.path, text: text), as: .flow)
        require(again.text == text, "laid out twice it differs")
    }
    return 0
}
