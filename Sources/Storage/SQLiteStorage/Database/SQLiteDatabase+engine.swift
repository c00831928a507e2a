import Concurrency
public import ConversationRuntime
public import Databases
public import Expressions
import Files
import Foundation
import GRDB
public import SQLStorage

/// What only SQLite has: a log that is emptied, and copies beside the file.
extension SQLiteDatabase: StorageEngine {
    public var dialect: Dialect { .sqlite }

    public func kind(of error: any Error) -> SQLFaultKind? { (error as? DatabaseError)?.kind }

    public func overwriteForgotten() async throws {
        try await writing { db in
            // Commits meanwhile must not wait for readers.
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = \(SQLiteDatabase.patience * 1_000)") }
            _ = try GRDB.Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    public func eraseRemains(hasErased: Bool) async -> Remains {
        let hasNoCopies = CopyFolder.sweep(beside: pool.path)
        let isEmptied = await emptyLog()
        return Remains(
            copies: hasErased ? LayoutCopy.removeAll(beside: pool.path) : 0, isThorough: hasNoCopies && isEmptied)
    }

    /// Moves the log into the database file and truncates it. Returns `false` while another connection reads it.
    private func emptyLog() async -> Bool {
        do {
            return try await writing { db in
                let row = try GRDB.Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                return row.map { $0[0] == 0 } ?? false
            }
        } catch {
            return false
        }
    }

    /// Uses the connection that writes, without a transaction.
    private func writing<Outcome: Sendable>(
        _ work: @escaping @Sendable (GRDB.Database) throws -> Outcome
    ) async throws -> Outcome {
        try await commits.beside { try await pool.writeWithoutTransaction(work) }
    }

    /// The copy is in its own folder beside the database, readable only by the owner of the database's folder. It
    /// contains only the sessions that wait: the history of a bot is many times as large.
    public func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy {
        let folder = try CopyFolder(beside: pool.path)
        do {
            try await copy(into: folder, progress)
            return try SQLiteSessionCopy(folder: folder, seal: seal)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Runs on its own thread: copying a large file takes long, and must not block the few threads that all tasks share
    /// to serve customers.
    private func copy(into folder: CopyFolder, _ progress: @escaping @Sendable (Double) -> Void) async throws {
        try await onThreadOfItsOwn { [path = pool.path] in
            try SQLiteDatabase.makePrivate(folder.database)
            try SQLiteSessionCopy.make(at: folder.database, of: path, progress)
        }
    }

    public var freeDisk: Int? { DiskSpace(at: URL(filePath: pool.path).deletingLastPathComponent().path)?.free }

    public var lastBackup: Moment? { BackupMarker(of: pool.path).lastBackup }
}
