import Foundation
import Projects
import Usher

/// The project that a command is for: the folder that it was given, or the project that contains the current folder.
enum ProjectPlace {
    /// The project above the current folder; `nil` when the current folder is one, or none is found.
    static let above = ProjectSearch.project(above: FileManager.default.currentDirectoryPath)

    /// Returns the folder or file to read for an argument; `.` stands for the project that contains the current folder.
    static func path(_ given: String) -> String { given == "." ? above ?? given : given }

    /// Whether there is no project at a path.
    static func isMissing(_ path: String) -> Bool {
        do throws(ProjectError) {
            _ = try ProjectFolder(at: path)
            return false
        } catch {
            if case .noProject = error { return true }
            return false
        }
    }
}

extension SettingsSource {
    /// The settings of the project that a command is for. In a folder inside a project, paths in the settings are
    /// relative to the project, as in its own folder.
    static func here(_ path: String = ".", file: String? = nil, options: [String: String] = [:]) -> SettingsSource {
        let found = ProjectPlace.path(path)
        return SettingsSource(project: found, file: file, options: options, resolvesPaths: found != path)
    }
}
