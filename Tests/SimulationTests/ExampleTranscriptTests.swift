import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import Simulation
import TestSupport
import Testing

/// Whole bots, as businesses write them, compile without diagnostics, and their transcripts pass.
@Suite struct ExampleTranscriptTests {
    @Test(arguments: [
        ("bike-repair", 5), ("restaurant", 4), ("web-shop", 4), ("vet", 8), ("pets", 6), ("barber", 4),
    ])
    func `a bot is read without a word, and its transcripts go as written`(name: String, tests: Int) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
        func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: path))) }
        func file(_ path: String) throws -> SourceFile { SourceFile(path: path, bytes: try bytes(path)) }
        var assets: [String: Asset] = [:]
        let images = folder.appending(path: "Flows/images").path
        for image in (try? FileManager.default.contentsOfDirectory(atPath: images)) ?? [] {
            assets[image] = Asset(bytes: try bytes("Flows/images/\(image)"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Flows").path)
        let files = ProjectFiles(
            texts: try names.filter { $0.hasSuffix(".yaml") }.sorted().map { try file("Flows/\($0)") },
            actions: try? file("Config/actions.yaml"), services: try? file("Config/services.yaml"), assets: assets,
            version: "1")
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Moment(seconds: 1_772_442_000)))
        // The shop is paid only with Apple Pay; in a browser only `usher dev` has test cards for it.
        let expected: [DiagnosticCode] = name == "web-shop" ? [.payNotOnWeb] : []
        #expect(compilation.report.diagnostics.map(\.code) == expected, "\(compilation.report.text())")
        let transcript = try file("Flows/\(name).transcript")
        let report = TestReport(playing: [transcript], with: try #require(compilation.bot))
        #expect(report.allDiagnostics == [], "\(DiagnosticReport(report.allDiagnostics, in: [transcript]).text())")
        #expect(report.passed == tests)
    }
}
