import ConversationRuntime
import Crypto
import Files
import Foundation

/// The pictures of stored versions on disk: `published/<database>/` beside the database, each under its checksum, so
/// that versions share identical pictures.
package struct PublishedPictures: Sendable {
    package let path: String
    private let database: String

    package init(database: String) {
        self.database = database
        let url = URL(filePath: database)
        path = url.deletingLastPathComponent().appending(path: "published/\(url.lastPathComponent)").path
    }

    func place(of file: FlowVersion.File) -> String { "\(path)/\(file.checksum)" }

    func holds(_ file: FlowVersion.File) -> Bool { FileManager.default.fileExists(atPath: place(of: file)) }

    /// Copies a picture into the folder, atomically.
    ///
    /// - Throws: also when its content no longer matches the version.
    func keep(_ file: FlowVersion.File, from source: String) async throws(FileError) {
        let place = place(of: file)
        // Updating the modification time protects the picture: the cleanup of unused pictures skips recent ones.
        if utimes(place, nil) == 0 { return }
        try make()
        var pieces = try FilePieces(of: source)
        var copy = try NewFile(place)
        var hash = SHA256()
        while let piece = try pieces.next() {
            hash.update(data: piece)
            try copy.write(piece)
            await Task.yield()
        }
        guard hash.finalize().map({ String(format: "%02x", $0) }).joined() == file.checksum else {
            throw FileError("`\(source)` has changed while it was read")
        }
        try copy.keep(lasting: true)
        try FileOwner(beside: database)?.take(place)
    }

    /// Removes every picture except these and recent ones, which another process may be about to publish.
    func removeAll(but known: Set<String>) {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: path)) ?? [] where !known.contains(name) {
            let changed = try? manager.attributesOfItem(atPath: "\(path)/\(name)")[.modificationDate] as? Date
            guard let changed, changed.timeIntervalSinceNow < -86_400 else { continue }
            try? manager.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private func make() throws(FileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileError("cannot create `\(path)`: \(error.localizedDescription)")
        }
        for folder in [URL(filePath: path).deletingLastPathComponent().path, path] {
            try FileOwner(beside: database)?.take(folder)
        }
    }
}
