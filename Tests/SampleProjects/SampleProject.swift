public import Diagnostics
import Expressions
public import FlowCompiler
public import Foundation
import Projects

/// A project without errors, of which changed copies are made: with slips of the keyboard, or with another meaning.
public struct SampleProject: Sendable {
    /// Its folder, relative to the one that was searched, or the template that it is made of.
    public let name: String
    public let files: ProjectFiles
    public let transcripts: [SourceFile]
    /// The warnings that it has as it is.
    public let warnings: [Diagnostic]

    /// The time at which the projects are checked: Monday 2 March 2026, 10:00 in Berlin.
    public static let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

    /// - Returns: `nil` when the project has errors.
    public init?(_ name: String, _ files: ProjectFiles, transcripts: [SourceFile]) {
        let report = Compiler.compile(files, options: Self.options).report
        guard report.errors == 0 else { return nil }
        self.name = name
        self.files = files
        self.transcripts = transcripts
        warnings = report.diagnostics
    }

    /// The project in a folder; `nil` when there is none, or it has errors.
    public init?(_ name: String, at folder: URL) {
        guard let project = try? ProjectFolder(at: folder.path), let files = try? project.files(),
            let transcripts = try? project.transcripts()
        else { return nil }
        self.init(name, files, transcripts: transcripts)
    }

    /// The projects without errors below a folder, by name. Folders with a leading dot are left out.
    public static func all(in folder: URL) -> [SampleProject] {
        var folders = Set([folder.appending(path: "Flows/bot.yaml").path])
        let below = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        while let found = below?.nextObject() as? URL {
            if found.path.hasSuffix("/Flows/bot.yaml") { folders.insert(found.path) }
        }
        return folders.sorted().compactMap { path in
            let place = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
            let name = place.path == folder.path ? "." : String(place.path.dropFirst(folder.path.count + 1))
            return SampleProject(name, at: place)
        }
    }

    /// The diagnostics of a changed copy that the project does not have, wherever they stand in their files.
    public func newDiagnostics(in report: DiagnosticReport) -> [Diagnostic] {
        let known = Set(warnings.map(Notice.init))
        return report.diagnostics.filter { !known.contains(Notice($0)) }
    }
}

/// A diagnostic wherever it stands in its file.
private struct Notice: Hashable {
    let code: DiagnosticCode
    let file: String
    let message: String

    init(_ diagnostic: Diagnostic) {
        code = diagnostic.code
        file = diagnostic.span.file
        message = diagnostic.message
    }
}
