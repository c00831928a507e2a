import Diagnostics
import Foundation
package import Server

/// Where the settings of a bot come from.
package struct SettingsSource: Sendable {
    /// The project folder.
    package var project: String
    /// In place of `Config/usher.yaml` of the project; has to exist then.
    package var file: String?
    package var options: [String: String]
    package var environment: [String: String]

    package init(
        project: String = ".", file: String? = nil, options: [String: String] = [:],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.project = project
        self.file = file
        self.options = options
        self.environment = environment
    }

    /// Whether flows are checked by the limits of newer devices. Needs no file, and minds nothing else in one.
    package var checksStrictly: Bool {
        let data = FileManager.default.contents(atPath: inProject("Config/usher.yaml"))
        let file = data.map { SourceFile(path: "usher.yaml", bytes: [UInt8]($0)) }
        return SettingsReader(file: file, environment: environment, options: options).checksStrictly
    }

    /// Reads the settings, and checks all of them.
    package func settings(needsApple: Bool) throws(UsherError) -> ServerSettings {
        try settingsAndMarks(needsApple: needsApple).settings
    }

    /// The same, with marks by which a later reading sees what has changed (`SettingsReader.marks`).
    package func settingsAndMarks(
        needsApple: Bool
    ) throws(UsherError) -> (settings: ServerSettings, marks: [String: Int]) {
        let name = file ?? inProject("Config/usher.yaml")
        let data = FileManager.default.contents(atPath: name)
        if file != nil, data == nil { throw .wrongSettings(["\(name) cannot be read; does it exist?"]) }
        var reader = SettingsReader(
            file: data.map { SourceFile(path: name, bytes: [UInt8]($0)) }, environment: environment, options: options)
        do throws(SettingsError) {
            return (try reader.settings(needsApple: needsApple), reader.marks)
        } catch {
            throw .wrongSettings(error.lines)
        }
    }

    /// A path of the settings, as seen from here: they are meant from the project folder.
    func inProject(_ path: String) -> String {
        project == "." || path.hasPrefix("/") ? path : "\(project)/\(path)"
    }
}
