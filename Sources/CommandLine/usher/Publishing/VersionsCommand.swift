import ArgumentParser
import ConversationRuntime
import Expressions
import FlowPublishing
import Foundation
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher versions`: lists, shows and exports kept versions of the flows.
struct VersionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "versions",
        abstract: "List, show and export versions of the flows that were published or run.",
        discussion: """
            Examples:
              usher versions
              usher versions show 9f3a12
              usher versions export 9f3a12 ../before-the-winter
              usher publish --version 9f3a12
            """,
        subcommands: [ListVersions.self, ShowVersion.self, ExportVersion.self], defaultSubcommand: ListVersions.self)
}

/// `usher versions list`.
struct ListVersions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List versions, most recently published first.",
        discussion: """
            `*` marks the published version. The number of sessions counts open conversations whose last event this version
            processed.

            Examples:
              usher versions
              usher versions --format json | jq -r '.versions[] | select(.current).version'
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let store = try access.open().versions
        let (versions, running) = (try await store.versions(), try await store.running())
        if format == .json {
            return print(JSONValue.object(["versions": .array(versions.map { $0.json(running) })]).prettyText)
        }
        if versions.isEmpty { return Console.note("no versions; `usher publish` creates one") }
        for version in versions { print(version.line(isRunning: running?.version == version.hash)) }
        if !versions.contains(where: \.isCurrent) {
            Console.note("no version is published; the server runs the flows of the folder")
        }
    }
}

/// `usher versions show`.
struct ShowVersion: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the files of a version, and its differences from the published one.",
        discussion: """
            Example:
              usher versions show 9f3a12
            """)

    @Argument(help: "The hash of the version, or its beginning.")
    var hash: String

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let store = try access.open().versions
        let version = try await store.onlyVersion(hash)
        let current = try await store.publication()?.version
        let published = current == nil ? nil : try await store.version(current ?? "")
        let difference = published.map { VersionDifference(from: $0, to: version) }
        guard format == .text else {
            var object: JSONObject = ["version": .string(version.hash), "files": version.filesJSON]
            object["differs_from"] = current.map { .string($0) } ?? .null
            object["changes"] = difference?.json ?? .null
            return print(JSONValue.object(object).prettyText)
        }
        let width = version.files.map { "\($0.size)".count }.max() ?? 0
        for file in version.files {
            let size = "\(file.size)"
            print(String(repeating: " ", count: width - size.count) + size + "  " + file.path)
        }
        if let difference, let current { print("\n" + difference.words(from: current)) }
    }
}

/// `usher versions export`.
struct ExportVersion: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the files of a version into a new folder.",
        discussion: """
            The folder is a project for `usher check`, `usher dev` and `usher publish`. Versions do not contain transcripts.

            Example:
              usher versions export 9f3a12 ../before-the-winter
            """)

    @Argument(help: "The hash of the version, or its beginning.")
    var hash: String

    @Argument(help: "The folder to create.", completion: .directory)
    var folder: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let store = try access.open().versions
        let version = try await store.onlyVersion(hash)
        let manager = FileManager.default
        if let found = try? manager.contentsOfDirectory(atPath: folder), !found.isEmpty {
            try Bootstrap.refuse("\(folder) is not empty; name a folder that does not exist")
        }
        do {
            for file in version.files {
                let place = URL(filePath: folder).appending(path: file.placeInProject)
                try manager.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                if let content = file.content {
                    try Data(content).write(to: place)
                } else {
                    try manager.copyItem(atPath: store.place(ofPicture: file), toPath: place.path)
                }
            }
        } catch {
            try Bootstrap.refuse("cannot write \(folder): \(error.localizedDescription)")
        }
        print("\(folder)  files \(version.files.count)")
    }
}

extension FlowVersion.File {
    /// The path of the file in a project; the settings may use other paths for actions and services.
    fileprivate var placeInProject: String {
        switch role {
        case .bot, .flow, .translation, .picture: path
        case .actions: "Config/actions.yaml"
        case .services: "Config/services.yaml"
        }
    }
}

extension SQLVersions {
    /// Returns the only version whose hash begins with `digits`; ends the command if there is not exactly one.
    func onlyVersion(_ digits: String) async throws -> FlowVersion {
        let found = try await hashes(beginningWith: digits.lowercased())
        if found.count > 1 {
            try Bootstrap.refuse(
                "`\(digits)` matches several versions: \(found.joined(separator: ", ")); give more digits")
        }
        guard let only = found.first, !digits.isEmpty, let version = try await version(only) else {
            try Bootstrap.refuse("there is no version `\(digits)`; `usher versions` lists them", code: Console.notFound)
        }
        return version
    }
}

extension VersionSummary {
    fileprivate func line(isRunning: Bool) -> String {
        let when = publication.map { "published \($0.at.iso) by \($0.author)" } ?? "not published, since \(keptAt.iso)"
        let counts = ["\(flows) flow\(flows == 1 ? "" : "s")", "\(sessions) session\(sessions == 1 ? "" : "s")"]
        var parts = ["\(isCurrent ? "*" : " ") \(hash)", when] + counts
        if isRunning { parts.append("runs") }
        if let refusal { parts.append("refused: \(refusal)") }
        if let note = publication?.note, !note.isEmpty { parts.append(note) }
        return parts.joined(separator: "  ")
    }
}

extension VersionDifference {
    fileprivate func words(from current: String) -> String {
        if changes.isEmpty { return "the same as the published \(current)" }
        let lines = changes.map { change in
            let lines = change.added + change.removed > 0 ? "  +\(change.added) −\(change.removed)" : ""
            let remark = change.isRough ? ", too different to compare line by line" : ""
            return "  \(change.kind.rawValue)  \(change.path)\(lines)\(remark)"
        }
        return (["compared with the published \(current):"] + lines).joined(separator: "\n")
    }
}
