import Foundation

/// When an exploration or a comparison began on a thread. Its time is that of the processor, so that what is tried does not
/// depend on what else the machine does.
package struct WalkTime: Sendable {
    /// By the clock.
    package let instant = ContinuousClock.now
    private let used = Self.ofThread

    /// Now, on this thread.
    package static var now: Self { Self() }

    /// The processor time that the thread, which is the one of `now`, has taken since.
    package var processor: Duration { Self.ofThread - used }

    private static var ofThread: Duration {
        var time = timespec()
        // Fails only for a clock that does not exist.
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
