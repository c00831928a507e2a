import Dispatch

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
/// - Throws: what `work` throws.
public func onThreadOfItsOwn<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    let result: Swift.Result<Result, any Error> = await awaitCallback { done in
        DispatchQueue.global(qos: .utility).async { done(Swift.Result { try work() }) }
    }
    return try result.get()
}
