import Channels
import Concurrency
import Expressions

@testable import AppleSimulator

/// A clock that stands still until it is advanced, and reports when a task has begun to wait for it.
final class TestClock: WallClock {
    private let clock: TurnableClock
    private let sleeps = Watched(0)

    init(standingAt moment: Moment) { clock = TurnableClock(standingAt: moment) }

    var now: Moment { clock.now }

    func turn(by length: TimeLength) { clock.turn(by: length) }

    func sleep(until moment: Moment) async throws {
        sleeps.change { $0 += 1 }
        try await clock.sleep(until: moment)
    }

    /// Waits until tasks have begun to sleep `count` times.
    func untilAsleep(_ count: Int = 1) async throws {
        try await sleeps.first { $0 >= count ? () : nil }
    }

    /// Waits until a task sleeps until exactly `moment`.
    func untilAsleep(until moment: Moment) async throws { try await clock.untilSomebodySleeps(until: moment) }
}
