import Concurrency
public import Databases
import Synchronization

/// Runs the work of stores on a PostgreSQL server: some connections write, others read.
public final class PostgreSQLEngine: SQLEngine {
    private struct Writer {
        let session: PostgreSQLSession
        let queue: BatchQueue<PostgreSQLSession.Work, Result<Void, any Error>>
    }

    private let writers: [Writer]
    private let readers: [PostgreSQLSession]
    private let freeReaders: Mutex<[Int]>
    private let permits: AsyncSemaphore

    /// - Parameters:
    ///   - address: where the database is.
    ///   - writers: the number of connections that write.
    ///   - readers: the number of connections that read.
    ///   - largestGroup: the maximum number of works in a transaction.
    public init(_ address: PostgreSQLAddress, writers: Int = 4, readers: Int = 4, largestGroup: Int = 16) {
        self.writers = (0..<max(1, writers)).map { _ in
            Writer(
                session: PostgreSQLSession(address, for: .writing),
                queue: BatchQueue(largestBatch: max(1, largestGroup)))
        }
        self.readers = (0..<max(1, readers)).map { _ in PostgreSQLSession(address) }
        freeReaders = Mutex(Array(self.readers.indices))
        permits = AsyncSemaphore(permits: self.readers.count)
    }

    public func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Outcome
    ) async throws -> Outcome {
        let outcome = Kept<Outcome>()
        let done: Void? = try await permits.withPermit {
            let free = freeReaders.withLock { $0.removeLast() }
            defer { freeReaders.withLock { $0.append(free) } }
            try await readers[free].read { db in outcome.keep(try work(db)) }
        }
        guard done != nil else { throw CancellationError() }
        return outcome.value
    }

    public func perform<Outcome: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Outcome
    ) async throws -> Outcome {
        let outcome = Kept<Outcome>()
        // A free connection, else the one with the shortest queue.
        let writer = writers.min { one, other in
            (one.queue.isBusy ? 1 + one.queue.waiting : 0) < (other.queue.isBusy ? 1 + other.queue.waiting : 0)
        }
        guard let writer else { preconditionFailure("an engine has a writer") }
        try await writer.queue.submit({ db in outcome.keep(try work(db)) }) { await writer.session.write($0) }.get()
        return outcome.value
    }

    public func kind(of error: any Error) -> SQLFaultKind? { (error as? SQLError)?.kind }

    /// Runs statements outside a transaction, such as those that the server allows nowhere else.
    func run(_ sql: String) async throws { try await writers[0].session.run(sql) }
}

/// The result of work that runs on another thread.
private final class Kept<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)

    func keep(_ value: Value) { held.withLock { $0 = value } }

    var value: Value {
        guard let value = held.withLock({ $0 }) else { preconditionFailure("work ended without a result") }
        return value
    }
}
