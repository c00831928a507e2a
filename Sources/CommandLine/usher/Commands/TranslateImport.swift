import ArgumentParser
import Diagnostics
import FlowCompiler
import Foundation
import Projects
import Server

/// `usher translate import`: writes translators' texts to the translations of a project.
struct TranslateImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import translations from a CSV or PO file.",
        discussion: """
            FILE is an export of `usher translate export` with translations filled in; `-` reads standard input. Only files
            such as Flows/booking.de.yaml are written, never a flow. A row without a translation changes nothing; a row that
            cannot be imported is skipped and reported with its location.

            Examples:
              usher translate import german.csv --language de
              usher translate import german.po
              cat german.csv | usher translate import - --language de

            Exit code 0: all rows were imported. 1: some were skipped. 2: wrong use.
            """)

    @Argument(help: "The file to read; - or nothing for standard input.", completion: .file())
    var file = "-"

    @Argument(help: "A project folder or one of its flows.", completion: .file())
    var path = "."

    @Option(help: "Read csv or po; without it, the file extension decides.")
    var format: TranslationFormat?

    @Option(help: "Import translations into this language; a PO file names its own.")
    var language: String?

    func run() async throws {
        let project = try TranslatedProject(at: path)
        let source = try source()
        let (table, unreadable) = TranslationTable.read(source, as: format?.table ?? likelyFormat(of: source))
        let language = try project.language(self.language ?? table.language)
        let result = TranslationImport(table, in: language, into: project.catalog, only: project.part)
        for (path, text) in result.files.sorted(by: { $0.key < $1.key }) {
            try Console.orWrongUse { () throws(ProjectError) in try project.folder.put(path, text) }
            print(path)
        }
        let problems = unreadable + result.problems
        if !problems.isEmpty {
            let report = DiagnosticReport(problems, in: [source])
            Console.show(report)
        }
        Console.note(
            "\(result.changes) \(result.changes == 1 ? "text" : "texts") new or changed"
                + (problems.isEmpty ? "" : ", \(problems.count) \(problems.count == 1 ? "row" : "rows") skipped"))
        if !problems.isEmpty { throw ExitCode(1) }
    }

    private func source() throws -> SourceFile {
        if file == "-" {
            return SourceFile(path: "-", bytes: try Console.standardInput())
        }
        guard let data = FileManager.default.contents(atPath: file) else {
            Console.note("usher: cannot read \(file); does it exist, and do you have permission to read it?")
            throw ExitCode(2)
        }
        return SourceFile(path: file, bytes: [UInt8](data))
    }

    private func likelyFormat(of source: SourceFile) -> TranslationTable.Format {
        if file.hasSuffix(".po") || file.hasSuffix(".pot") { return .po }
        if file.hasSuffix(".csv") { return .csv }
        return source.bytes.starts(with: Array("msgid".utf8)) || source.bytes.first == UInt8(ascii: "#") ? .po : .csv
    }
}
