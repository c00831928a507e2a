/// Returns as soon as a condition holds, letting other tasks run in between.
///
/// Gives up when the task is cancelled or after ten minutes, so that a condition that never holds fails the expectation
/// after it, instead of stopping the whole run.
///
/// - Parameter step: done after each look that found the condition not to hold, such as turning a clock.
public func poll(
    after step: () -> Void = {}, until isTrue: () async throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + .seconds(600)
    while !(try await isTrue()), !Task.isCancelled, ContinuousClock.now < end {
        step()
        await Task.yield()
    }
}
