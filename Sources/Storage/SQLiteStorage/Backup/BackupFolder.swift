import Files
import Foundation

/// A folder that is filled under a temporary name and renamed when complete.
struct BackupFolder {
    private let path: String
    private let growing: String
    private let name: String

    var database: String { "\(growing)/\(name)" }
    private var content: String { "\(growing)/content/\(name)" }
    private var pictures: String { "\(growing)/published/\(name)" }

    init(_ folder: String, database: String) throws(BackupError) {
        let url = URL(filePath: folder).standardizedFileURL
        path = url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
        growing = path + ".partial"
        name = URL(filePath: database).lastPathComponent
        let manager = FileManager.default
        if let found = try? manager.contentsOfDirectory(atPath: path), !found.isEmpty {
            throw BackupError("\(path) is not empty; name a folder that does not exist")
        }
        guard !manager.fileExists(atPath: growing) else {
            throw BackupError(
                "\(growing) was left by an interrupted backup, or belongs to one in progress; remove it if no backup is running"
            )
        }
        do {
            try manager.createDirectory(
                atPath: content, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: growing)
        } catch {
            guard let trouble = StorageTrouble(error, at: growing), trouble.isTemporary else {
                throw BackupError("cannot create \(growing): \(error.localizedDescription)")
            }
            throw BackupError(trouble, in: growing)
        }
    }

    func makePictures() throws {
        try FileManager.default.createDirectory(
            atPath: pictures, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func copyPicture(_ name: String, from folder: String) throws {
        _ = try copy("\(folder)/\(name)", to: "\(pictures)/\(name)")
    }

    func copy(_ file: String, from folder: String) throws -> Bool {
        try copy("\(folder)/\(file)", to: "\(content)/\(file)")
    }

    /// Returns `false` when the file no longer exists.
    private func copy(_ source: String, to place: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: source), var pieces = try opened(source) else { return false }
        var copy = try NewFile(place)
        while let piece = try pieces.next() { try copy.write(piece) }
        try copy.keep(lasting: true)
        return true
    }

    /// `nil` when the file was removed meanwhile.
    private func opened(_ source: String) throws -> FilePieces? {
        do {
            return try FilePieces(of: source)
        } catch {
            guard FileManager.default.fileExists(atPath: source) else { return nil }
            throw error
        }
    }

    func finish(files: Int, missing: Int) throws -> Backup {
        let manager = FileManager.default
        for suffix in ["-wal", "-shm", "-journal"] { try? manager.removeItem(atPath: database + suffix) }
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: database)
        let size = try manager.attributesOfItem(atPath: database)[.size] as? Int ?? 0
        // `rename` also replaces an empty folder at this path.
        guard rename(growing, path) == 0 else { throw BackupError("\(path): \(String(cString: strerror(errno)))") }
        return Backup(database: "\(path)/\(name)", size: size, files: files, missing: missing)
    }

    func remove() { try? FileManager.default.removeItem(atPath: growing) }
}
