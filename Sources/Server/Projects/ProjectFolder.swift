import Crypto
public import Diagnostics
package import Files
public import FlowCompiler
import Foundation

/// A project on disk: the folder that contains `Flows/` and `Config/`.
public struct ProjectFolder: Sendable {
    public let path: String
    /// The file that a command was given, relative to the folder; `nil` when it was given the whole project.
    public let onlyFile: String?
    /// The folder of flows, inside the project.
    private let flows: String

    /// The default files of actions and services.
    public static let actions = "Config/actions.yaml"
    public static let services = "Config/services.yaml"

    /// Finds the project of a path: the folder itself, or the project whose `Flows/` or `Config/` contains the path.
    ///
    /// - Throws: `ProjectError` when nothing exists at the path, or no project contains it.
    public init(at path: String) throws(ProjectError) {
        let url = URL(filePath: path).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw .nothingThere(path)
        }
        var folder = isFolder.boolValue ? url : url.deletingLastPathComponent()
        while !Self.holdsFlows(folder) {
            let parent = folder.deletingLastPathComponent()
            guard parent.path != folder.path, !isFolder.boolValue || Self.isInside(folder) else {
                throw .noProject(path)
            }
            folder = parent
        }
        self.path = folder.path
        flows = "Flows"
        onlyFile = isFolder.boolValue ? nil : String(url.path.dropFirst(folder.path.count + 1))
    }

    /// The project whose flows are in the given folder, whatever its name.
    public init(flows folder: String) throws(ProjectError) {
        let url = URL(filePath: folder).standardizedFileURL
        guard Self.isFolder(url) else { throw .noFlows(folder) }
        path = url.deletingLastPathComponent().path
        flows = url.lastPathComponent
        onlyFile = nil
    }

    /// The path without symbolic links, the same for all ways to name the folder.
    package var realPath: String { URL(filePath: path).resolvingSymlinksInPath().path }

    private static func holdsFlows(_ folder: URL) -> Bool {
        isFolder(folder.appending(path: "Flows"))
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func isInside(_ folder: URL) -> Bool {
        ["Flows", "Config", "images"].contains(folder.lastPathComponent)
    }

    /// Reads the files that the compiler needs.
    ///
    /// - Parameters:
    ///   - actions: the path of the actions file, relative to the folder or absolute.
    ///   - services: the same for the services file.
    public func files(
        actions: String = Self.actions, services: String = Self.services
    ) throws(ProjectError) -> ProjectFiles {
        let names = try list(flows).filter(Self.isYAML).sorted()
        var texts: [SourceFile] = []
        var hash = SHA256()
        var unreadable: [String] = []
        for name in names {
            guard let bytes = bytes(of: "\(flows)/\(name)") else {
                unreadable.append("\(flows)/\(name)")
                continue
            }
            hash.update(name, bytes)
            texts.append(SourceFile(path: "Flows/\(name)", bytes: bytes))
        }
        let actions = try self.config(actions, of: "actions.path", else: Self.actions, &unreadable)
        let services = try self.config(services, of: "services.path", else: Self.services, &unreadable)
        for file in [actions, services].compactMap({ $0 }) { hash.update(file.path, file.bytes) }
        let assets = self.assets(&hash, &unreadable)
        if !unreadable.isEmpty { throw .unreadable(unreadable) }
        let version = hash.finalize().prefix(6).map { String(format: "%02x", $0) }.joined()
        return ProjectFiles(
            texts: texts, actions: actions, services: services, assets: assets, version: version)
    }

    /// Whether a file belongs to the project. Names with a leading dot belong to an editor or the system, such as the
    /// Emacs lock `.#shop.yaml`, a link without a target.
    static func isYAML(_ name: String) -> Bool {
        name.hasSuffix(".yaml") && !name.hasPrefix(".") && !FlowFileName(name: name).isCopy
    }

    /// A file of `Flows/` that is not read, although it looks like a flow or a transcript.
    public struct IgnoredFile: Sendable, Equatable {
        public let path: String
        /// What its author can do about it.
        public let help: String
    }

    /// Files of `Flows/` that look like flows or transcripts but are not read, because of their names.
    public var ignoredFiles: [IgnoredFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(flows)")) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().compactMap { name in
            (FlowFileName(name: name).help(in: flows) ?? helpForFolder(name)).map {
                IgnoredFile(path: "\(flows)/\(name)", help: $0)
            }
        }
    }

    /// What to do about a folder in that of the flows; `nil` when it holds no flows or transcripts, or is no folder.
    private func helpForFolder(_ name: String) -> String? {
        guard name != "images", Self.isFolder(URL(filePath: "\(path)/\(flows)/\(name)")) else { return nil }
        let files = (FileManager.default.subpaths(atPath: "\(path)/\(flows)/\(name)") ?? []).sorted().filter { file in
            let last = String(file.split(separator: "/").last ?? "")
            return Self.isYAML(last) || last.hasSuffix(".transcript") && !last.hasPrefix(".")
        }
        guard let first = files.first else { return nil }
        let others = files.count == 1 ? "" : " and \(files.count - 1) more"
        return "flows and transcripts stand in \(flows) itself: move \(first)\(others) there"
    }

    /// Reads the transcripts in the folder of flows.
    public func transcripts() throws(ProjectError) -> [SourceFile] {
        let names = try list(flows).filter { $0.hasSuffix(".transcript") && !$0.hasPrefix(".") }.sorted()
        var files: [SourceFile] = []
        var unreadable: [String] = []
        for name in names {
            if let bytes = bytes(of: "\(flows)/\(name)") {
                files.append(SourceFile(path: "Flows/\(name)", bytes: bytes))
            } else {
                unreadable.append("\(flows)/\(name)")
            }
        }
        if !unreadable.isEmpty { throw .unreadable(unreadable) }
        return files
    }

    /// Returns the stamps of all files of the bot, by path; a saved file has another stamp.
    package func stamps(actions: String, services: String) -> [String: FileStamp] {
        let inFlows = (try? FileManager.default.subpathsOfDirectory(atPath: "\(path)/\(flows)")) ?? []
        let wanted = inFlows.filter { $0.hasPrefix("images/") || Self.isYAML($0) && !$0.contains("/") }
        let places =
            wanted.map { "\(path)/\(flows)/\($0)" }
            + [actions, services].map { $0.hasPrefix("/") ? $0 : "\(path)/\($0)" }
        let stamps = places.compactMap { place in FileStamp(place).map { (place, $0) } }
        return Dictionary(stamps) { first, _ in first }
    }

    /// Reads a file of `Config/`. Returns `nil` when it does not exist, as in a bot without calls, unless a setting
    /// names it.
    private func config(
        _ file: String, of setting: String, else usual: String, _ unreadable: inout [String]
    ) throws(ProjectError) -> SourceFile? {
        let place = file.hasPrefix("/") ? file : "\(path)/\(file)"
        guard FileManager.default.fileExists(atPath: place) else {
            guard file == usual else { throw .notThere(file, setting: setting) }
            return nil
        }
        guard let data = FileManager.default.contents(atPath: place) else {
            unreadable.append(file)
            return nil
        }
        return SourceFile(path: file, bytes: [UInt8](data))
    }

    /// Returns the paths of the files of `Flows/images`, by their path inside that folder.
    public func pictures() -> [String: String] {
        Dictionary(images().map { ($0, "\(path)/\(flows)/images/\($0)") }) { first, _ in first }
    }

    /// Returns what the compiler needs to know about the files of `Flows/images`. They may be large, so they are read
    /// piece by piece.
    private func assets(_ hash: inout SHA256, _ unreadable: inout [String]) -> [String: Asset] {
        var assets: [String: Asset] = [:]
        for name in images() {
            do throws(FileError) {
                var pieces = try FilePieces(of: "\(path)/\(flows)/images/\(name)")
                hash.begin(name, size: pieces.size)
                var beginning: [UInt8]?
                while let piece = try pieces.next() {
                    hash.update(data: piece)
                    beginning = beginning ?? [UInt8](piece)
                }
                assets[name] = Asset(size: pieces.size, beginning: beginning ?? [])
            } catch {
                unreadable.append("\(flows)/images/\(name)")
            }
        }
        return assets
    }

    /// Returns the bytes of a file of the project.
    public func read(_ file: String) throws(ProjectError) -> [UInt8] {
        guard let bytes = bytes(of: file) else { throw .unreadable([file]) }
        return bytes
    }

    private func bytes(of file: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(path)/\(file)").map { [UInt8]($0) }
    }

    private func images() -> [String] {
        let folder = "\(path)/\(flows)/images"
        guard let names = FileManager.default.subpaths(atPath: folder) else { return [] }
        return names.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    private func list(_ folder: String) throws(ProjectError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
        } catch {
            throw .unreadable([folder])
        }
    }
}

