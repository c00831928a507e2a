import Channels
import Concurrency
import ConversationRuntime
public import Expressions
import Files
import Foundation
import GRDB
import JSON
public import SQLStorage

extension SQLiteDatabase {
    /// Why a message that waited in a backup is a dead letter.
    static let withheldReason =
        "it waited when the backup was made, and may have been sent since; retry it if it was not"

    /// Puts a backup into the place of a database, while no server runs. The previous database and its files are kept
    /// in a folder beside it.
    ///
    /// The backup is copied and checked before anything changes. After an interruption the next call continues.
    ///
    /// Messages that waited in the backup may have been sent since: they become dead letters, which operators can
    /// retry. Those of the web chat are sent, because what browsers show comes from the database itself.
    ///
    /// - Parameters:
    ///   - backup: a folder made by `backUp`. It is not changed.
    ///   - path: the database of the server.
    ///   - sendsWaiting: whether all waiting messages are sent at the next start of the server.
    ///   - now: the time, for the name of the folder and for dead letters.
    ///   - progress: receives the fraction copied, from 0 to 1.
    /// - Throws: `RestoreError`.
    public static func restore(
        _ backup: String, to path: String, key: StorageKey?, sendsWaiting: Bool = false, at now: Moment,
        _ progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> Restored {
        try await restore(
            backup, to: path, key: key, sendsWaiting: sendsWaiting, at: now, progress, passing: { _ in })
    }

    /// - Parameter passing: called after each change on disk.
    package static func restore(
        _ backup: String, to path: String, key: StorageKey?, sendsWaiting: Bool = false, at now: Moment,
        _ progress: @escaping @Sendable (Double) -> Void = { _ in },
        passing: @escaping @Sendable (String) throws -> Void
    ) async throws -> Restored {
        let target = URL(filePath: path).standardizedFileURL
        let source = try BackupSource(backup, wanted: target.lastPathComponent)
        do {
            let place = target.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            guard place.resolvingSymlinksInPath().path != source.path else {
                throw RestoreError("\(backup) is the folder of the database itself")
            }
            try checkIsFile(target.path)
            let lock = try owning(target.path)
            defer { withExtendedLifetime(lock) {} }
            let folder = RestoreFolder(for: target.path)
            if let plan = folder.plan {
                var restored = try folder.exchange(plan, passing)
                restored.wasInterrupted = true
                // The restore of another backup was interrupted, and is complete now; the wanted one follows.
                if plan.backup == source.path { return restored }
            }
            return try await restore(
                source, in: folder, at: place.path, Waiting(isSent: sendsWaiting, now: now), key, progress, passing)
        } catch {
            throw error as? RestoreError ?? RestoreError(error, at: target.path)
        }
    }

    /// The rule for messages that waited in the backup.
    private struct Waiting {
        let isSent: Bool
        let now: Moment
    }

    private static func restore(
        _ source: BackupSource, in folder: RestoreFolder, at place: String, _ waiting: Waiting, _ key: StorageKey?,
        _ progress: @escaping @Sendable (Double) -> Void, _ passing: @escaping @Sendable (String) throws -> Void
    ) async throws -> Restored {
        if let free = DiskSpace(at: place)?.free, free < source.size {
            throw RestoreError(
                "no space for the backup on the disk of \(place): it has \(source.size) bytes, and \(free) are free",
                isTemporary: true)
        }
        do {
            try folder.make()
            try passing(folder.growing)
            let (growing, name) = (folder.growing, URL(filePath: folder.database).lastPathComponent)
            try await onThreadOfItsOwn { try source.copy(to: growing, as: name, progress) }
            try checkCopy(folder.database, of: source)
            try passing(folder.database)
            let plan = try await prepare(folder, source, waiting, key)
            try folder.complete(plan)
            try passing(folder.growing)
            return try folder.exchange(plan, passing)
        } catch {
            folder.remove()
            let isDamage = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains((error as? DatabaseError)?.resultCode)
            throw isDamage ? damage(of: source, "\(error)") : error
        }
    }

    /// Only the copy has been opened as a database, but the damage is that of the backup.
    private static func damage(of source: BackupSource, _ reason: String) -> RestoreError {
        RestoreError("the backup \(source.database) is damaged: \(reason)")
    }

    /// Migrates the copy to the layout of this version, and settles what waited in it.
    private static func prepare(
        _ folder: RestoreFolder, _ source: BackupSource, _ waiting: Waiting, _ key: StorageKey?
    ) async throws -> RestoreFolder.Plan {
        let database: SQLiteDatabase
        do throws(StorageError) {
            database = try SQLiteDatabase(path: folder.database, key: key)
        } catch {
            throw RestoreError(
                error.description.replacing(folder.database, with: source.database), isTemporary: error.isTemporary)
        }
        let withheld = try await waiting.isSent ? 0 : database.withholdWaiting(at: waiting.now)
        let files = try await database.countFiles()
        try await database.pool.write { db in
            // Browsers know changes that the backup does not have. Without this they would miss as many new ones.
            try db.execute(sql: "UPDATE chat_customers SET revision = revision + 1000000000 WHERE revision > 0")
        }
        try await database.pool.writeWithoutTransaction { db in
            guard try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
                throw RestoreError("the copy of the backup cannot be completed", isTemporary: true)
            }
        }
        try database.pool.close()
        return RestoreFolder.Plan(
            backup: source.path, previous: folder.previous(at: waiting.now.iso), files: files.found,
            missing: files.missing, withheld: withheld)
    }

