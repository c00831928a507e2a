import Channels
import Concurrency
import Expressions
import Testing

@testable import ConversationRuntime

/// Waiting for the next timer.
@Suite struct AlarmTests {
    private let clock = TurnableClock(standingAt: tenOClock)

    @Test func `an earlier timer wakes whoever waits for a later one, and a later one does not`() async throws {
        let alarm = Alarm(clock: clock)
        alarm.begin()
        let waiting = Task { await alarm.wait(until: tenOClock + .minutes(10)) }
        try await clock.untilSomebodySleeps(until: tenOClock + .minutes(10))
        alarm.set(tenOClock + .minutes(20))
        #expect(clock.sleeperCount == 1)
        alarm.set(tenOClock + .minutes(5))
        await waiting.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a timer that is set between looking and waiting is not slept through`() async throws {
        let alarm = Alarm(clock: clock)
        alarm.begin()
        alarm.set(tenOClock + .minutes(1))
        await alarm.wait(until: tenOClock + .minutes(10))
        alarm.begin()
        let waiting = Task { await alarm.wait(until: tenOClock + .minutes(10)) }
        try await clock.untilSomebodySleeps(until: tenOClock + .minutes(10))
        waiting.cancel()
        await waiting.value
    }
}
