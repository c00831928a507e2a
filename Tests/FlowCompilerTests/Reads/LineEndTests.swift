import Diagnostics
import FlowCompiler
import Testing

/// Where lines end, and what is no text.
@Suite struct LineEndTests {
    @Test(arguments: ["\r", "\r\n", "\r\r\n"])
    func `lines end with carriage returns as well`(_ end: String) {
        Case("a flow", flow: Case.good.replacing("\n", with: end)).check()
        let bot = TestProject.bot.replacing("[en, de]", with: "[en]").replacing("\n", with: end)
        Case("a bot", bot: "# a comment\(end)\(bot)").check()
        let config = ConfigFile(
            reading: SourceFile(path: "Config/usher.yaml", text: "# a comment\(end)server:\(end)  port: 1\(end)"))
        #expect(config.settings.map(\.path) == ["server.port"])
        #expect(
            FormattedFile(SourceFile(path: "-", text: Case.good.replacing("\r", with: end)), as: .flow).text
                == Case.good)
    }

    @Test func `a place is the same, however lines end`() {
        for end in ["\n", "\r", "\r\n"] {
            let file = SourceFile(path: "a.yaml", text: "one\(end)two\(end)")
            #expect(file.lineStarts.count == 3 && file.lineBreak == end)
            #expect(file.lineStarts.indices.map { file.text(in: file.lineRange($0)) } == ["one", "two", ""])
            #expect(file.place(of: file.bytes.count - 1 - end.utf8.count) == Place(line: 2, column: 3))
        }
        #expect(SourceFile(path: "a.yaml", text: "one").lineBreak == "\n")
    }

    @Test func `a file in UTF-16 without a mark, and one with a NUL, are no texts`() {
        let wide: [UInt8] = Array(Case.good.utf8).flatMap { [$0, 0] as [UInt8] }
        for bytes: [UInt8] in [wide, Array(Case.good.replacing("Good", with: "\u{0}Good").utf8)] {
            let file = SourceFile(path: "Flows/broken.yaml", bytes: bytes)
            let files = ProjectFiles(
                texts: [SourceFile(path: "Flows/bot.yaml", text: TestProject.bot), file], assets: [:], version: "")
            let report = Compiler.compile(files, options: Fixtures.options).report
            let found = report.diagnostics.filter { $0.span.file == file.path }
            #expect(found.map(\.code) == [.badEncoding], "\(report.text())")
            #expect(!report.text().contains("\u{0}"))
        }
    }

    @Test func `an empty flow begins with its own name`() {
        let report = Case("empty", files: ["prices.yaml": "", "broken.yaml": Case.good]).project.report
        #expect(report.diagnostics.first { $0.code == .emptyFile }?.help == "begin with `flow: prices`")
    }
}
