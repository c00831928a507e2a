import Foundation

/// A project made of a template: its files, with the facts of one business in them.
package struct NewProject: Sendable {
    /// A file of the project.
    package struct File: Sendable, Equatable {
        /// The path inside the project.
        package let path: String
        package let bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The files in order.
    package let files: [File]

    /// - Parameter others: files that no template has, such as the schemas of settings.
    package init(_ facts: ProjectFacts, with others: [File] = []) {
        let filling = TemplateFilling(facts)
        let own: [File] = facts.template.files.compactMap { path, bytes in
            if filling.omits(path) { return nil }
            let place = Self.names[path] ?? path
            if place.hasSuffix(".png") { return File(path: place, bytes: bytes) }
            let text = filling.filled(String(decoding: bytes, as: UTF8.self), of: path)
            return File(path: place, bytes: Array(text.utf8))
        }
        files = (own + others).sorted { $0.path < $1.path }
    }

    /// Files that have another name in a template, where they would apply to the sources of Usher.
    private static let names = [
        "gitignore": ".gitignore", "editorconfig": ".editorconfig", "vscode/settings.json": ".vscode/settings.json",
    ]

    /// Writes the files to a folder, which is created. If that fails, what was written is removed.
    ///
    /// - Throws: `NewProjectError`, also when the folder has files already; a repository without files is empty.
    package func write(to folder: String) throws(NewProjectError) {
        let manager = FileManager.default
        let isNew = !manager.fileExists(atPath: folder)
        try Self.check(folder)
        do {
            for file in files {
                let url = URL(filePath: "\(folder)/\(file.path)")
                try manager.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: url, options: .withoutOverwriting)
            }
        } catch {
            // A folder that was there was empty.
            let made = Set(files.compactMap { $0.path.split(separator: "/").first })
            for path in isNew ? [folder] : made.map({ "\(folder)/\($0)" }) { try? manager.removeItem(atPath: path) }
            throw .unwritable(folder, Self.reason(of: error))
        }
    }

    /// Checks that a project can be made in a folder: it does not exist, or is empty.
    package static func check(_ folder: String) throws(NewProjectError) {
        // The paths of files in a folder without a name would be those of the root.
        if folder.isEmpty { throw .nameless }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else { throw .notFolder(folder) }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unwritable(folder, Self.reason(of: error))
        }
        if names.contains(where: { $0 != ".git" }) { throw .notEmpty(folder) }
    }

    /// Why the file system has refused something.
    private static func reason(of error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileWriteNoPermission, .fileReadNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteVolumeReadOnly: "the disk is read-only"
        case .fileNoSuchFile, .fileReadNoSuchFile: "no such folder"
        default: "the system does not allow it (\(error.localizedDescription))"
        }
    }
}

/// Why a project cannot be made, in a sentence.
package enum NewProjectError: Error, Equatable, CustomStringConvertible {
    case nameless
    case notEmpty(String)
    case notFolder(String)
    case unwritable(String, String)

    package var description: String {
        switch self {
        case .nameless: "the name of the folder is empty; write such as `usher new my-shop`"
        case .notEmpty(let folder): "\(folder) is not empty; name a folder that does not exist"
        case .notFolder(let folder): "\(folder) is a file; name a folder that does not exist"
        case .unwritable(let folder, let reason): "cannot write \(folder): \(reason)"
        }
    }
}
