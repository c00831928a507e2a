import ArgumentParser
import Diagnostics
import FlowCompiler
import Foundation
import JSON
import Projects
import Server

/// `usher translate`: exports the texts of a project for translators, and imports translations.
struct TranslateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "translate",
        abstract: "Export texts for translation, and import translations.",
        discussion: """
            A translation lies beside its flow: Flows/booking.de.yaml, and Flows/bot.de.yaml for the bot's own texts. Each
            text has the fingerprint of its source, so that a changed source is detected.

            Examples:
              usher translate status
              usher translate export --language de > german.csv
              usher translate import german.csv --language de
              usher translate prune
            """,
        subcommands: [TranslateExport.self, TranslateImport.self, TranslateStatus.self, TranslatePrune.self])
}

/// The project and its texts, as used by all subcommands.
struct TranslatedProject {
    let folder: ProjectFolder
    let catalog: TranslationCatalog
    /// The single flow, or `bot`, that the command was given.
    let part: String?

    init(at path: String) throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: ProjectPlace.path(path))
        }
        let files = try Console.orWrongUse { () throws(ProjectError) in try folder.files() }
        self.folder = folder
        catalog = TranslationCatalog(files, options: CompilerOptions(now: Console.now))
        let name = folder.onlyFile?.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
        part = name
        if let name, catalog.part(named: name) == nil {
            Console.note("usher: \(path) contains no texts; name a flow such as Flows/hello.yaml, or leave it out")
            throw ExitCode(2)
        }
    }

    /// Returns the requested language, otherwise the only translation.
    func language(_ wanted: String?) throws -> String {
        let others = catalog.languages.dropFirst()
        let list = others.map { "`\($0)`" }.joined(separator: ", ")
        if let wanted {
            if others.contains(wanted) { return wanted }
            Console.note(
                others.isEmpty
                    ? "usher: the bot speaks only `\(catalog.languages[0])`; add `\(wanted)` to `languages` in Flows/bot.yaml"
                    : "usher: the bot does not speak `\(wanted)`; beside `\(catalog.languages[0])` it has \(list)")
            throw ExitCode(2)
        }
        if others.count == 1, let only = others.first { return only }
        Console.note(
            others.isEmpty
                ? "usher: the bot speaks only `\(catalog.languages[0])`; write `languages: [\(catalog.languages[0]), de]` "
                    + "or the like into Flows/bot.yaml"
                : "usher: which language? Add --language with one of \(list)")
        throw ExitCode(2)
    }
}

/// The file formats for translators, as named on the command line.
enum TranslationFormat: String, ExpressibleByArgument, CaseIterable {
    case csv, po

    var table: TranslationTable.Format { self == .csv ? .csv : .po }
}
