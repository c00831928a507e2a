import Foundation
package import JSON
package import Projects

/// A project uploaded in a request, in a temporary folder of its own.
package struct UploadedProject {
    private let folder: URL

    /// Writes the files.
    ///
    /// - Parameter files: texts by their paths in the project; other files as `{"base64": …}`.
    /// - Throws: `UploadError` when a path or its content is not valid.
    package init(_ files: JSONObject) throws(UploadError) {
        folder = FileManager.default.temporaryDirectory.appending(path: "usher-upload-\(UUID().uuidString)")
        do throws(UploadError) {
            try make(folder.appending(path: "Flows"))
            for (path, content) in files { try write(content, as: path) }
        } catch {
            remove()
            throw error
        }
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Reads the sources of the project.
    package func sources() throws(ProjectError) -> FlowSources {
        try FlowSources(in: try ProjectFolder(at: folder.path))
    }

    private func write(_ content: JSONValue, as path: String) throws(UploadError) {
        guard Self.belongs(path) else {
            throw UploadError(
                "`\(path)` is not a file of a project; those are `Flows/NAME.yaml`, `Flows/images/…`, `Config/actions.yaml` "
                    + "and `Config/services.yaml`")
        }
        let bytes =
            content.string.map { Data($0.utf8) } ?? content["base64"]?.string.flatMap { Data(base64Encoded: $0) }
        guard let bytes else {
            throw UploadError("`\(path)` is neither a text nor an object with `base64`")
        }
        // Pictures are in folders of their own; a text with a null byte is none, and PostgreSQL takes no text with it.
        guard path.hasPrefix("Flows/images/") || !bytes.contains(0) else {
            throw UploadError("`\(path)`: the text has a null byte")
        }
        let place = folder.appending(path: path)
        try make(place.deletingLastPathComponent())
        guard FileManager.default.createFile(atPath: place.path, contents: bytes) else {
            throw UploadError("cannot write `\(path)`")
        }
    }

    private func make(_ folder: URL) throws(UploadError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw UploadError("cannot create a temporary folder for the files")
        }
    }

    /// Whether a path is allowed in a project; none leads out of it.
    private static func belongs(_ path: String) -> Bool {
        if ["Config/actions.yaml", "Config/services.yaml"].contains(path) { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first == "Flows", path.utf8.count <= 500, !path.contains("\0"),
            parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= 200 })
        else { return false }
        return parts.count == 2 ? path.hasSuffix(".yaml") : parts.count > 2 && parts[1] == "images"
    }
}

/// The reason why uploaded files are refused.
package struct UploadError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
