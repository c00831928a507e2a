import ArgumentParser
import Diagnostics
import FlowCompiler
import Foundation
import Projects
import Server

/// `usher fmt`: formats flows, bot.yaml and configuration.
struct FormatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt",
        abstract: "Format the files of a project.",
        discussion: """
            PATH is a project folder or one of its files; `-` reads standard input and writes standard output, for editors.
            Indents with two spaces, replaces tabs and curly quotes, and quotes values that another YAML tool would read
            differently. Comments and order are kept. Prints the name of each changed file on a line of its own. In
            translations, each text gets its source as a comment above it. A file that cannot be parsed is not changed, and
            its error is shown.

            Examples:
              usher fmt
              usher fmt Flows/booking.yaml
              usher fmt --check
              usher fmt - < Flows/booking.yaml
              usher fmt - --name Flows/booking.de.yaml < draft.yaml

            Exit code 0: all files are formatted. 1: a file cannot be parsed or, with --check, would change. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its files.", completion: .file())
    var path = "."

    @Flag(help: "List the files that would change, and change none.")
    var check = false

    @Option(
        help:
            "Treat standard input (-) as this file of a project; without it, its first key determines the kind of file."
    )
    var name: String?

    func run() async throws {
        if path == "-" { return try formatInput() }
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: ProjectPlace.path(path))
        }
        var changed = 0
        var unreadable: [(SourceFile, [Diagnostic])] = []
        let sources = sources(of: folder)
        for file in folder.filesWithLayout() {
            guard let kind = FormattedFile.kind(of: file) else {
                Console.note(
                    "usher: \(file) is not changed; only flows, translations, bot.yaml and the files of Config/ can be formatted"
                )
                continue
            }
            let bytes = try Console.orWrongUse { () throws(ProjectError) in try folder.read(file) }
            let source = SourceFile(path: file, bytes: bytes)
            let formatted = FormattedFile(source, as: kind, sources: sources(file))
            guard let text = formatted.text else {
                unreadable.append((source, formatted.diagnostics))
                continue
            }
            if Array(text.utf8) == bytes { continue }
            if !check { try Console.orWrongUse { () throws(ProjectError) in try folder.replace(file, with: text) } }
            changed += 1
            print(file)
        }
        show(unreadable)
        if !unreadable.isEmpty || (check && changed > 0) { throw ExitCode(1) }
    }

    /// Returns the source texts of a translation, in the language of the flows.
    private func sources(of folder: ProjectFolder) -> (String) -> [String: String] {
        guard let files = try? folder.files() else { return { _ in [:] } }
        let catalog = TranslationCatalog(files, options: CompilerOptions(now: Console.now))
        return { catalog.sources(of: $0) }
    }

    /// Formats standard input.
    private func formatInput() throws {
        let bytes = try Console.standardInput()
        let source = SourceFile(path: name ?? "-", bytes: bytes)
        let formatted = FormattedFile(
            source, as: name.flatMap(FormattedFile.kind) ?? FormattedFile.likelyKind(of: source))
        guard let text = formatted.text else {
            show([(source, formatted.diagnostics)])
            throw ExitCode(1)
        }
        if check {
            if Array(text.utf8) == bytes { return }
            throw ExitCode(1)
        }
        StandardOutput.write(text)
    }

    private func show(_ unreadable: [(SourceFile, [Diagnostic])]) {
        guard !unreadable.isEmpty else { return }
        let report = DiagnosticReport(unreadable.flatMap(\.1), in: unreadable.map(\.0))
        Console.show(report)
        let count = unreadable.count
        Console.note(
            "usher: \(count == 1 ? "one file is" : "\(count) files are") not changed; correct the errors and run the command again"
        )
    }
}
