public import Expressions
import Foundation

/// A source of the current time that can also sleep. Everything time-dependent uses a clock, so that tests and `usher
/// dev` can advance it.
public protocol WallClock: Sendable {
    var now: Moment { get }

    /// Returns when `now` has reached `moment`, or when the time that it was ahead has elapsed even if the clock was
    /// set back meanwhile; throws `CancellationError` when the task is cancelled first.
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

    /// - Parameter read: reads the machine's clock.
    package init(reading read: @escaping @Sendable () -> Moment) { self.read = read }

    public var now: Moment { read() }

    /// Rereads the clock at least once an hour, because it may be set while we sleep. A sleep of one second stays one
    /// second even when the clock is set back by an hour.
    public func sleep(until moment: Moment) async throws {
        let end = ContinuousClock.now + .milliseconds((moment - now).milliseconds)
        while true {
            let wait = Duration.milliseconds((moment - now).milliseconds)
            let left = end - .now
            // The tolerance keeps ordinary drift between the two clocks from counting as a clock that was set back.
            let isSetBack = wait > left + .seconds(1)
            if wait <= .zero || isSetBack && left <= .zero { return }
            try await Task.sleep(for: min(isSetBack ? left : wait, .seconds(3_600)))
        }
    }
}
