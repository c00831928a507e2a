import ArgumentParser
import Authoring
import Diagnostics
import Expressions
import FlowCompiler
import Foundation
import JSON
import Projects
import Server
import Usher

/// `usher check`: shows all diagnostics of a project's flows.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the flows of a project, and report errors and warnings with their location.",
        discussion: """
            PATH is a project folder or one of its files; for a file, only its own diagnostics are shown.

            Examples:
              usher check
              usher check Flows/booking.yaml
              usher check --format json | jq '.diagnostics[].code'
              usher check --fix

            With --fix, corrections that are certain are written to the files and printed as a unified diff: spaces, indentation,
            quotes, misspelt keys and words. Texts for customers are never changed. What remains is reported as without it.
            As JSON, `applied` lists them: file, line, code and title.

            The limits of bubbles follow `apple.limits` of Config/usher.yaml; without that file, those of newer devices apply.

            Exit code 0: no errors (warnings may be shown). 1: errors. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its files.", completion: .file())
    var path = "."

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @Flag(help: "Write the corrections that are certain to the files, and print them as a diff.")
    var fix = false

    func run() async throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: ProjectPlace.path(path))
        }
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        Console.noteMisnamedFlows(in: folder)
        let settings = SettingsSource(project: folder.path)
        let options = CompilerOptions(now: Console.now, isStrict: settings.checksStrictly)
        let cures = fix ? try corrected(files, options, in: folder) : nil
        let compilation = cures?.draft.compilation ?? Compiler.compile(files, options: options)
        let report = folder.onlyFile.map { compilation.report.limited(to: $0) } ?? compilation.report
        switch format {
        case .json: print(json(report, cures).prettyText)
        case .text:
            let text = report.text(colors: Console.hasColors(.standardOutput))
            if !text.isEmpty { printStyled(text) }
            if report.diagnostics.isEmpty {
                print(compilation.success(of: folder.onlyFile))
            } else {
                Console.note(report.summary + report.advice)
            }
        }
        if report.errors > 0 { throw ExitCode(1) }
    }

    /// The report, with the corrections that were applied if there could be any.
    private func json(_ report: DiagnosticReport, _ cures: CertainCures?) -> JSONValue {
        guard let cures, case .object(var members) = report.json else { return report.json }
        members["applied"] = .array(
            cures.applied.map { applied in
                [
                    "file": .string(applied.diagnostic.span.file),
                    "line": .int(applied.line),
                    "code": .string(applied.diagnostic.code.rawValue),
                    "title": .string(applied.cure.title),
                ]
            })
        return .object(members)
    }

    /// Writes the certain corrections to the files, and prints them.
    private func corrected(
        _ files: ProjectFiles, _ options: CompilerOptions, in folder: ProjectFolder
    ) throws -> CertainCures {
        let cures = CertainCures(of: Draft(files, options: options), in: folder.onlyFile)
        for (before, after) in cures.changed {
            let text = String(decoding: after.bytes, as: UTF8.self)
            try Console.orWrongUse { () throws(ProjectError) in try folder.replace(after.path, with: text) }
            if format == .text { StandardOutput.write(UnifiedDifference(from: before, to: after).text) }
        }
        for applied in cures.applied {
            Console.note("\(applied.diagnostic.span.file):\(applied.line): \(applied.cure.title)")
        }
        return cures
    }
}

extension DiagnosticReport {
    /// Names the command that explains what was reported: the first error, or else the first warning.
    var advice: String {
        let errors = diagnostics.filter { $0.severity == .error }
        guard let first = errors.first ?? diagnostics.first else { return "" }
        let isOnlyCode = Set(diagnostics.map(\.code)).count == 1
        return "; `usher explain \(first.code.rawValue)` explains "
            + (isOnlyCode ? "it" : "the first, and `usher explain CODE` each other code")
    }
}

extension Compilation {
    /// What is said of flows without errors and warnings: `7 flows, 36 tests: all is well`.
    ///
    /// - Parameters:
    ///   - file: the only file that was checked.
    ///   - tests: how many tests have passed, if they were run.
    func success(of file: String? = nil, tests: Int? = nil) -> String {
        let counts = [
            (tests == nil ? file : nil) ?? Self.counted(steps.count, "flow"), tests.map { Self.counted($0, "test") },
        ]
        return counts.compactMap { $0 }.joined(separator: ", ") + ": all is well"
    }

    private static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

/// The output format of a command.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