extension SHA256 {
    /// Hashes a file: its name, its length and its bytes.
    fileprivate mutating func update(_ name: String, _ bytes: [UInt8]) {
        begin(name, size: bytes.count)
        update(data: Data(bytes))
    }

    /// Hashes what precedes the bytes of a file.
    fileprivate mutating func begin(_ name: String, size: Int) {
        update(data: Data("\(name)\n\(size)\n".utf8))
    }
}

/// The reason why a project cannot be read or written.
public enum ProjectError: Error, Equatable, CustomStringConvertible {
    case nothingThere(String)
    case noProject(String)
    case noFlows(String)
    case notThere(String, setting: String)
    /// All files that cannot be read, so that they are corrected together.
    case unreadable([String])
    case unwritable(String)

    public var description: String {
        switch self {
        case .nothingThere(let path): "\(path) does not exist"
        case .noProject(let path):
            "\(path) is not a project: a project is a folder with a folder Flows/, which contains bot.yaml and the flows"
        case .noFlows(let folder): "there is no folder with flows at \(folder); set `flows.path`"
        case .notThere(let file, let setting): "the file \(file), named by `\(setting)`, does not exist"
        case .unreadable(let files):
            files.count == 1
                ? "cannot read \(files[0]); does it exist, and do you have permission to read it?"
                : "cannot read \(files.dropLast().joined(separator: ", ")) and \(files.last ?? ""); do they exist, and do "
                    + "you have permission to read them?"
        case .unwritable(let file):
            "cannot write \(file); do you have permission to write it, and is there free disk space?"
        }
    }
}
