import Dispatch

/// Waits for code that reports its result by calling back, on whatever thread. Being cancelled does not end it.
///
/// - Parameter start: begins the work, and sees to it that its argument is called exactly once.
public func awaitCallback<Result: Sendable>(
    _ start: (@escaping @Sendable (Result) -> Void) -> Void
) async -> Result {
    await withCheckedContinuation { continuation in
        start { continuation.resume(returning: $0) }
    }
}

/// Runs work that takes long or waits for a disk on a thread beside the few that all tasks share.
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
