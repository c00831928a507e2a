import Concurrency
public import Databases
import Synchronization

/// Runs the work of stores on a PostgreSQL server: some connections write, others read.
public final class PostgreSQLEngine: SQLEngine {
    private let writers: WriterLine
    /// For statements outside transactions.
    private let other: PostgreSQLSession
    private let readers: [PostgreSQLSession]
    private let freeReaders: Mutex<[Int]>
    private let permits: AsyncSemaphore

    /// The number of connections that write, unless it is given. A transaction takes some round trips and a wait for the disk, in
    /// which others work; many more than the server has processors only disturb each other.
    public static let usualWriters = 8

    /// - Parameters:
    ///   - address: where the database is.
    ///   - writers: the number of connections that write.
    ///   - readers: the number of connections that read.
    public init(_ address: PostgreSQLAddress, writers: Int = usualWriters, readers: Int = 4) {
        self.writers = WriterLine((0..<max(1, writers)).map { _ in PostgreSQLSession(address, for: .writing) })
        other = PostgreSQLSession(address)
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
        try await writers.write { db in outcome.keep(try work(db)) }
        return outcome.value
    }

    public func kind(of error: any Error) -> SQLFaultKind? { (error as? SQLError)?.kind }

    /// Runs statements outside a transaction, such as those that the server allows nowhere else.
    func run(_ sql: String) async throws { try await other.run(sql) }
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
