import Concurrency
public import Databases
public import Files
import Foundation
import GRDB
public import SQLStorage
public import ServerMetrics
import Synchronization

/// One SQLite file with everything that a server keeps. Each concern has a store of its own over it, such as
/// `SQLSessions`; `stores` has them all.
///
/// WAL mode with `synchronous=FULL`: a commit that has returned survives a crash of the process and of the machine. One
/// connection writes, many turns in one transaction; the others read. Operators' commands may write from other
/// processes.
public final class SQLiteDatabase: Sendable {
    let pool: DatabasePool
    /// A waiting read in the connection pool blocks a thread. The system provides a few hundred threads at most, so
    /// waiting readers could leave none for the one that they wait for.
    private let readers = AsyncSemaphore(permits: SQLiteDatabase.readingConnections)
    let commits: CommitQueue
    private let lock: OwnershipLock?
    /// The open files; `nil` where the next start discards their content.
    let file: OpenedDatabase?
    /// Returns the free bytes of a folder.
    let freeSpace: @Sendable (String) -> Int?
    let seal: Seal
    /// Customers' files.
    let folder: ContentFolder
    /// Where new files of customers go.
    private let contentPlace: ContentPlace
    let limits: ContentLimits
    /// Which request may write to an upload.
    let turns = UploadTurns()
    /// The number of files refused for lack of space.
    let refusals: Counters<RefusedContent>
    /// Pictures of stored versions of the flows.
    let published: PublishedPictures

    /// Opens the file, creates it if it does not exist, and migrates an older one.
    ///
    /// - Parameters:
    ///   - path: the SQLite file; its folder is created if it is missing.
    ///   - isOwner: whether this process is the server of the file, of which there can be only one.
    ///   - startsEmpty: whether the file's previous content is discarded.
    ///   - beginsAnew: whether an empty database may replace one that is missing.
    ///   - key: seals private answers; without one, a turn with a private answer becomes a dead letter.
    ///   - contentPlace: where new files of customers go; those that are elsewhere are still found.
    ///   - contentLimits: the space limits of customers' files.
    ///   - largestGroup: the maximum number of turns in a transaction.
    ///   - waits: whether what is not urgent waits for the next commit, up to 100 milliseconds, and a short commit stays on the
    ///     thread of its task; not for a run whose course must not depend on the time.
    ///   - freeSpace: returns the free bytes of a folder; `nil` when unknown.
    ///   - registry: where the metrics are registered.
    /// - Throws: `StorageError`, which includes what to do about it.
    public init(
        path: String, isOwner: Bool = true, startsEmpty: Bool = false, beginsAnew: Bool = false,
        key: StorageKey? = nil, contentPlace: ContentPlace = .folder, contentLimits: ContentLimits = ContentLimits(),
        largestGroup: Int = 128, waits: Bool = true,
        freeSpace: @escaping @Sendable (String) -> Int? = { DiskSpace(at: $0)?.free },
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) throws(StorageError) {
        let place = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        lock = isOwner ? try OwnershipLock(database: path) : nil
        let marker = CreationMarker(of: path)
        if !startsEmpty, !beginsAnew { try marker.check() }
        if startsEmpty {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        }
        seal = Seal(key)
        self.freeSpace = freeSpace
        pool = try Self.open(path, seal, isOwner: isOwner)
        file = startsEmpty ? nil : try OpenedDatabase(path)
        if !startsEmpty { marker.leave() }
        self.contentPlace = contentPlace
        limits = contentLimits
        folder = ContentFolder(database: path, contentLimits)
        refusals = StoredData.refusals(in: registry)
        published = PublishedPictures(database: path)
        if isOwner {
            try Self.sweep(folder, pool, path)
            CopyFolder.sweep(beside: path)
        }
        let pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(50)) }
        commits = CommitQueue(
            pool, largestGroup: max(1, largestGroup),
            quick: waits && ProcessInfo.processInfo.activeProcessorCount > 1 ? .milliseconds(1) : .zero, file: file,
            patience: waits ? pause : nil, measuredIn: registry)
    }

    /// The number of connections for reading.
    static let readingConnections = 2

    /// Seconds to wait while another program has locked the database.
    static let patience = 5

    /// The database as its stores use it.
    public var data: StoredData {
        StoredData(
            engine: self, seal: seal, files: ContentFiles(contentPlace, folder: folder, engine: self), limits: limits,
            turns: turns, refusals: refusals, published: published)
    }

    /// Reads in its own transaction.
    public func read<Result: Sendable>(
        _ work: @escaping @Sendable (Databases.Database) throws -> Result
    ) async throws -> Result {
        do {
            let result = try await readers.withPermit { try await pool.read { try work($0.asCancellable) } }
            guard let result else { throw CancellationError() }
            return result
        } catch {
            file?.note(error)
            throw error
        }
    }

    /// Writes in a group with other waiting commits, and returns the result when it is durable.
    ///
    /// - Throws: what `work` throws, or the error of the transaction as a whole; nothing of `work` has taken effect
    ///   then.
    public func perform<Result: Sendable>(
        _ work: @escaping @Sendable (Databases.Database) throws -> Result
    ) async throws -> Result {
        try await result(of: work) { try await commits.perform($0) }
    }

    /// The same for work that changes a few rows at most.
    public func performShort<Result: Sendable>(
        _ work: @escaping @Sendable (Databases.Database) throws -> Result
    ) async throws -> Result {
        try await result(of: work) { try await commits.perform($0, isShort: true) }
    }

    /// The same for what can wait: a commit that comes within the next 100 milliseconds writes it as well.
    public func performLater(_ work: @escaping @Sendable (Databases.Database) throws -> Void) async throws {
        try await result(of: work) { try await commits.performLater($0) }
    }

    private func result<Result: Sendable>(
        of work: @escaping @Sendable (Databases.Database) throws -> Result,
        _ commit: (@escaping CommitQueue.Work) async throws -> Void
    ) async throws -> Result {
        let outcome = Mutex<Result?>(nil)
        try await commit { db in
            let result = try work(db.asSQL)
            outcome.withLock { $0 = result }
        }
        guard let result = outcome.withLock({ $0 }) else { preconditionFailure("a commit ended without its work") }
        return result
    }

    /// Writes in a transaction of its own.
    public func change<Result: Sendable>(
        _ work: @escaping @Sendable (Databases.Database) throws -> Result
    ) async throws -> Result {
        let result = try await commits.beside { try await pool.write { try work($0.asCancellable) } }
        try file?.check()
        return result
    }
}
