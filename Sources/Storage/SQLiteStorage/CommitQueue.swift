import Concurrency
import GRDB
import Measurements

/// Groups writes that wait together into one transaction.
///
/// Whoever comes while nobody writes leads: it writes its own work and whatever has come meanwhile, and then hands the
/// lead to the next one who waits. So a lonely write waits for nobody, and many share one `fsync`.
///
/// Each work of a group has a savepoint: one that throws is undone alone. Only what concerns the transaction as a whole,
/// such as a full disk or a failed commit, undoes all of it, and then every work of the group fails.
final class CommitQueue: Sendable {
    /// Work that is done inside the transaction. What it has written is undone when it throws.
    typealias Work = @Sendable (Database) throws -> Void

    private typealias Outcome = Result<Void, any Error>

    private let queue: BatchQueue<Work, Outcome>
    private let writer: any DatabaseWriter
    private let file: OpenedDatabase?

    private let measurements: CommitMeasurements

    /// - Parameters:
    ///   - largestGroup: how many writes share a transaction at most; 1 gives each its own.
    ///   - file: what has to be in its place for a write to count; `nil` for a database that is thrown away anyway.
    ///   - registry: where what is measured of them is to be seen.
    init(
        _ writer: any DatabaseWriter, largestGroup: Int, file: OpenedDatabase? = nil,
        measuredIn registry: MeasurementRegistry = MeasurementRegistry()
    ) {
        self.writer = writer
        queue = BatchQueue(largestBatch: largestGroup)
        self.file = file
        measurements = CommitMeasurements(in: registry)
    }

    /// Whether a group is being written.
    var isWriting: Bool { queue.isBusy }

    /// How many wait behind the group that is being written.
    var waitingCount: Int { queue.waiting }

    /// Does `work` in a transaction and returns when it is durable.
    ///
    /// - Throws: what `work` throws, or what the transaction as a whole failed of; then nothing of `work` has happened.
    func perform(_ work: @escaping Work) async throws {
        try await queue.submit(work) { await write($0) }.get()
    }

    /// Writes a group. Whether the task of the one who leads is cancelled does not matter: the others wait for it, too.
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

    /// - Throws: what the transaction as a whole failed of.
    private static func write(_ group: [Work], to db: Database) throws -> [Outcome] {
        try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            // A single work needs no savepoint: the transaction is its own.
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

    /// Does one work of several in a savepoint of its own.
    ///
    /// - Throws: what concerns the others as well.
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
    /// Whether SQLite may have rolled the whole transaction back, and wants that to be done in any case (sqlite.org,
    /// Transaction, section 3.1).
    fileprivate var endsTransaction: Bool {
        switch resultCode.primaryResultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_INTERRUPT: true
        default: false
        }
    }
}
