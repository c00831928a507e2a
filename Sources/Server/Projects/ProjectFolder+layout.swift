import Foundation

/// The file operations of `usher fmt`.
extension ProjectFolder {
    /// The files that `usher fmt` may format: the YAML files of `Flows/` and `Config/`, in order, or the one file that
    /// the command was given.
    public func filesWithLayout() -> [String] {
        if let onlyFile { return [onlyFile] }
        return ["Flows", "Config"].flatMap { folder in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
            return names.filter(Self.isYAML).sorted().map { "\(folder)/\($0)" }
        }
    }

    /// Writes a file of the project, which may be new; an existing one is replaced as `replace` does.
    public func put(_ file: String, _ text: String) throws(ProjectError) {
        let place = "\(path)/\(file)"
        if FileManager.default.fileExists(atPath: place) { return try replace(file, with: text) }
        guard FileManager.default.createFile(atPath: place, contents: Data(text.utf8)) else { throw .unwritable(file) }
    }

    /// Replaces a file atomically: a reader sees either the old text or the new one.
    ///
    /// The file's permissions are kept, and a symbolic link still points to the same place.
    public func replace(_ file: String, with text: String) throws(ProjectError) {
        let place = URL(filePath: "\(path)/\(file)").resolvingSymlinksInPath()
        let new = place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).\(getpid()).new")
        do {
            let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions]
            try Data(text.utf8).write(to: new)
            if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: new.path) }
            guard rename(new.path, place.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw .unwritable(file)
        }
    }

    /// Removes a file.
    public func remove(_ file: String) throws(ProjectError) {
        do {
            try FileManager.default.removeItem(atPath: "\(path)/\(file)")
        } catch {
            throw .unwritable(file)
        }
    }
}
