import Foundation

/// A project made of a template: its files, with the facts of one business in them.
public struct NewProject: Sendable {
    /// A file of the project.
    public struct File: Sendable, Equatable {
        /// The path inside the project.
        public let path: String
        public let bytes: [UInt8]
    }

    /// The files in order.
    public let files: [File]

    public init(_ facts: ProjectFacts) {
        let filling = TemplateFilling(facts)
        files = facts.template.files.compactMap { path, bytes in
            if filling.omits(path) { return nil }
            let place = Self.names[path] ?? path
            if place.hasSuffix(".png") { return File(path: place, bytes: bytes) }
            let text = filling.filled(String(decoding: bytes, as: UTF8.self), of: path)
            return File(path: place, bytes: Array(text.utf8))
        }
    }

    /// Files that have another name in a template, where they would apply to the sources of Usher.
    private static let names = ["gitignore": ".gitignore", "editorconfig": ".editorconfig"]

    /// Writes the files to a folder, which is created. If that fails, what was written is removed.
    ///
    /// - Throws: `NewProjectError`, also when the folder has files already; a repository without files is empty.
    public func write(to folder: String) throws(NewProjectError) {
        let manager = FileManager.default
        let isNew = !manager.fileExists(atPath: folder)
        try Self.check(folder)
        var written: [String] = []
        do {
            for file in files {
                let url = URL(filePath: "\(folder)/\(file.path)")
                try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                written.append(url.path)
                try Data(file.bytes).write(to: url, options: .withoutOverwriting)
            }
        } catch {
            for path in isNew ? [folder] : written { try? manager.removeItem(atPath: path) }
            throw .unwritable(folder, error.localizedDescription)
        }
    }

    /// Checks that a project can be made in a folder: it does not exist, or is empty.
    public static func check(_ folder: String) throws(NewProjectError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else { throw .notFolder(folder) }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unwritable(folder, error.localizedDescription)
        }
        if names.contains(where: { $0 != ".git" }) { throw .notEmpty(folder) }
    }
}

/// Why a project cannot be made, in a sentence.
public enum NewProjectError: Error, Equatable, CustomStringConvertible {
    case notEmpty(String)
    case notFolder(String)
    case unwritable(String, String)

    public var description: String {
        switch self {
        case .notEmpty(let folder): "\(folder) is not empty; name a folder that does not exist"
        case .notFolder(let folder): "\(folder) is a file; name a folder that does not exist"
        case .unwritable(let folder, let reason): "cannot write \(folder): \(reason)"
        }
    }
}
