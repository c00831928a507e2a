import Dispatch
import Synchronization

/// Runs asynchronous work to its end while the calling thread waits, without the threads that all tasks share: they may be
/// the ones that wait.
///
/// For what a program does before anything else, such as opening its database.
public func waitingForTask<Outcome: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Outcome
) throws(Failure) -> Outcome {
    let waiting = Waiting<Outcome, Failure>()
    Task(executorPreference: OwnThread()) {
        do throws(Failure) {
            waiting.end(.success(try await work()))
        } catch {
            waiting.end(.failure(error))
        }
    }
    return try waiting.outcome().get()
}

/// The result of a task, for a thread that waits.
private final class Waiting<Outcome: Sendable, Failure: Error>: Sendable {
    private let ended = DispatchSemaphore(value: 0)
    private let result = Mutex<Result<Outcome, Failure>?>(nil)

    func end(_ outcome: Result<Outcome, Failure>) {
        result.withLock { $0 = outcome }
        ended.signal()
    }

    func outcome() -> Result<Outcome, Failure> {
        ended.wait()
        guard let result = result.withLock({ $0 }) else { preconditionFailure("a task ended without a result") }
        return result
    }
}

/// Runs tasks on a thread of its own.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "usher.waiting")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
