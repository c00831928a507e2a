import ArgumentParser
import FlowCompiler
import Foundation

/// `usher translate export`: writes all texts of a project as a table.
struct TranslateExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all texts with their translations.",
        discussion: """
            PATH is a project folder or one of its flows. CSV has the columns name, source, fingerprint and text, for
            spreadsheets; PO is for translation tools, with stale texts marked fuzzy. If two flows have a text of the same
            name, the name begins with the flow: booking/welcome.ask.

            Examples:
              usher translate export --language de > german.csv
              usher translate export --language de --format po > german.po
              usher translate export Flows/booking.yaml --language fr > booking.csv

            Exit code 0: written. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its flows.", completion: .file())
    var path = "."

    @Option(help: "Write csv for spreadsheets, or po for translation tools.")
    var format: TranslationFormat = .csv

    @Option(help: "Export for this language; required when there is more than one.")
    var language: String?

    func run() async throws {
        let project = try TranslatedProject(at: path)
        let language = try project.language(language)
        let table = TranslationTable(of: project.catalog, in: language, only: project.part)
        StandardOutput.write(table.text(as: format.table))
    }
}
