import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import Simulation
import Testing

/// A clinic with eight flows in two languages: the flows compile without diagnostics, all transcripts pass, and no
/// step, answer or exit is without a test.
@Suite struct ClinicTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/clinic")

    private static func file(_ path: String) throws -> SourceFile {
        SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: folder.appending(path: path))))
    }

    private static func files(endingIn ending: String) throws -> [SourceFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Flows").path)
            .filter { $0.hasSuffix(ending) }.sorted().map { try file("Flows/\($0)") }
    }

    private static func compile() throws -> Compilation {
        Compiler.compile(
            ProjectFiles(
                texts: try files(endingIn: ".yaml"), actions: try file("Config/actions.yaml"),
                services: try file("Config/services.yaml"), assets: [:], version: "1"),
            options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
    }

    @Test func `every flow is read without a word, every transcript goes as written, and nothing is left out`() throws {
        let compilation = try Self.compile()
        #expect(compilation.report.diagnostics.isEmpty, "\(compilation.report.text())")
        let bot = try #require(compilation.bot)
        let transcripts = try Self.files(endingIn: ".transcript")
        let report = TestReport(playing: transcripts, with: bot)
        #expect(report.allDiagnostics == [], "\(DiagnosticReport(report.allDiagnostics, in: transcripts).text())")
        #expect(report.passed >= 50)
        #expect(report.results.count { $0.name.hasPrefix("auf Deutsch") } >= 6)
        let items = compilation.steps.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
        let gaps = Coverage(of: items, in: bot, by: report.passages).diagnostics
        let flows = try Self.files(endingIn: ".yaml")
        #expect(gaps == [], "\(DiagnosticReport(gaps, in: flows).text())")
    }

    /// A file that misses a text would be reported; a file that is missing is not.
    @Test func `every file has a translation`() throws {
        let paths = try Self.files(endingIn: ".yaml").map(\.path)
        let translations = paths.filter { $0.hasSuffix(".de.yaml") }
        let sources = paths.filter { !$0.hasSuffix(".de.yaml") }
        #expect(translations.sorted() == sources.map { "\($0.dropLast(".yaml".count)).de.yaml" }.sorted())
    }
}
