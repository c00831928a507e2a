import Files
import Foundation

/// A folder for a copy of a database, beside the original: its disk has space for it as long as the database has space
/// to grow.
///
/// A process that uses the folder holds a lock in it, so that what a killed process left can be recognised and removed:
/// also by the server, which runs as its own user, when the killed process ran as root.
struct CopyFolder: Sendable {
    private static let prefix = ".usher-copy-"
    /// The age in seconds below which a folder is not removed: it is created before it is locked.
    private static let youth = 60.0

    private let path: String
    private let lock: OwnershipLock

    var database: String { Self.database(in: path) }

    /// - Throws: `BackupError` when the folder cannot be created.
    init(beside database: String) throws(BackupError) {
        Self.sweep(beside: database)
        let place = URL(filePath: database).deletingLastPathComponent()
        path = place.appending(path: Self.prefix + UUID().uuidString).path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileOwner(beside: path)?.take(path)
            lock = try OwnershipLock(database: Self.database(in: path))
        } catch {
            throw BackupError("cannot create \(path): \(error.localizedDescription)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes copies that no process uses any more. Returns whether none is left.
    @discardableResult static func sweep(beside database: String) -> Bool {
        let manager = FileManager.default
        let place = URL(filePath: database).deletingLastPathComponent().path
        var isEmpty = true
        for name in (try? manager.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix(prefix) {
            let folder = "\(place)/\(name)"
            let made = try? manager.attributesOfItem(atPath: folder)[.modificationDate] as? Date
            if let made, made.timeIntervalSinceNow < -youth,
                (try? OwnershipLock(database: Self.database(in: folder))) != nil
            {
                try? manager.removeItem(atPath: folder)
            }
            if manager.fileExists(atPath: folder) { isEmpty = false }
        }
        return isEmpty
    }

    private static func database(in folder: String) -> String { folder + "/copy.sqlite" }
}
