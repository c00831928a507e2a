import ArgumentParser
import FlowCompiler
import Foundation

/// `usher translate export`: writes all texts of a project as a table.
struct TranslateExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes all texts and what is translated of them.",
        discussion: """
            PATH is a project folder, or one flow of it. CSV has the columns name, source, fingerprint and text, for
            spreadsheets; PO is for translators' tools, with stale texts marked fuzzy. Where two flows have a text of one
            name, the flow stands before it: booking/welcome.ask.

            Examples:
              usher translate export --language de > german.csv
              usher translate export --language de --format po > german.po
              usher translate export Flows/booking.yaml --language fr > booking.csv

            Exit code 0: written. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its flows.", completion: .file())
    var path = "."

    @Option(help: "csv for spreadsheets, po for translators' tools.")
    var format: TranslationFormat = .csv

    @Option(help: "The language to translate to; may be left out when there is only one.")
    var language: String?

    func run() async throws {
        let project = try TranslatedProject(at: path)
        let language = try project.language(language)
        let table = TranslationTable(of: project.catalog, in: language, only: project.part)
        StandardOutput.write(table.text(as: format.table))
    }
}
