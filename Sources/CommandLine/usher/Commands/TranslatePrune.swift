import ArgumentParser
import Authoring
import Diagnostics
import FlowCompiler
import Foundation
import Projects

/// `usher translate prune`: removes translations of texts that no longer exist.
struct TranslatePrune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Remove translations of texts that the flows no longer have.",
        discussion: """
            PATH is a project folder or one of its flows. Only files such as Flows/booking.de.yaml are written. What is
            removed is what `usher check` reports as translation-unknown; a step that has only got another name keeps its
            translations when its former name is in `was`. With errors in the flows nothing is removed.

            Examples:
              usher translate prune
              usher translate prune --language de
              usher translate prune Flows/booking.yaml

            Exit code 0: removed, or nothing to remove. 1: the flows have errors. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its flows.", completion: .file())
    var path = "."

    @Option(help: "Remove translations to this language only.")
    var language: String?

    func run() async throws {
        let project = try TranslatedProject(at: path)
        let languages = try language.map { [try project.language($0)] } ?? Array(project.catalog.languages.dropFirst())
        let files = try Console.orWrongUse { () throws(ProjectError) in try project.folder.files() }
        let draft = Draft(files, options: CompilerOptions(now: Console.now))
        let errors = draft.diagnostics.count { $0.severity == .error }
        guard errors == 0 else {
            Console.note("usher: the flows have \(errors) \(errors == 1 ? "error" : "errors"); nothing was removed")
            throw ExitCode(1)
        }
        let parts = project.catalog.parts.map(\.name).filter { project.part == nil || $0 == project.part }
        let wanted = Set(
            parts.flatMap { part in languages.map { TranslationCatalog.path(of: part, in: $0) } })
        let unused = UnusedTranslations(of: draft) { wanted.contains($0) }
        for (path, text) in unused.files.sorted(by: { $0.key < $1.key }) {
            try Console.orWrongUse { () throws(ProjectError) in try project.folder.put(path, text) }
        }
        for text in unused.removed { print("\(text.file)  \(text.name)") }
        let count = unused.removed.count
        Console.note("\(count) \(count == 1 ? "translation" : "translations") removed")
    }
}
