import ArgumentParser
import Diagnostics
import FlowCompiler
import Foundation
import JSON
import Server
import Simulation

/// `usher test`: plays the transcripts of a project.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Plays the transcripts that lie beside the flows.",
        discussion: """
            A transcript is a file such as Flows/booking.transcript: conversations that have to go as written. They are
            played with a clock of their own, and examples of Config/actions.yaml answer in place of other systems, so
            nothing leaves this machine.

            PATH is a project folder, or one transcript of it.

            Examples:
              usher test
              usher test Flows/booking.transcript
              usher test --format json | jq '.tests[] | select(.outcome == "failed")'

            Exit code 0: all went as written. 1: something did not, or the flows have errors. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its transcripts.", completion: .file())
    var path = "."

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: path) }
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        let all = try Console.orWrongUse { () throws(ProjectError) in try folder.transcripts() }
        let transcripts = all.filter { folder.onlyFile == nil || $0.path == folder.onlyFile }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Console.now))
        let printer = TestPrinter(format: format, files: files.all + transcripts)
        guard let bot = compilation.bot else {
            printer.print(compilation.report.diagnostics, TestReport())
            throw ExitCode(1)
        }
        let report = TestReport(playing: transcripts, with: bot) { printer.print($0) }
        printer.print(compilation.report.diagnostics, report)
        if report.allDiagnostics.hasErrors { throw ExitCode(1) }
    }
}

/// Shows what came of transcripts.
struct TestPrinter {
    let format: OutputFormat
    let files: [SourceFile]

    /// A test has been played: one that went wrong is told at once.
    func print(_ result: TestReport.Result) {
        guard format == .text, let failure = result.failure else { return }
        Swift.print("✗ \(result.name)\n")
        Swift.print(DiagnosticReport([failure], in: files).text(colors: Console.hasColors(.standardOutput)))
        if let comparison = result.comparison { Swift.print("\(comparison)\n") }
    }

    /// All have been played.
    ///
    /// - Parameter findings: what there is to say about the flows.
    func print(_ findings: [Diagnostic], _ report: TestReport) {
        switch format {
        case .json: Swift.print(report.json(with: findings, in: files).prettyText)
        case .text:
            let rest = DiagnosticReport(findings + report.diagnostics, in: files)
            let text = rest.text(colors: Console.hasColors(.standardOutput))
            if !text.isEmpty { Swift.print(text) }
            if findings.hasErrors {
                Console.note("nothing was played: the flows have \(rest.summary)")
            } else if report.results.isEmpty {
                Console.note("there are no tests; write one beside the flow, such as Flows/hello.transcript")
            } else {
                Swift.print("\(report.passed) passed, \(report.failed) failed")
            }
        }
    }
}
