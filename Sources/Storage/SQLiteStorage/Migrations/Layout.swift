import Foundation
import GRDB

/// Which layout a database file has: the number of the last migration that it has seen.
struct Layout {
    /// The one of this version of Usher.
    static let newest = Migrations.migrator.migrations.last ?? ""

    /// `nil` for a file without any tables of ours.
    let current: String?
    /// Whether it comes from a newer version of Usher.
    let isTooNew: Bool

    init(of db: Database) throws {
        current = try Migrations.migrator.appliedIdentifiers(db).max()
        isTooNew = try Migrations.migrator.hasBeenSuperseded(db)
        isOutdated = try current != nil && !Migrations.migrator.hasCompletedMigrations(db)
    }

    /// Whether it holds something that has to be brought up to date.
    let isOutdated: Bool
}

/// The copy of a database that is made before it gets a newer layout: `usher.sqlite.before-014`.
enum LayoutCopy {
    private static let mark = ".before-"

    /// Makes it, whole or not at all. One that is there already is replaced, unless its layout is older than the file's: then an
    /// upgrade was cut off halfway, and only that copy can be read by the version that was there before.
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

    /// The layout of a copy; `nil` when there is none that can be read.
    private static func layout(of path: String) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try? DatabaseQueue(path: path).read(Layout.init(of:)).current
    }

    private static func removeSideFiles(of path: String) {
        for suffix in ["-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Removes all of them. Returns how many.
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
