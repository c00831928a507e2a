import Files
import Foundation

/// A folder that `usher backup` has made.
struct BackupSource {
    let path: String
    /// The name of its database, which a server with another `storage.path` may have made.
    private let name: String

    var database: String { "\(path)/\(name)" }

    /// - Parameter wanted: the name that is taken when there are several.
    /// - Throws: `RestoreError` when there is no backup at the path.
    init(_ folder: String, wanted: String) throws(RestoreError) {
        path = URL(filePath: folder).standardizedFileURL.resolvingSymlinksInPath().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw RestoreError("\(folder) does not exist; name the folder that `usher backup` has made")
        }
        guard isFolder.boolValue else {
            throw RestoreError("\(folder) is a file; name the folder that `usher backup` has made")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let databases = names.filter { [path] in Self.isDatabase("\(path)/\($0)") }
        if databases.contains(wanted) {
            name = wanted
        } else if let only = databases.first, databases.count == 1 {
            name = only
        } else {
            throw RestoreError(
                databases.isEmpty
                    ? "\(folder) is not a backup: there is no database in it"
                    : "\(folder) has several databases, and none is called \(wanted)")
        }
    }

    /// A file of the backup, and its path in the restored folder.
    private struct Part {
        let source: String
        let place: String
    }

    /// The bytes that a copy takes.
    var size: Int { parts(as: name).reduce(0) { $0 + Self.size($1.source) } }

    /// - Parameter new: the name of the restored database.
    private func parts(as new: String) -> [Part] {
        let main = ["", "-wal"].map { Part(source: database + $0, place: new + $0) }.filter { Self.isFile($0.source) }
        return ["content", "published"].reduce(into: main) { parts, kind in
            let folder = "\(path)/\(kind)/\(name)"
            for file in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
                let part = Part(source: "\(folder)/\(file)", place: "\(kind)/\(new)/\(file)")
                if Self.isFile(part.source) { parts.append(part) }
            }
        }
    }

    /// Copies the backup, durably. The backup itself is never opened as a database, so that it stays as it is.
    ///
    /// - Parameters:
    ///   - new: the name of the new database.
    ///   - progress: receives the fraction copied, from 0 to 1.
    func copy(to folder: String, as new: String, _ progress: (Double) -> Void) throws {
        let total = max(1, size)
        var copied = 0
        for part in parts(as: new) {
            try Task.checkCancellation()
            var pieces = try FilePieces(of: part.source)
            var copy = try NewFile("\(folder)/\(part.place)")
            while let piece = try pieces.next() {
                try copy.write(piece)
                copied += piece.count
                progress(min(1, Double(copied) / Double(total)))
            }
            try copy.keep(lasting: true)
        }
    }

    private static func isDatabase(_ path: String) -> Bool {
        guard isFile(path), var pieces = try? FilePieces(of: path, length: 16) else { return false }
        return (try? pieces.next()) == Data("SQLite format 3\0".utf8)
    }

    private static func isFile(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeRegular
    }

    private static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}
