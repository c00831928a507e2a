import Concurrency
public import ConversationRuntime
import Files
import Foundation
import GRDB

extension SQLiteSessionStore: CopyingStore {
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
        try await onThreadOfItsOwn { [pool] in
            try Self.makePrivate(folder.database)
            try SQLiteSessionCopy.make(at: folder.database, of: pool.path, progress)
        }
    }
}

/// The sessions of a copied database.
struct SQLiteSessionCopy: SessionCopy {
    private static let waits = """
        (status IN ('waiting', 'calling', 'with-person')
            OR EXISTS (SELECT 1 FROM live.timers WHERE session_id = sessions.id AND kind = 'reminder'))
        """

    /// The range of session numbers copied at a time.
    private static let step = 10_000

    private let folder: CopyFolder
    private let seal: Seal
    private let queue: DatabaseQueue

    init(folder: CopyFolder, seal: Seal) throws {
        self.folder = folder
        self.seal = seal
        queue = try DatabaseQueue(path: folder.database)
    }

    /// Copies the waiting sessions as of one point in time: all are read in one transaction.
    static func make(at path: String, of live: String, _ progress: (Double) -> Void) throws {
        var configuration = Configuration()
        // An interrupted copy is worthless, so it need not be durable.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH DATABASE ? AS live", arguments: [live])
            // An immediate transaction would block all writes to the live database as well.
            try db.inTransaction(.deferred) {
                try copy(to: db, progress)
                return .commit
            }
        }
        try queue.close()
    }

    private static func copy(to db: Database, _ progress: (Double) -> Void) throws {
        try db.execute(
            sql: """
                CREATE TABLE main.sessions (
                    id INTEGER PRIMARY KEY, channel TEXT NOT NULL, customer TEXT NOT NULL, business TEXT NOT NULL,
                    revision INTEGER NOT NULL, state TEXT NOT NULL
                ) STRICT
                """)
        let last = try Int.fetchOne(db, sql: "SELECT MAX(id) FROM live.sessions") ?? 0
        for first in stride(from: 0, through: last, by: step) {
            try db.execute(
                sql: """
                    INSERT INTO main.sessions
                    SELECT id, channel, customer, business, revision, state FROM live.sessions AS sessions
                    WHERE id >= ? AND id < ? AND \(waits)
                    """, arguments: [first, first + step])
            progress(min(1, Double(first + step) / Double(last + 1)))
        }
    }

    func waitingCount() async throws -> Int {
        try await queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sessions") ?? 0 }
    }

    func waiting(after session: SessionID?, limit: Int) async throws -> [CopiedSession] {
        let rows = try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id, channel, customer, business, revision, state FROM sessions
                    WHERE id > ? ORDER BY id LIMIT ?
                    """, arguments: [session?.number ?? 0, limit]
            ).map(SessionRow.init)
        }
        return rows.map { row in
            do throws(UnreadableSession) {
                return .session(try StoredSession(row, seal))
            } catch {
                return .unreadable(row.id, error.reason)
            }
        }
    }

    func pageEnds(every size: Int) async throws -> [SessionID] {
        try await queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT id FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM sessions)
                    WHERE place % ? = 0 ORDER BY id
                    """, arguments: [size]
            ).map { SessionID($0[0]) }
        }
    }

    func remove() {
        try? queue.close()
        folder.remove()
    }
}

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
