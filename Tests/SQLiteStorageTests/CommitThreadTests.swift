import Concurrency
import Databases
import Dispatch
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStorage

/// A group that is written soon stays on the thread of its task; nothing that may take long does.
@Suite struct CommitThreadTests {
    private static let always = Duration.seconds(3_600)
    /// Seconds that a connection waits for another one.
    private static let lockPatience = 3_600

    @Test(arguments: [(quick: always, stays: true), (quick: .zero, stays: false)])
    func `once a transaction was quick, the next stays on its thread`(quick: Duration, stays: Bool) async throws {
        try await run { database, _ in
            let queue = CommitQueue(database, largestGroup: 128, quick: quick)
            // Nothing is known before the first.
            try await expect(false, queue, 1)
            for number in 2...5 { try await expect(stays, queue, number) }
            let written = try await Self.written(database)
            #expect(written == [1, 2, 3, 4, 5])
        }
    }

    @Test func `a group of many has a thread of its own`() async throws {
        try await run { database, _ in
            let isOver = Watched(false)
            let queue = CommitQueue(
                database, largestGroup: 128, quick: Self.always, patience: { await isOver.wait { $0 } })
            _ = try await staysOnThread(queue, 0)
            for waiting in [3, 4] {
                let stays = try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<waiting { group.addTask { try await queue.performLater(Self.insert(number)) } }
                    await poll { queue.waitingCount == waiting }
                    let stays = try await staysOnThread(queue, 9)
                    try await group.waitForAll()
                    return stays
                }
                #expect(stays == (waiting == 3))
            }
            isOver.change { $0 = true }
        }
    }

    @Test func `while the connection is used for something else, nothing waits for it on a thread of all tasks`()
        async throws
    {
        try await run { database, _ in
            let queue = CommitQueue(database, largestGroup: 128, quick: Self.always)
            _ = try await staysOnThread(queue, 1)
            let isOver = Watched(false)
            async let other: Void = queue.beside { await isOver.wait { $0 } }
            await poll { isOver.waiting == 1 }
            try await expect(false, queue, 2)
            isOver.change { $0 = true }
            await other
            try await expect(true, queue, 3)
        }
    }

    // A thread that waited for the other process would wait for an hour.
    @Test(.timeLimit(.minutes(10))) func `while another process writes, a thread of its own waits for it`() async throws
    {
        try await run { database, path in
            let queue = CommitQueue(database, largestGroup: 128, quick: Self.always, lockPatience: Self.lockPatience)
            _ = try await staysOnThread(queue, 1)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let thread = SingleThread()
            let attempt = Task(executorPreference: thread) { try await queue.perform(Self.insert(2), isShort: true) }
            await poll { queue.isWriting }
            // Its thread does something else meanwhile.
            await Task(executorPreference: thread) {}.value
            #expect(queue.isWriting)
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try await attempt.value
            let written = try await Self.written(database)
            #expect(written == [1, 2])
            // The patience of the connection is what it was.
            let patience = try await database.writeWithoutTransaction {
                try Int.fetchOne($0, sql: "PRAGMA busy_timeout")
            }
            #expect(patience == Self.lockPatience * 1_000)
            _ = try await staysOnThread(queue, 3)
            try await expect(true, queue, 4)
        }
    }

    @Test func `work that is not short has a thread of its own`() async throws {
        try await run { database, _ in
            let queue = CommitQueue(database, largestGroup: 128, quick: Self.always)
            _ = try await staysOnThread(queue, 1)
            try await expect(false, queue, 2, isShort: false)
            try await expect(true, queue, 3)
        }
    }

    @Test func `work that throws on the thread of a task is undone alone, also beside others`() async throws {
        try await run { database, _ in
            let isOver = Watched(false)
            let queue = CommitQueue(
                database, largestGroup: 128, quick: Self.always, patience: { await isOver.wait { $0 } })
            _ = try await staysOnThread(queue, 1)
            let refused: CommitQueue.Work = { db in
                try Self.insert(2)(db)
                throw CancellationError()
            }
            await #expect(throws: CancellationError.self) { try await queue.perform(refused, isShort: true) }
            let later = Task { try await queue.performLater(refused) }
            await poll { queue.waitingCount == 1 }
            try await expect(true, queue, 3)
            await #expect(throws: CancellationError.self) { try await later.value }
            let written = try await Self.written(database)
            #expect(written == [1, 3])
            isOver.change { $0 = true }
        }
    }

    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CONSTRAINT])
    func `when SQLite has rolled back on the thread of a task, nothing more is written`(code: ResultCode) async throws {
        try await run { database, _ in
            let queue = CommitQueue(database, largestGroup: 128, quick: Self.always)
            _ = try await staysOnThread(queue, 1)
            await #expect(throws: DatabaseError.self) {
                try await queue.perform(
                    { db in
                        try db.execute(sql: "ROLLBACK")
                        #expect(throws: DatabaseError.self) {
                            try db.asSQL.cachedStatement(sql: "INSERT INTO t (n) VALUES (2)").execute()
                        }
                        throw DatabaseError(resultCode: code)
                    }, isShort: true)
            }
            try await expect(true, queue, 3)
            let written = try await Self.written(database)
            #expect(written == [1, 3])
        }
    }

    @Test func `a cancelled task writes on its thread all the same, and what is its own ends`() async throws {
        try await run { database, _ in
            let queue = CommitQueue(database, largestGroup: 128, quick: Self.always)
            _ = try await staysOnThread(queue, 1)
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await expect(true, queue, 2)
                await #expect(throws: CancellationError.self) {
                    try await queue.perform(
                        { try $0.asCancellable.cachedStatement(sql: "INSERT INTO t (n) VALUES (3)").execute() },
                        isShort: true)
                }
            }.value
            let written = try await Self.written(database)
            #expect(written == [1, 2])
        }
    }

    private func expect(
        _ stays: Bool, _ queue: CommitQueue, _ number: Int, isShort: Bool = true,
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await staysOnThread(queue, number, isShort: isShort)
        #expect(found == stays, sourceLocation: place)
    }

    /// Commits a number, and returns whether that was done on the thread of this task.
    private func staysOnThread(_ queue: CommitQueue, _ number: Int, isShort: Bool = true) async throws -> Bool {
        let written = Mutex<pthread_t?>(nil)
        let here = pthread_self()
        try await queue.perform(
            { db in
                // As a turn writes.
                try db.asSQL.cachedStatement(sql: "INSERT INTO t (n) VALUES (?)").execute(values: [
                    .integer(Int64(number))
                ])
                written.withLock { $0 = pthread_self() }
            }, isShort: isShort)
        return written.withLock { $0 } == here
    }

    private func run(_ test: (DatabaseQueue, String) async throws -> Void) async throws {
        try await TemporaryFolder.run { folder in
            var configuration = Configuration()
            configuration.busyMode = .timeout(Double(Self.lockPatience))
            let database = try DatabaseQueue(
                path: folder.url.appending(path: "t.sqlite").path, configuration: configuration)
            try await database.write { try $0.execute(sql: "CREATE TABLE t (n INTEGER)") }
            try await test(database, folder.url.appending(path: "t.sqlite").path)
        }
    }

    private static func insert(_ number: Int) -> CommitQueue.Work {
        { try $0.execute(sql: "INSERT INTO t (n) VALUES (?)", arguments: [number]) }
    }

    private static func written(_ database: DatabaseQueue) async throws -> [Int] {
        try await database.read { try Int.fetchAll($0, sql: "SELECT n FROM t ORDER BY n") }
    }
}

/// Runs tasks on one thread, so that a task that blocks it is noticed.
private final class SingleThread: TaskExecutor {
    private let queue = DispatchQueue(label: "single")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
