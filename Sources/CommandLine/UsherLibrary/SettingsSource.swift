import Diagnostics
import Foundation
import SQLStorage
package import Server
package import Storage

/// The sources of a bot's settings.
package struct SettingsSource: Sendable {
    /// The project folder.
    package var project: String
    /// The file to read instead of the project's `Config/usher.yaml`; if set, it must exist.
    package var file: String?
    package var options: [String: String]
    package var environment: [String: String]
    /// Whether paths in the settings are relative to the project, because a command was called elsewhere in it.
    package var resolvesPaths: Bool

    package init(
        project: String = ".", file: String? = nil, options: [String: String] = [:],
        environment: [String: String] = ProcessInfo.processInfo.environment, resolvesPaths: Bool = false
    ) {
        self.resolvesPaths = resolvesPaths
        self.project = project
        self.file = file
        self.options = options
        self.environment = environment
    }

    /// Whether flows are checked against the limits of newer devices. Works without a settings file, and ignores errors
    /// in the other settings.
    package var checksStrictly: Bool { reader.checksStrictly }

    /// Where the project's data is, whether it exists or not. Works without a settings file, too.
    package var storage: StoragePlace {
        var reader = reader
        let path = inProject(reader.storagePath)
        return StoragePlace(url: reader.storageURL(), path: path)
    }

    /// The place of the bot among those of a server; `nil` when its project has a server of its own.
    package var bot: BotPlace? {
        guard let file else { return BotPlace(of: project) }
        // The folder in which a command is called says nothing about a file that it names.
        let config = URL(filePath: file).deletingLastPathComponent()
        return config.lastPathComponent == "Config" ? BotPlace(of: config.deletingLastPathComponent().path) : nil
    }

    private var reader: SettingsReader {
        let data = FileManager.default.contents(atPath: file ?? inProject("Config/usher.yaml"))
        return reader(data, named: file ?? "usher.yaml", bot)
    }

    private func reader(_ data: Data?, named name: String, _ bot: BotPlace?) -> SettingsReader {
        SettingsReader(
            file: data.map { SourceFile(path: name, bytes: [UInt8]($0)) }, environment: environment, options: options,
            folder: folder(of: bot), of: bot?.server)
    }

    /// The folder to which paths in the settings are relative: for a bot of a server its own, wherever a command is called.
    private func folder(of bot: BotPlace?) -> String? {
        if let bot { return file == nil && project == "." ? nil : bot.folder }
        return resolvesPaths ? project : nil
    }

    /// Reads and validates all settings.
    ///
    /// - Parameter isTrying: whether secrets may be out of reach, because nothing is served.
    package func settings(isServing: Bool, isTrying: Bool = false) throws(UsherError) -> ServerSettings {
        try settingsAndMarks(isServing: isServing, isTrying: isTrying).settings
    }

    /// The same, with a hash of each setting by which a later reading detects changes (`SettingsReader.marks`).
    package func settingsAndMarks(
        isServing: Bool, isTrying: Bool = false
    ) throws(UsherError) -> (settings: ServerSettings, marks: [String: Int]) {
        let name = file ?? inProject("Config/usher.yaml")
        let data = FileManager.default.contents(atPath: name)
        if file != nil, data == nil { throw .wrongSettings(["cannot read \(name); does it exist?"]) }
        var reader = reader(data, named: name, bot)
        do throws(SettingsError) {
            return (try reader.settings(isServing: isServing, isTrying: isTrying), reader.marks)
        } catch {
            throw .wrongSettings(error.lines)
        }
    }

    /// Resolves a path in the settings, which is relative to the project folder.
    package func inProject(_ path: String) -> String {
        project == "." || path.hasPrefix("/") ? path : "\(project)/\(path)"
    }
}
