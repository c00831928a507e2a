import ArgumentParser
import Diagnostics
import FlowCompiler
import FlowModel
import Foundation
import JSON
import Projects
import Server
import Simulation

/// `usher test`: plays the transcripts of a project.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the transcripts beside the flows as tests.",
        discussion: """
            A transcript is a file such as Flows/booking.transcript: conversations that must run as written. They run with a
            clock of their own, and the examples of Config/actions.yaml replace the responses of other systems, so nothing
            leaves this machine.

            PATH is a project folder or one of its transcripts.

            Examples:
              usher test
              usher test Flows/booking.transcript
              usher test --format json | jq '.tests[] | select(.outcome == "failed")'
              usher test --coverage
              usher test --update
              usher test --write

            --coverage reports the steps, answers and exits that no test reaches, with their lines in the flows. --update
            replaces every `bot:` line that matches nothing by what the bot said, and prints every change; all other lines
            are kept. --write tries every way through the flows and writes the fewest tests that pass what no test of yours
            passes, into files of their own, such as Flows/booking.generated.transcript. Other files stay as they are.

            Exit code 0: all tests passed. 1: a test failed, or the flows have errors. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its transcripts.", completion: .file())
    var path = "."

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @Flag(help: "Report the steps, answers and exits that no test reaches.")
    var coverage = false

    @Flag(help: "Update `bot:` lines to what the bot said.")
    var update = false

    @Flag(help: "Write tests for the steps, answers and exits that no test of yours reaches.")
    var write = false

    @Option(help: "Stop looking for such tests after this many seconds.")
    var seconds = 60

    func validate() throws {
        guard seconds >= 1 else { throw ValidationError("--seconds: at least 1") }
    }

    func run() async throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: ProjectPlace.path(path))
        }
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        Console.noteMisnamedFlows(in: folder)
        var all = try Console.orWrongUse { () throws(ProjectError) in try folder.transcripts() }
        let compilation = Compiler.compile(files, options: CompilerOptions(now: Console.now))
        guard let bot = compilation.bot else {
            let printer = TestPrinter(format: format, files: files.all + all)
            printer.print(compilation.report.diagnostics, TestReport())
            throw ExitCode(1)
        }
        if write {
            try GeneratedTests(folder: folder, compilation: compilation, seconds: seconds).write(beside: all, with: bot)
            all = try Console.orWrongUse { () throws(ProjectError) in try folder.transcripts() }
        }
        let transcripts = all.filter { folder.plays($0.path, writing: write) }
        let printer = TestPrinter(
            format: format, files: files.all + transcripts, transcripts: transcripts.map(\.path),
            flow: bot.flows.first?.name ?? "hello")
        var report = TestReport(playing: transcripts, with: bot, isUpdating: update) { printer.print($0) }
        report.checkProperties(of: transcripts, with: PlayBot(bot)) { printer.print($0) }
        try write(report.updates, to: transcripts, in: folder)
        let covered = coverage ? compilation.coverage(by: report, of: bot, only: folder.onlyFile) : nil
        printer.print(compilation.report.diagnostics, report, covered)
        for flow in report.partlyChecked {
            Console.note(
                "what `\(flow)` states was not checked in all conversations; `usher explore --flow \(flow)` looks further"
            )
        }
        if report.allDiagnostics.hasErrors { throw ExitCode(1) }
        let isWell = compilation.report.diagnostics.isEmpty && report.failed == 0 && !report.results.isEmpty
        // Nothing is well whose result could not be written.
        StandardOutput.flush()
        if format == .text, isWell, StandardOutput.failure == nil {
            Console.note(compilation.success(tests: report.passed))
        }
    }
}

extension TestCommand {
    /// Updates the `bot:` lines of the transcripts, and reports each change.
    private func write(_ updates: [TranscriptUpdate], to files: [SourceFile], in folder: ProjectFolder) throws {
        for file in files {
            let own = updates.filter { $0.line.file == file.path }
            if own.isEmpty { continue }
            try Console.orWrongUse { () throws(ProjectError) in
                try folder.replace(file.path, with: own.applied(to: file))
            }
            for update in own {
                let line = file.place(of: update.line.range.lowerBound).line
                let new = update.new.map { "now \"\($0)\"" } ?? "removed, the bot said nothing"
                Console.note("\(file.path):\(line): \"\(update.old)\" – \(new)")
            }
        }
    }
}

extension ProjectFolder {
    /// Whether a transcript is among those that the path of the command names.
    ///
    /// - Parameter isWriting: whether the tests that are written for the same flow count too.
    fileprivate func plays(_ path: String, writing isWriting: Bool) -> Bool {
        guard let onlyFile else { return true }
        return path == onlyFile || isWriting && WrittenTests.path(of: onlyFile.flowOfTranscript) == path
    }
}

extension Compilation {
    /// Returns the coverage by the tests, of all flows or of the one that a transcript belongs to.
    fileprivate func coverage(by report: TestReport, of bot: Bot, only transcript: String?) -> Coverage {
        Coverage(of: coverageItems(of: transcript?.flowOfTranscript), in: bot, by: report.passages)
    }

    /// What tests can pass in all flows, or in one.
    func coverageItems(of flow: String?) -> [Coverage.FlowItems] {
        steps.filter { flow == nil || $0.flow == flow }.map { steps in
            Coverage.FlowItems(
                flow: steps.flow,
                items: steps.items.map { .init(step: $0.step, way: $0.way, words: $0.words, span: $0.span) })
        }
    }
}

extension String {
    /// The flow that a transcript belongs to: the name of the file up to its first full stop.
    var flowOfTranscript: String { String((split(separator: "/").last ?? "").prefix { $0 != "." }) }
}

/// Shows the results of transcripts.
struct TestPrinter {
    let format: OutputFormat
    let files: [SourceFile]
    /// The paths of the transcripts.
    var transcripts: [String] = []
    /// A flow for which a test can be written.
    var flow = "hello"

    /// Shows the result of a test immediately if it failed.
    func print(_ result: TestReport.Result) {
        guard format == .text, let failure = result.failure else { return }
        printStyled("✗ \(result.name)\n")
        printStyled(DiagnosticReport([failure], in: files).text(colors: Console.hasColors(.standardOutput)))
        if let comparison = result.comparison { printStyled("\(comparison)\n") }
    }

    /// Shows the results after all tests have run.
    ///
    /// - Parameters:
    ///   - findings: the diagnostics of the flows.
    ///   - coverage: the coverage, if it was requested.
    func print(_ findings: [Diagnostic], _ report: TestReport, _ coverage: Coverage? = nil) {
        switch format {
        case .json: printStyled(report.json(with: findings, in: files, coverage: coverage).prettyText)
        case .text:
            let rest = DiagnosticReport(findings + report.diagnostics + (coverage?.diagnostics ?? []), in: files)
            let text = rest.text(colors: Console.hasColors(.standardOutput))
            if !text.isEmpty { printStyled(text) }
            if findings.hasErrors {
                Console.note("no test was run: the flows have \(rest.summary)")
            } else if report.results.isEmpty {
                Console.note(absence(of: report.diagnostics))
            } else {
                printStyled("\(report.passed) passed, \(report.failed) failed")
            }
            if let coverage { printStyled(coverage.summary) }
        }
    }

    /// Why no test was run, and what to do about it.
    private func absence(of diagnostics: [Diagnostic]) -> String {
        if diagnostics.hasErrors {
            return "no test was run: the transcripts have \(DiagnosticReport(diagnostics, in: files).summary)"
        }
        guard let file = transcripts.first else {
            return "there are no tests; write one beside the flow, such as Flows/\(flow).transcript"
        }
        return "there are no tests in \(file); a test begins with `test:` and a name"
    }
}
