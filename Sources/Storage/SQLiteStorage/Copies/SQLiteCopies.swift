import Concurrency
public import ConversationRuntime
import GRDB

/// Copies of sessions, for dry runs.
public struct SQLiteCopies: CopyingStore {
    let database: SQLiteDatabase

    /// The copy is in its own folder beside the database, readable only by the owner of the database's folder. It
    /// contains only the sessions that wait: the history of a bot is many times as large.
    public func copySessions(_ progress: @escaping @Sendable (Double) -> Void) async throws -> any SessionCopy {
        let folder = try CopyFolder(beside: database.pool.path)
        do {
            try await copy(into: folder, progress)
            return try SQLiteSessionCopy(folder: folder, seal: database.seal)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Runs on its own thread: copying a large file takes long, and must not block the few threads that all tasks share
    /// to serve customers.
    private func copy(into folder: CopyFolder, _ progress: @escaping @Sendable (Double) -> Void) async throws {
        try await onThreadOfItsOwn {
            try SQLiteDatabase.makePrivate(folder.database)
            try SQLiteSessionCopy.make(at: folder.database, of: database.pool.path, progress)
        }
    }
}
