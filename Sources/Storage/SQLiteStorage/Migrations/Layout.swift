import Foundation
import GRDB

/// The layout of a database file: the number of the last migration applied to it.
struct Layout {
    /// The newest layout that this version of Usher knows.
    static let newest = Migrations.migrator.migrations.last ?? ""

    /// `nil` for a file without tables of ours.
    let current: String?
    /// Whether it was written by a newer version of Usher.
    let isTooNew: Bool

    init(of db: Database) throws {
        current = try Migrations.migrator.appliedIdentifiers(db).max()
        isTooNew = try Migrations.migrator.hasBeenSuperseded(db)
        isOutdated = try current != nil && !Migrations.migrator.hasCompletedMigrations(db)
    }

    /// Whether it contains tables that must be migrated.
    let isOutdated: Bool
}

/// The copy of a database made before it is migrated to a newer layout: `usher.sqlite.before-014`.
enum LayoutCopy {
    private static let mark = ".before-"

    /// Makes the copy, atomically. An existing copy is replaced, unless its layout is older than the file's: in that
    /// case an upgrade was interrupted halfway, and only that copy can be read by the previous version.
    static func make(of pool: DatabasePool, before layout: String) throws {
        let path = pool.path + mark + layout
        if let kept = Self.layout(of: path), let current = try pool.read(Layout.init(of:)).current, kept < current {
            return
        }
        let growing = path + ".partial"
        try? FileManager.default.removeItem(atPath: growing)
        do {
            guard
                FileManager.default.createFile(
                    atPath: growing, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
            let copy = try DatabaseQueue(path: growing)
            try pool.backup(to: copy, pagesPerStep: 1_000)
            try copy.close()
            removeSideFiles(of: growing)
            guard rename(growing, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            try? FileManager.default.removeItem(atPath: growing)
            removeSideFiles(of: growing)
            throw error
        }
    }

    /// The layout of a copy; `nil` when there is none, or it cannot be read.
    private static func layout(of path: String) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try? DatabaseQueue(path: path).read(Layout.init(of:)).current
    }

    private static func removeSideFiles(of path: String) {
        for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Removes all copies. Returns the number removed.
    static func removeAll(beside database: String) -> Int {
        let url = URL(filePath: database)
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.count { name in
            guard name.hasPrefix(url.lastPathComponent + mark) else { return false }
            return (try? FileManager.default.removeItem(at: folder.appending(path: name))) != nil
        }
    }
}
