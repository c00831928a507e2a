import Diagnostics
import Foundation
package import Server

/// The place of a bot among those of a server: a folder of `bots.path`.
package struct BotPlace: Sendable {
    /// The folder of the bot's project, from the root.
    package let folder: String
    /// The server, and the bot's name there.
    package let server: ServerOfBot

    package var name: BotName { server.bot }

    /// Finds the server of a project, which is in a folder above: the one whose settings, in `Config/usher.yaml` or in
    /// `usher.yaml`, have a `bots.path` that contains the project.
    ///
    /// - Parameter project: the folder of the project.
    /// - Returns: `nil` when there is none.
    package init?(of project: String) {
        let url = Self.real(project)
        guard let name = BotName(url.lastPathComponent) else { return nil }
        let bots = url.deletingLastPathComponent()
        var folder = bots
        repeat {
            for file in ["Config/usher.yaml", "usher.yaml"] {
                let place = folder.appending(path: file).path
                guard let settings = Self.settings(at: place, in: folder, naming: bots.path) else { continue }
                self.folder = url.path
                server = ServerOfBot(bot: name, bots: Self.names(in: bots), file: settings, folder: folder.path)
                return
            }
            folder.deleteLastPathComponent()
            folder.standardize()
        } while folder.path != "/"
        return nil
    }

    /// The settings of a server, if their `bots.path` is this folder.
    private static func settings(at place: String, in folder: URL, naming bots: String) -> SourceFile? {
        guard let data = FileManager.default.contents(atPath: place) else { return nil }
        let file = SourceFile(path: place, bytes: [UInt8](data))
        guard let path = SettingsReader(file: file, environment: [:]).botsPath else { return nil }
        return real(path.hasPrefix("/") ? path : "\(folder.path)/\(path)").path == bots ? file : nil
    }

    /// The projects in the folder of `bots.path`, by name.
    ///
    /// A folder with `Flows` or `Config/usher.yaml` is a project; others, and those with a leading dot, are not.
    ///
    /// - Throws: `UsherError` when the folder cannot be read, or one of the projects is not a bot of the server.
    package static func all(in path: String, of settings: String) throws(UsherError) -> [BotPlace] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .wrongSettings(["`bots.path` is `\(path)`, and this folder cannot be read; does it exist?"])
        }
        let url = URL(filePath: path)
        let projects = names.sorted().filter { isProject($0, in: url) }
        var places: [BotPlace] = []
        var problems: [String] = []
        for name in projects {
            if BotName(name) == nil {
                problems.append(misnamed(name, in: path))
            } else if let place = BotPlace(of: url.appending(path: name).path), place.isOf(settings) {
                places.append(place)
            } else {
                problems.append(
                    "`bots.path` is `\(path)`, and `\(name)` there does not find the server again: write `bots.path` into "
                        + "\(settings), and name a folder beside or below that file, so that commands for one bot find what its "
                        + "server shares")
            }
        }
        if places.count > most {
            problems.append("`bots.path` has \(places.count) bots; a server has \(most) at most beside its own")
        }
        guard problems.isEmpty else { throw .wrongSettings(problems) }
        return places
    }

    private static func isProject(_ name: String, in folder: URL) -> Bool {
        !name.hasPrefix(".")
            && ["Flows", "Config/usher.yaml"].contains {
                FileManager.default.fileExists(atPath: folder.appending(path: "\(name)/\($0)").path)
            }
    }

    /// The names of the bots in a folder.
    private static func names(in folder: URL) -> [BotName] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { isProject($0, in: folder) }.compactMap(BotName.init)
    }

    /// The most bots beside the server's own. Each has a database open, and its own services.
    package static let most = 200

    private static func misnamed(_ name: String, in path: String) -> String {
        let rule =
            name == BotName.main.text
            ? "`main` is the name of the server's own bot; rename the folder"
            : "the name of a bot has up to 40 lower-case letters, digits and hyphens, and begins with a letter; rename the folder"
        return "\(path)/\(name): \(rule), or put a dot in front of its name to leave it out"
    }

    private func isOf(_ settings: String) -> Bool { Self.real(settings).path == Self.real(server.file.path).path }

    /// The place without symbolic links, from the root.
    private static func real(_ path: String) -> URL {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    }
}
