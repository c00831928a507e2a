public import Expressions
import Foundation

/// Tells what time it is and waits for later. Everything that acts on time asks a clock, so that tests and `usher dev`
/// can turn it.
public protocol WallClock: Sendable {
    var now: Moment { get }

    /// Returns when `now` has reached `moment`; throws `CancellationError` when the task is cancelled before.
    func sleep(until moment: Moment) async throws
}

/// The machine's own clock.
public struct SystemClock: WallClock {
    public init() {}

    public var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// Looks at the clock again at least once an hour, since it may be set while we sleep.
    public func sleep(until moment: Moment) async throws {
        while true {
            let wait = moment - now
            if wait <= .zero { return }
            try await Task.sleep(for: .milliseconds(min(wait, .hours(1)).milliseconds))
        }
    }
}