    /// Moves messages that wait to the dead letters, except those of the web chat. No conversation is informed: it is
    /// as if they had been sent. Returns their number.
    private func withholdWaiting(at now: Moment) async throws -> Int {
        var count = 0
        var session: SessionID?
        while true {
            let more = try await sessions.sessionsWithDeliveries(after: session, limit: 500)
            for session in more {
                var last: DeliveryID?
                while let delivery = try await sessions.deliveries(of: session, after: last, limit: 1).first {
                    last = delivery.id
                    if delivery.delivery.conversation.channel == "web" { break }
                    try await withhold(delivery, at: now)
                    count += 1
                }
            }
            guard let last = more.last else { return count }
            session = last
        }
    }

    private func withhold(_ delivery: StoredDelivery, at now: Moment) async throws {
        let letter = DeadLetter(delivery, at: now, because: Self.withheldReason)
        let content = seal.closed(letter.content, shown: letter.shownContent).text
        try await pool.write { db in
            try LaneRows.remove(upTo: delivery.id, db.asSQL)
            try db.execute(
                sql: """
                    INSERT INTO dead_letters (kind, channel, customer, business, at, reason, content)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    letter.kind.rawValue, letter.conversation.channel, letter.conversation.customer,
                    letter.conversation.business, letter.at.milliseconds, letter.reason, content,
                ])
        }
    }

    /// Counts the files that the database names, and those of them that do not exist.
    private func countFiles() async throws -> (found: Int, missing: Int) {
        let names = try await pool.read { try String.fetchAll($0, sql: "SELECT file FROM content \(Self.inFolder)") }
        let found = names.count { FileManager.default.fileExists(atPath: "\(folder.path)/\($0)") }
        return (found, names.count - found)
    }

    private static func checkCopy(_ copy: String, of source: BackupSource) throws {
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.close() }
        let found: [String]
        do {
            found = try queue.read { try String.fetchAll($0, sql: "PRAGMA quick_check(3)") }
        } catch {
            throw damage(of: source, "\(error)")
        }
        guard found == ["ok"] else {
            throw damage(of: source, found.joined(separator: "; "))
        }
        let layout = try queue.read(Layout.init(of:))
        guard layout.current != nil else { throw RestoreError("\(source.database) is not a database of Usher") }
    }

    /// Through a link, the restored file would take the place of the link.
    private static func checkIsFile(_ path: String) throws(RestoreError) {
        let kind = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        if kind == .typeSymbolicLink {
            throw RestoreError("\(path) is a symbolic link; set `storage.path` to the file that it names")
        }
    }

    private static func owning(_ path: String) throws(RestoreError) -> OwnershipLock {
        do throws(StorageError) {
            return try OwnershipLock(database: path)
        } catch {
            if case .inUse = error {
                throw RestoreError("\(path) is in use by a server; stop the server first", isTemporary: true)
            }
            throw RestoreError(error.description, isTemporary: error.isTemporary)
        }
    }
}
