import Concurrency
import GRDB
import GRDBSQLite
import ServerMetrics
import Synchronization

/// Groups concurrent writes into one transaction.
///
/// A write that arrives while no group is being written leads: it commits its own work and whatever has arrived
/// meanwhile, then passes the lead to the next waiting write. A single write therefore waits for no other, and many
/// share one `fsync`.
///
/// If a work throws, only that work is rolled back: the group is written once more, with a savepoint for each. An error that
/// affects the transaction as a whole, such as a full disk or a failed commit, rolls back everything, and every work of the
/// group fails.
final class CommitQueue: Sendable {
    /// Work to run inside the transaction, maybe twice. Its changes are rolled back when it throws.
    typealias Work = @Sendable (Database) throws -> Void

    private typealias Outcome = Result<Void, any Error>

    private struct Entry: Sendable {
        let work: Work
        /// Whether it changes a few rows at most.
        let isShort: Bool
    }

    private let queue: BatchQueue<Entry, Outcome>
    private let writer: any DatabaseWriter
    private let file: OpenedDatabase?

    private let measurements: CommitMetrics
    /// The number of the next groups that get savepoints at once, because a work of one has thrown.
    private let careful = Mutex(0)
    private let patience: (@Sendable () async -> Void)?
    /// Transactions that take less may be written on the thread of their task.
    private let quick: Duration
    private let lockPatience: Int
    /// Whether the last transaction was as quick.
    private let isQuick = Atomic(false)
    /// The number of writes under way that are not of this queue.
    private let others = Atomic(0)

    /// - Parameters:
    ///   - largestGroup: the maximum number of writes in a transaction; 1 gives each its own.
    ///   - quick: while transactions take less, a few works that are short are written on the thread of their leader's task instead
    ///     of one of their own. The few threads that all tasks share must not wait for a slow disk; 0 where they are a single one.
    ///   - lockPatience: how many seconds the connection waits while another process has locked the database.
    ///   - file: the file that must still be in place for a write to count; `nil` for a temporary database.
    ///   - patience: returns after half of the time for which work that is not urgent may wait; `nil` when all work is urgent.
    ///   - registry: where the metrics are registered.
    init(
        _ writer: any DatabaseWriter, largestGroup: Int, quick: Duration = .zero,
        lockPatience: Int = SQLiteDatabase.patience, file: OpenedDatabase? = nil,
        patience: (@Sendable () async -> Void)? = nil,
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) {
        self.patience = patience
        self.writer = writer
        self.quick = quick
        self.lockPatience = lockPatience
        queue = BatchQueue(largestBatch: largestGroup)
        self.file = file
        measurements = CommitMetrics(in: registry)
    }

    /// Whether a group is being written.
    var isWriting: Bool { queue.isBusy }

    /// The number of writes that wait behind the current group.
    var waitingCount: Int { queue.waiting }

    /// Runs `work` in a transaction and returns when it is durable.
    ///
    /// - Parameter isShort: whether it changes a few rows at most, so that it may be done on the thread of a task.
    /// - Throws: what `work` throws, or the error of the transaction as a whole; nothing of `work` has taken effect
    ///   then.
    func perform(_ work: @escaping Work, isShort: Bool = false) async throws {
        try await queue.submit(Entry(work: work, isShort: isShort)) { await write($0) }.get()
    }

    /// The same for short work that is not urgent: it is written with the next group, or alone soon.
    func performLater(_ work: @escaping Work) async throws {
        guard let patience else { return try await perform(work, isShort: true) }
        try await queue.submit(Entry(work: work, isShort: true), patience: patience) { await write($0) }.get()
    }

    /// Does something else with the connection. Until that ends, no work is written on the thread of its task, which would wait.
    func beside<Outcome>(_ work: () async throws -> Outcome) async rethrows -> Outcome {
        others.add(1, ordering: .relaxed)
        defer { others.subtract(1, ordering: .relaxed) }
        return try await work()
    }

    /// Writes a group, whether or not the leader's task is cancelled: the others wait for it, too.
    private func write(_ group: [Entry]) async -> [Outcome] {
        measurements.groupSize.record(Double(group.count))
        let work = group.map(\.work)
        if staysOnThread(group), let outcomes = writeHere(work) { return outcomes }
        return await awaitCallback { done in
            writer.asyncWriteWithoutTransaction { db in done(self.outcomes(of: work, in: db)) }
        }
    }

