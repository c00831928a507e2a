import Files
import Foundation
import GRDB
import SQLStorage

/// Opening the file: its settings, its layout, and what a crash has left beside it.
extension SQLiteDatabase {
    /// Removes files without a database row, left by a crash.
    static func sweep(_ folder: ContentFolder, _ pool: DatabasePool, _ path: String) throws(StorageError) {
        do {
            try folder.make()
            let (kept, underWay) = try pool.read {
                (
                    try String.fetchSet($0, sql: "SELECT file FROM content"),
                    try String.fetchSet($0, sql: "SELECT file FROM uploads")
                )
            }
            for name in underWay { try folder.reopen(name) }
            try folder.removeAll(but: kept.union(underWay.map(ContentFolder.growing)))
        } catch {
            throw StorageError(error, of: path)
        }
    }

    static func open(_ path: String, _ seal: Seal, isOwner: Bool) throws(StorageError) -> DatabasePool {
        do {
            try makePrivate(path)
            try checkIsOurs(path)
            var configuration = Configuration()
            configuration.maximumReaderCount = readingConnections
            configuration.busyMode = .timeout(Double(patience))
            configuration.prepareDatabase { db in
                db.add(function: .holdsWords)
                try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000; PRAGMA secure_delete = ON")
            }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Not earlier: opening a pool turns on WAL mode and, with it, NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try bringUpToDate(pool, isOwner: isOwner)
            if seal.hasKey { try pool.write { try KeyProof.check(seal, beginsChange: isOwner, $0.asSQL) } }
            return pool
        } catch let error as StorageError {
            throw error
        } catch SealError.formerKeyMissing {
            throw .formerKeyMissing(path)
        } catch is SealError {
            throw .wrongKey(path)
        } catch {
            throw StorageError(error, of: path)
        }
    }

    /// Whether there is no file, or an empty one.
    public static func isEmpty(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) != 0 || facts.st_size == 0
    }

    /// Ensures that a file with tables has ours, and one name, before anything is written to it.
    ///
    /// - Throws: `StorageError.unusable`; other errors are those of the opening that follows.
    private static func checkIsOurs(_ path: String) throws(StorageError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return }
        // Beside each name SQLite would keep a log of its own (sqlite.org, How To Corrupt An SQLite Database File, 2.5).
        guard facts.st_nlink <= 1 else {
            throw .unusable(
                path,
                "the file has \(facts.st_nlink) names (hard links), and two of them would damage it; remove the others")
        }
        guard facts.st_size > 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(0.5)
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
        defer { try? queue.close() }
        let tables = try? queue.read { db in
            try Layout(of: db).current == nil
                ? String.fetchAll(
                    db,
                    sql:
                        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name LIMIT 3"
                )
                : []
        }
        guard let tables, !tables.isEmpty else { return }
        let names = tables.map { "`\($0)`" }.joined(separator: ", ")
        throw .unusable(
            path, "it is a database of another program, with the table \(names); set another `storage.path`")
    }

    /// Migrates the file to the newest layout. A process that is not the owner leaves this to the next server, because
    /// a server may be running.
    private static func bringUpToDate(_ pool: DatabasePool, isOwner: Bool) throws {
        let layout = try pool.read(Layout.init(of:))
        if layout.isTooNew { throw StorageError.tooNew(pool.path, layout: layout.current ?? "", known: Layout.newest) }
        if layout.isOutdated, let current = layout.current {
            guard isOwner else {
                throw StorageError.tooOld(pool.path, layout: current, wanted: Layout.newest)
            }
            do {
                try LayoutCopy.make(of: pool, before: Layout.newest)
            } catch {
                let trouble = StorageTrouble(error, at: pool.path)
                let reason =
                    "it must be migrated, and the copy before the migration failed: "
                    + (trouble?.description ?? "\(error); free disk space")
                throw trouble?.isTemporary == true
                    ? StorageError.unavailable(pool.path, reason) : StorageError.unusable(pool.path, reason)
            }
        }
        try Migrations.migrator.migrate(pool)
    }

    /// Creates the file if it does not exist, so that only its owner can read what customers write. The files that
    /// SQLite creates beside it get the same permissions.
    ///
    /// An existing file is not even opened: closing it again would release the locks that this process holds on it
    /// (sqlite.org, How To Corrupt An SQLite Database File, section 2.2).
    static func makePrivate(_ path: String) throws(StorageError) {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            try? FileOwner(beside: path)?.take(path)
        } else if errno != EEXIST || access(path, R_OK | W_OK) != 0 {
            throw StorageError(.system(path), of: path)
        }
    }
}
