import Channels
import Concurrency
import Expressions

@testable import AppleSimulator

/// A clock that stands until it is turned, and tells when somebody has begun to wait for it.
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

    /// Waits until somebody has begun to sleep for the `count`th time.
    func untilAsleep(_ count: Int = 1) async throws {
        try await sleeps.first { $0 >= count ? () : nil }
    }

    /// Waits until somebody sleeps until exactly `moment`.
    func untilAsleep(until moment: Moment) async throws { try await clock.untilSomebodySleeps(until: moment) }
}
