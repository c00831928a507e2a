import Concurrency
import ConversationRuntime
import Dispatch
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SQLStorage
@testable import SQLiteStorage

/// Writes that wait together share one transaction, and so one `fsync`.
@Suite struct CommitQueueTests {
    /// Counts transactions.
    private final class Counter: TransactionObserver, Sendable {
        private let commits = Mutex(0)

        var count: Int { commits.withLock { $0 } }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
        func databaseDidRollback(_ db: Database) {}
    }

    @Test(arguments: [(largest: 128, transactions: 2), (largest: 10, transactions: 4), (largest: 1, transactions: 31)])
    func `what waits while another writes is written together`(largest: Int, transactions: Int) async throws {
        let (database, counter) = try await database()
        let queue = CommitQueue(database, largestGroup: largest)
        let gate = DispatchSemaphore(value: 0)
        database.asyncWriteWithoutTransaction { _ in gate.wait() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await queue.perform(Self.insert(0)) }
            // The first one leads alone; all others have to wait for it.
            await poll { queue.isWriting }
            for number in 1...30 {
                group.addTask { try await queue.perform(Self.insert(number)) }
                await poll { queue.waitingCount >= number }
            }
            gate.signal()
            try await group.waitForAll()
        }
        #expect(counter.count == transactions)
        let written = try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t ORDER BY rowid") }
        #expect(written == Array(0...30))
    }

    @Test func `a lonely write waits for nobody`() async throws {
        let (database, counter) = try await database()
        let queue = CommitQueue(database, largestGroup: 128)
        for number in 1...5 {
            try await queue.perform(Self.insert(number))
            #expect(counter.count == number)
        }
    }

    @Test func `a write that can wait shares the transaction of the next, and is not lost without one`() async throws {
        let (database, counter) = try await database()
        let isOver = Watched(false)
        let queue = CommitQueue(database, largestGroup: 128, patience: { await isOver.wait { $0 } })
        async let first: Void = queue.performLater(Self.insert(1))
        await poll { queue.waitingCount == 1 }
        try await queue.perform(Self.insert(2))
        try await first
        #expect(counter.count == 1)
        async let second: Void = queue.performLater(Self.insert(3))
        await poll { queue.waitingCount == 1 }
        #expect(counter.count == 1)
        isOver.change { $0 = true }
        try await second
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t ORDER BY rowid") } == [1, 2, 3])
    }

    @Test func `when the transaction fails all of it is undone, everybody is told, and the next one goes`() async throws
    {
        let (database, _) = try await database()
        let queue = CommitQueue(database, largestGroup: 128)
        let gate = DispatchSemaphore(value: 0)
        database.asyncWriteWithoutTransaction { _ in gate.wait() }
        let full: CommitQueue.Work = { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
        let work: [CommitQueue.Work] = [Self.insert(0), Self.insert(1), full, Self.insert(3)]
        let failures = await withTaskGroup(of: Bool.self) { group in
            for (number, work) in work.enumerated() {
                group.addTask { await Self.fails(work, in: queue) }
                await poll { queue.isWriting && queue.waitingCount >= number }
            }
            gate.signal()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 3)
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [0])
        try await queue.perform(Self.insert(9))
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [0, 9])
    }

    @Test func `work that fails is undone alone, and what shares its transaction stays`() async throws {
        let (database, counter) = try await database()
        let refused: CommitQueue.Work = { db in
            try Self.insert(100)(db)
            try db.execute(sql: "INSERT INTO pairs (a, b) VALUES (1, 1), (1, 1)")
        }
        let thrown: CommitQueue.Work = { db in
            try Self.insert(200)(db)
            throw CancellationError()
        }
        let failed = try await Self.failures(
            of: [Self.insert(0), Self.insert(1), refused, Self.insert(2), thrown, Self.insert(3)], in: database)
        #expect(failed == [2, 4])
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [0, 1, 2, 3])
        #expect(counter.count == 2)
    }

    @Test func `after work has failed, that of the next groups is run once`() async throws {
        let (database, _) = try await database()
        let runs = Mutex(0)
        let thrown: CommitQueue.Work = { _ in
            runs.withLock { $0 += 1 }
            throw CancellationError()
        }
        let queue = CommitQueue(database, largestGroup: 128)
        for count in [2, 3] {
            #expect(try await Self.errors(of: [Self.insert(0), Self.insert(1), thrown], in: queue, database)[2] != nil)
            #expect(runs.withLock { $0 } == count)
        }
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [0, 1, 0, 1])
    }

    @Test func `a single work that fails leaves nothing behind`() async throws {
        let (database, _) = try await database()
        let failed = try await Self.failures(
            of: [
                { db in
                    try Self.insert(1)(db)
                    throw CancellationError()
                }
            ], in: database)
        #expect(failed == [0])
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [])
    }

    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CONSTRAINT])
    func `when SQLite has rolled the transaction back, no work of it is acknowledged`(code: ResultCode) async throws {
        let (database, _) = try await database()
        let rolledBack: CommitQueue.Work = { db in
            try db.execute(sql: "ROLLBACK")
            throw DatabaseError(resultCode: code)
        }
        let failed = try await Self.failures(
            of: [Self.insert(0), Self.insert(1), rolledBack, Self.insert(2)], in: database)
        #expect(failed == [1, 2, 3])
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [0])
    }

    @Test func `when the commit fails, work that had failed by itself learns that, too`() async throws {
        let (database, _) = try await database()
        // Detected at the end of the transaction.
        let dangling: CommitQueue.Work = { try $0.execute(sql: "INSERT INTO children (parent) VALUES (7)") }
        let repeated: CommitQueue.Work = { _ in throw TurnWriter.Undone(result: .repeated) }
        let errors = try await Self.errors(
            of: [Self.insert(0), Self.insert(1), dangling, repeated], in: database)
        #expect(errors.map { $0 is DatabaseError } == [false, true, true, true])
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [0])
    }

    @Test func `a cancelled writer still writes, since others wait for it`() async throws {
        let (database, _) = try await database()
        let queue = CommitQueue(database, largestGroup: 128)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.perform(Self.insert(1))
        }
        try await task.value
        #expect(try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [1])
    }

    private func database() async throws -> (DatabaseQueue, Counter) {
        let database = try DatabaseQueue()
        try await database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE t (n INTEGER);
                    CREATE TABLE pairs (a INTEGER, b INTEGER, UNIQUE (a, b));
                    CREATE TABLE parents (id INTEGER PRIMARY KEY);
                    CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
                    """)
        }
        let counter = Counter()
        database.add(transactionObserver: counter, extent: .databaseLifetime)
        return (database, counter)
    }

    /// Returns the positions of the failed writes when the first is written alone, and the others in one transaction.
    private static func failures(of work: [CommitQueue.Work], in database: DatabaseQueue) async throws -> [Int] {
        try await errors(of: work, in: database).enumerated().filter { $0.element != nil }.map(\.offset)
    }

    private static func errors(of work: [CommitQueue.Work], in database: DatabaseQueue) async throws -> [(any Error)?] {
        try await errors(of: work, in: CommitQueue(database, largestGroup: 128), database)
    }

    private static func errors(
        of work: [CommitQueue.Work], in queue: CommitQueue, _ database: DatabaseQueue
    ) async throws -> [(any Error)?] {
        let gate = DispatchSemaphore(value: 0)
        database.asyncWriteWithoutTransaction { _ in gate.wait() }
        return await withTaskGroup(of: (Int, (any Error)?).self) { group in
            for (number, work) in work.enumerated() {
                group.addTask {
                    do {
                        try await queue.perform(work)
                        return (number, nil)
                    } catch {
                        return (number, error)
                    }
                }
                await poll { queue.isWriting && queue.waitingCount >= number }
            }
            gate.signal()
            return await group.reduce(into: [(Int, (any Error)?)]()) { $0.append($1) }
                .sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func fails(_ work: @escaping CommitQueue.Work, in queue: CommitQueue) async -> Bool {
        do {
            try await queue.perform(work)
            return false
        } catch {
            return true
        }
    }

    private static func insert(_ number: Int) -> CommitQueue.Work {
        { try $0.execute(sql: "INSERT INTO t (n) VALUES (?)", arguments: [number]) }
    }
}
