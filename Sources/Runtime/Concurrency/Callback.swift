import Dispatch
import Synchronization

/// Waits for code that reports its result through a callback, on any thread. Cancellation does not end the wait.
///
/// - Parameter start: starts the work and ensures that its argument is called exactly once.
public func awaitCallback<Result: Sendable>(
    _ start: (@escaping @Sendable (Result) -> Void) -> Void
) async -> Result {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

/// Runs long or disk-bound work on a thread outside the cooperative pool that all tasks share.
///
/// What the work holds, such as a locked file, is released before the caller continues.
///
/// - Throws: what `work` throws.
public func onThreadOfItsOwn<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    let held = HeldWork(work)
    let result: Swift.Result<Result, any Error> = await awaitCallback { done in
        DispatchQueue.global(qos: .utility).async { done(held.run()) }
    }
    return try result.get()
}

/// Work that is done once, and released with all that it holds when it has been done: the thread that did it may keep its
/// own reference for as long as a busy machine does not let it continue.
private final class HeldWork<Outcome: Sendable>: Sendable {
    private let work: Mutex<(@Sendable () throws -> Outcome)?>

    init(_ work: @escaping @Sendable () throws -> Outcome) { self.work = Mutex(work) }

    func run() -> Result<Outcome, any Error> {
        guard let work = work.withLock({ $0.take() }) else { preconditionFailure("work is done once") }
        return Result { try work() }
    }
}
