import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
import Simulation
import TestSupport
import Testing

/// Every code has a folder in `Broken/` with flows that cause it, and the whole expected report, compared byte by byte.
///
/// `UPDATE_GOLDEN=1` rewrites the reports; the difference is reviewed like code.
@Suite struct BrokenFlowTests {
    @Test func `every code has a broken flow, and every broken flow a code`() {
        let folders = Set(Fixtures.projects(in: "Broken")).subtracting(["common"])
        #expect(folders.symmetricDifference(Self.codes.map(\.rawValue)).sorted() == [])
    }

    /// The flows of those that only an exploration reports are the examples of their pages.
    private static let codes = DiagnosticCode.allCases.filter { !DiagnosticCode.explored.contains($0) }

    @Test(arguments: codes)
    func `the report of a broken flow is as it stands beside it`(_ code: DiagnosticCode) throws {
        let folder = "Broken/\(code.rawValue)"
        let report = Self.report(of: folder, isCovered: code == .stepNotCovered)
        let golden = Fixtures.folder.appending(path: "\(folder)/report.txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(report.text().utf8).write(to: golden)
        }
        let expected = try String(contentsOf: golden, encoding: .utf8)
        let isSame = report.text().utf8.elementsEqual(expected.utf8)
        #expect(isSame, "\(golden.path) differs; the report is now\n\(report.text())")
        #expect(Set(report.diagnostics.map(\.code)) == [code], "the flow shows its code and nothing else")
    }

    /// Returns the diagnostics of the flows and, if there are no errors, of their transcripts.
    ///
    /// - Parameter isCovered: whether exits without a transcript are reported too.
    private static func report(of folder: String, isCovered: Bool) -> DiagnosticReport {
        let files = Fixtures.files("Broken/common", folder)
        let transcripts = Fixtures.transcripts(folder)
        let compilation = Compiler.compile(files, options: Fixtures.options)
        let played = compilation.bot.map { bot in
            let report = TestReport(playing: transcripts, with: bot)
            return report.allDiagnostics + (isCovered ? compilation.coverage(of: report, in: bot) : [])
        }
        let all = files.all + transcripts
        return DiagnosticReport(compilation.report.diagnostics + (played ?? []), in: all)
    }
}

extension Compilation {
    /// Returns the parts of the broken flow that no test covers.
    fileprivate func coverage(of report: TestReport, in bot: Bot) -> [Diagnostic] {
        let items = steps.filter { $0.flow == "broken" }.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
        return Coverage(of: items, in: bot, by: report.passages).diagnostics
    }
}