    /// Whether to change threads for a group would take about as long as to write it: two changes are a tenth of what a customer
    /// waits who is alone.
    private func staysOnThread(_ group: [Entry]) -> Bool {
        group.count <= Self.fewest && isQuick.load(ordering: .relaxed) && others.load(ordering: .relaxed) == 0
            && group.allSatisfy(\.isShort)
    }

    /// Writes on the thread of this task. Returns `nil` while another process writes: to wait for that would take too long.
    private func writeHere(_ group: [Work]) -> [Outcome]? {
        writer.writeWithoutTransaction { db in
            // A closed connection has its error on the other way.
            guard let connection = db.sqliteConnection else { return nil }
            sqlite3_busy_timeout(connection, 0)
            defer { sqlite3_busy_timeout(connection, CInt(lockPatience * 1_000)) }
            return written(group, to: db, waits: false)
        }
    }

    private func outcomes(of group: [Work], in db: Database) -> [Outcome] {
        written(group, to: db, waits: true) ?? []
    }

    /// Writes a group, and returns what has become of each work.
    ///
    /// - Parameter waits: whether to wait for another process that writes; without, the result is `nil` then.
    private func written(_ group: [Work], to db: Database, waits: Bool) -> [Outcome]? {
        let start = ContinuousClock.now
        let outcomes: [Outcome]
        do {
            let written = try write(group, to: db)
            try file?.check()
            outcomes = written
        } catch {
            if !waits, (error as? DatabaseError)?.resultCode == .SQLITE_BUSY { return nil }
            outcomes = group.map { _ in .failure(error) }
        }
        for case .failure(let error) in outcomes { file?.note(error) }
        let length = start.duration(to: .now)
        measurements.seconds.record(length)
        isQuick.store(length < quick, ordering: .relaxed)
        return outcomes
    }

    /// The most works that are written on the thread of a task: a turn, and what was sent since the one before.
    private static let fewest = 4

    /// - Throws: the error of the transaction as a whole.
    private func write(_ group: [Work], to db: Database) throws -> [Outcome] {
        let isCareful = careful.withLock { groups in
            defer { groups = max(0, groups - 1) }
            return groups > 0
        }
        // Savepoints copy each page that is changed; a single work has the transaction to itself.
        if group.count == 1 || !isCareful {
            if let outcomes = try Self.transaction(db, { try Self.together(group, in: db) }) { return outcomes }
            careful.withLock { $0 = 64 }
        }
        return try Self.transaction(db) { try group.map { try Self.apart($0, in: db) } } ?? []
    }

    /// Runs all works of a group, whose changes are committed unless it returns `nil`.
    private static func transaction(_ db: Database, _ work: () throws -> [Outcome]?) throws -> [Outcome]? {
        try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            let outcomes = try work()
            try db.cachedStatement(sql: outcomes == nil ? "ROLLBACK" : "COMMIT").execute()
            return outcomes
        } catch {
            if db.isInsideTransaction { try db.cachedStatement(sql: "ROLLBACK").execute() }
            throw error
        }
    }

    /// Runs all works of a group. Returns `nil` when one of several has thrown, so that nothing of the others may stay either.
    ///
    /// - Throws: errors that affect the whole group.
    private static func together(_ group: [Work], in db: Database) throws -> [Outcome]? {
        do {
            for work in group { try work(db) }
        } catch {
            if group.count == 1 || isFatal(error, db) { throw error }
            return nil
        }
        return group.map { _ in .success(()) }
    }

    private static func isFatal(_ error: any Error, _ db: Database) -> Bool {
        !db.isInsideTransaction || (error as? DatabaseError)?.endsTransaction == true
    }

    /// Runs one of several works in its own savepoint.
    ///
    /// - Throws: errors that affect the whole group.
    private static func apart(_ work: Work, in db: Database) throws -> Outcome {
        try db.cachedStatement(sql: "SAVEPOINT work").execute()
        do {
            try work(db)
        } catch {
            if isFatal(error, db) { throw error }
            try db.cachedStatement(sql: "ROLLBACK TO work").execute()
            try db.cachedStatement(sql: "RELEASE work").execute()
            return .failure(error)
        }
        try db.cachedStatement(sql: "RELEASE work").execute()
        return .success(())
    }
}

extension DatabaseError {
    /// Whether SQLite may have rolled back the whole transaction, in which case it recommends an explicit rollback
    /// anyway (sqlite.org, Transaction, section 3.1).
    fileprivate var endsTransaction: Bool {
        switch resultCode.primaryResultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_INTERRUPT: true
        default: false
        }
    }
}
