import Concurrency
import GRDB
import ServerMetrics

/// Groups concurrent writes into one transaction.
///
/// A write that arrives while no group is being written leads: it commits its own work and whatever has arrived
/// meanwhile, then passes the lead to the next waiting write. A single write therefore waits for no other, and many
/// share one `fsync`.
///
/// Each work in a group has a savepoint: if it throws, only that work is rolled back. An error that affects the
/// transaction as a whole, such as a full disk or a failed commit, rolls back everything, and every work of the group
/// fails.
final class CommitQueue: Sendable {
    /// Work to run inside the transaction. Its changes are rolled back when it throws.
    typealias Work = @Sendable (Database) throws -> Void

    private typealias Outcome = Result<Void, any Error>

    private let queue: BatchQueue<Work, Outcome>
    private let writer: any DatabaseWriter
    private let file: OpenedDatabase?

    private let measurements: CommitMetrics

    /// - Parameters:
    ///   - largestGroup: the maximum number of writes in a transaction; 1 gives each its own.
    ///   - file: the file that must still be in place for a write to count; `nil` for a temporary database.
    ///   - registry: where the metrics are registered.
    init(
        _ writer: any DatabaseWriter, largestGroup: Int, file: OpenedDatabase? = nil,
        measuredIn registry: MetricsRegistry = MetricsRegistry()
    ) {
        self.writer = writer
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
    /// - Throws: what `work` throws, or the error of the transaction as a whole; nothing of `work` has taken effect
    ///   then.
    func perform(_ work: @escaping Work) async throws {
        try await queue.submit(work) { await write($0) }.get()
    }

    /// Writes a group, whether or not the leader's task is cancelled: the others wait for it, too.
    private func write(_ group: [Work]) async -> [Outcome] {
        measurements.groupSize.record(Double(group.count))
        return await awaitCallback { done in
            writer.asyncWriteWithoutTransaction { [file] db in
                let start = ContinuousClock.now
                let outcomes: [Outcome]
                do {
                    let written = try Self.write(group, to: db)
                    try file?.check()
                    outcomes = written
                } catch {
                    outcomes = group.map { _ in .failure(error) }
                }
                for case .failure(let error) in outcomes { file?.note(error) }
                self.measurements.seconds.record(start.duration(to: .now))
                done(outcomes)
            }
        }
    }

    /// - Throws: the error of the transaction as a whole.
    private static func write(_ group: [Work], to db: Database) throws -> [Outcome] {
        try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            // A single work needs no savepoint: it has the transaction to itself.
            let outcomes =
                if group.count == 1 { [try Outcome.success(group[0](db))] } else {
                    try group.map { try write($0, to: db) }
                }
            try db.cachedStatement(sql: "COMMIT").execute()
            return outcomes
        } catch {
            if db.isInsideTransaction { try db.cachedStatement(sql: "ROLLBACK").execute() }
            throw error
        }
    }

    /// Runs one of several works in its own savepoint.
    ///
    /// - Throws: errors that affect the whole group.
    private static func write(_ work: Work, to db: Database) throws -> Outcome {
        try db.cachedStatement(sql: "SAVEPOINT work").execute()
        do {
            try work(db)
        } catch {
            guard db.isInsideTransaction, (error as? DatabaseError)?.endsTransaction != true else { throw error }
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
