import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import Simulation
import Testing

/// A practice with appointments: all its flows compile without diagnostics, and all its transcripts pass.
@Suite struct DentistTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Fixtures/dentist/Flows")

    private static func files(endingIn ending: String) throws -> [SourceFile] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }.sorted().map {
            SourceFile(path: "Flows/\($0)", bytes: [UInt8](try Data(contentsOf: folder.appending(path: $0))))
        }
    }

    @Test func `every flow is read without a word, and every transcript goes as written`() throws {
        let files = ProjectFiles(texts: try Self.files(endingIn: ".yaml"), assets: [:], version: "1")
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        #expect(compilation.report.diagnostics.isEmpty, "\(compilation.report.text())")
        let transcripts = try Self.files(endingIn: ".transcript")
        let report = TestReport(playing: transcripts, with: try #require(compilation.bot))
        #expect(report.allDiagnostics == [], "\(DiagnosticReport(report.allDiagnostics, in: transcripts).text())")
        #expect(report.passed > 0)
    }
}
