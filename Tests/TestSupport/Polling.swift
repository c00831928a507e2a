/// Returns as soon as a condition holds, letting other tasks run in between.
///
/// Gives up when the task is cancelled or after ten minutes, so that a condition that never holds fails the expectation
/// after it, instead of stopping the whole run. Looks take the processor from what they wait for: after a moment they leave
/// it twice as long as they have taken.
public func poll(until isTrue: () async throws -> Bool) async rethrows {
    let start = ContinuousClock.now
    try await poll(until: isTrue) { look in
        guard ContinuousClock.now > start + .milliseconds(20) else { return await Task.yield() }
        try? await Task.sleep(for: min(max(look * 2, .milliseconds(1)), .milliseconds(50)))
    }
}

/// The same for what a step brings nearer, such as turning a clock, so that there is nothing to wait for.
///
/// - Parameter step: done after each look that found the condition not to hold.
public func poll(after step: () -> Void, until isTrue: () async throws -> Bool) async rethrows {
    try await poll(until: isTrue) { _ in
        step()
        await Task.yield()
    }
}

/// - Parameter next: done after each look that found the condition not to hold, with the time that the look has taken.
private func poll(
    until isTrue: () async throws -> Bool, then next: (Duration) async -> Void
) async rethrows {
    let end = ContinuousClock.now + .seconds(600)
    while true {
        let began = ContinuousClock.now
        if try await isTrue() { return }
        let now = ContinuousClock.now
        if Task.isCancelled || now >= end { return }
        await next(now - began)
    }
}
