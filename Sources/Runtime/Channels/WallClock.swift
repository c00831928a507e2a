public import Expressions
import Foundation

/// Tells what time it is and waits for later. Everything that acts on time asks a clock, so that tests and `usher dev`
/// can turn it.
public protocol WallClock: Sendable {
    var now: Moment { get }

    /// Returns when `now` has reached `moment`, or when as much time has passed as it was ahead, though the clock has been set back
    /// meanwhile; throws `CancellationError` when the task is cancelled before.
    func sleep(until moment: Moment) async throws
}

/// The machine's own clock.
public struct SystemClock: WallClock {
    private let read: @Sendable () -> Moment

    public init() {
        read = {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            return Moment(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
        }
    }

    /// - Parameter read: looks at the machine's clock.
    package init(reading read: @escaping @Sendable () -> Moment) { self.read = read }

    public var now: Moment { read() }

    /// Looks at the clock again at least once an hour, since it may be set while we sleep. Who sleeps for a second does so for no
    /// more when it is set back by an hour.
    public func sleep(until moment: Moment) async throws {
        let end = ContinuousClock.now + .milliseconds((moment - now).milliseconds)
        while true {
            let wait = Duration.milliseconds((moment - now).milliseconds)
            let left = end - .now
            // Not because both run a little differently.
            let isSetBack = wait > left + .seconds(1)
            if wait <= .zero || isSetBack && left <= .zero { return }
            try await Task.sleep(for: min(isSetBack ? left : wait, .seconds(3_600)))
        }
    }
}
