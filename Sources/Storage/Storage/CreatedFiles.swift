import Foundation
import SQLStorage

/// What a move creates for an SQLite file that is not there yet: the file, those beside it, and the folders of customers'
/// files and of pictures. A move that fails takes it back.
struct CreatedFiles: Sendable {
    private let paths: [String]
    /// Folders that may hold the files of other databases.
    private let shared: [String]

    /// - Returns: `nil` when there is a file at the path, or something else.
    init?(at path: String) {
        let manager = FileManager.default
        guard !manager.fileExists(atPath: path) else { return nil }
        let folders = [ContentFolder(database: path, ContentLimits()).path, PublishedPictures(database: path).path]
        // The lock is last: until then no server can start with the file.
        let files = ["", "-wal", "-shm", ".created", ".lock"].map { path + $0 }
        paths = (folders + files).filter { !manager.fileExists(atPath: $0) }
        shared = (folders + [path]).map { URL(filePath: $0).deletingLastPathComponent().path }
            .filter { !manager.fileExists(atPath: $0) }
    }

    /// Removes what did not exist before the move.
    func remove() {
        for path in paths { try? FileManager.default.removeItem(atPath: path) }
        for folder in shared { rmdir(folder) }
    }
}
