import Diagnostics
import Expressions
public import FlowCompiler
public import Foundation
import Projects
import TestSupport

/// A project of the repository, into which slips are made.
public struct SlipProject: Sendable {
    /// Its folder, relative to the one that was searched.
    public let name: String
    public let files: ProjectFiles
    /// The warnings that it has without a slip.
    let warnings: [Diagnostic]

    /// The time at which the projects are checked: Monday 2 March 2026, 10:00 in Berlin.
    static let options = CompilerOptions(now: Moment(seconds: 1_772_442_000))

    /// The projects without errors below a folder, by name. Folders with a leading dot are left out.
    public static func all(in folder: URL) -> [SlipProject] {
        var folders = Set([folder.appending(path: "Flows/bot.yaml").path])
        let below = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        while let found = below?.nextObject() as? URL {
            if found.path.hasSuffix("/Flows/bot.yaml") { folders.insert(found.path) }
        }
        return folders.sorted().compactMap { path in
            let place = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
            guard let project = try? ProjectFolder(at: place.path), let files = try? project.files() else { return nil }
            let report = Compiler.compile(files, options: options).report
            let name = place.path == folder.path ? "." : String(place.path.dropFirst(folder.path.count + 1))
            return report.errors == 0 ? SlipProject(name: name, files: files, warnings: report.diagnostics) : nil
        }
    }

    /// Makes seeded slips of every kind, the same number of each.
    public static func slips(
        _ count: Int, ofEachKindIn projects: [SlipProject], seed: UInt64
    ) -> [(project: SlipProject, slip: Slip)] {
        guard !projects.isEmpty else { return [] }
        return SlipKind.allCases.enumerated().flatMap { place, kind in
            var random = SeededRandom(seed: seed &* 31 &+ UInt64(place) &+ 1)
            var slips: [(SlipProject, Slip)] = []
            var attempts = 0
            while slips.count < count, attempts < count * 50 {
                attempts += 1
                let project = random.pick(projects)
                if let slip = Slip.random(kind, in: project.files, using: &random) { slips.append((project, slip)) }
            }
            return slips
        }
    }
}
