import GRDB
import Measurements
import Synchronization

/// Groups writes that wait together into one transaction.
///
/// Whoever comes while nobody writes leads: it writes its own work and whatever has come meanwhile, and then hands the
/// lead to the next one who waits. So a lonely write waits for nobody, and many share one `fsync`.
final class CommitQueue: Sendable {
    /// Work that is done inside the transaction. It must leave the database alone when it throws.
    typealias Work = @Sendable (Database) throws -> Void

    private enum Wake {
        case finished(Result<Void, any Error>)
        case lead
    }

    private struct Waiting {
        let work: Work
        let continuation: CheckedContinuation<Wake, Never>
    }

    private struct State {
        var isWriting = false
        var waiting: [Waiting] = []
    }

    private let state = Mutex(State())
    private let writer: any DatabaseWriter
    private let largestGroup: Int

    private let measurements: CommitMeasurements

    /// - Parameters:
    ///   - largestGroup: how many writes share a transaction at most; 1 gives each its own.
    ///   - registry: where what is measured of them is to be seen.
    init(
        _ writer: any DatabaseWriter, largestGroup: Int,
        measuredIn registry: MeasurementRegistry = MeasurementRegistry()
    ) {
        self.writer = writer
        self.largestGroup = largestGroup
        measurements = CommitMeasurements(in: registry)
    }

    /// Whether somebody writes.
    var isWriting: Bool { state.withLock(\.isWriting) }

    /// How many wait behind the one that writes.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Does `work` in a transaction and returns when it is durable.
    ///
    /// - Throws: when the transaction as a whole failed; then nothing of it has happened.
    func perform(_ work: @escaping Work) async throws {
        let isLeader = state.withLock { state in
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isLeader { return try await lead(work) }
        let wake = await withCheckedContinuation { continuation in
            let mayLead = state.withLock { state in
                if !state.isWriting {
                    state.isWriting = true
                    return true
                }
                state.waiting.append(Waiting(work: work, continuation: continuation))
                return false
            }
            if mayLead { continuation.resume(returning: .lead) }
        }
        switch wake {
        case .finished(let result): try result.get()
        case .lead: try await lead(work)
        }
    }

    private func lead(_ own: @escaping Work) async throws {
        let group = state.withLock { state in
            let count = min(state.waiting.count, largestGroup - 1)
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting[..<count])
        }
        let result = await write([own] + group.map(\.work))
        for waiting in group { waiting.continuation.resume(returning: .finished(result)) }
        handOn()
        try result.get()
    }

    private func handOn() {
        let next = state.withLock { state -> Waiting? in
            if state.waiting.isEmpty {
                state.isWriting = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: .lead)
    }

    /// Writes a group. Whether the task of the one who leads is cancelled does not matter: the others wait for it, too.
    private func write(_ group: [Work]) async -> Result<Void, any Error> {
        measurements.groupSize.record(Double(group.count))
        return await withCheckedContinuation { continuation in
            writer.asyncWriteWithoutTransaction { db in
                let start = ContinuousClock.now
                let result = Result { try Self.write(group, to: db) }
                self.measurements.seconds.record(start.duration(to: .now))
                continuation.resume(returning: result)
            }
        }
    }

    private static func write(_ group: [Work], to db: Database) throws {
        try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            for work in group { try work(db) }
            try db.cachedStatement(sql: "COMMIT").execute()
        } catch {
            if db.isInsideTransaction { try db.cachedStatement(sql: "ROLLBACK").execute() }
            throw error
        }
    }
}
