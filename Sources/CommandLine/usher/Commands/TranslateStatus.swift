import ArgumentParser
import FlowCompiler
import Foundation
import JSON

/// `usher translate status`: shows what is translated, and what is missing.
struct TranslateStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how many texts are translated, stale or missing.",
        discussion: """
            PATH is a project folder or one of its flows. Texts whose source has changed since translation are stale;
            customers still get the old translation. Missing texts are sent in the language of the flows.

            Examples:
              usher translate status
              usher translate status --language de
              usher translate status --format json | jq '.languages[].parts[] | select(.missing != [])'

            Exit code 0: shown, even if texts are missing. 2: wrong use.
            """)

    @Argument(help: "A project folder or one of its flows.", completion: .file())
    var path = "."

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    @Option(help: "Show only this language.")
    var language: String?

    func run() async throws {
        let project = try TranslatedProject(at: path)
        let languages = try language.map { [try project.language($0)] } ?? Array(project.catalog.languages.dropFirst())
        let parts = project.catalog.parts.filter { project.part == nil || $0.name == project.part }
        let statuses = languages.map { language in
            LanguageStatus(
                language: language,
                parts: parts.map { ($0.name, project.catalog.entries(of: $0, in: language)) }.filter { !$0.1.isEmpty })
        }
        switch format {
        case .json: print((["languages": .array(statuses.map(\.json))] as JSONValue).prettyText)
        case .text:
            if statuses.isEmpty { print("The bot speaks only `\(project.catalog.languages[0])`.") }
            print(statuses.map(\.text).joined(separator: "\n\n"))
        }
    }
}

/// The progress of the translation to one language.
private struct LanguageStatus {
    let language: String
    let parts: [(name: String, entries: [TranslationCatalog.Entry])]

    var text: String {
        let lines = parts.map { name, entries in
            let counts = "  \(name): \(entries.count { $0.state != .missing }) of \(entries.count) translated"
            return ([counts] + entries.compactMap(Self.line)).joined(separator: "\n")
        }
        return (["\(language)"] + lines).joined(separator: "\n")
    }

    private static func line(_ entry: TranslationCatalog.Entry) -> String? {
        if entry.state == .translated { return nil }
        let source = entry.source.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "    \(entry.state.rawValue)  \(entry.name)  \(entry.fingerprint)  \"\(source)\""
    }

    var json: JSONValue {
        [
            "language": .string(language),
            "parts": .array(
                parts.map { name, entries in
                    let names = { (state: TranslationCatalog.Entry.State) -> JSONValue in
                        .array(entries.filter { $0.state == state }.map { .string($0.name) })
                    }
                    return [
                        "name": .string(name), "file": .string(TranslationCatalog.path(of: name, in: language)),
                        "texts": .int(entries.count), "translated": .int(entries.count { $0.state != .missing }),
                        "missing": names(.missing), "stale": names(.stale),
                    ]
                }),
        ]
    }
}
