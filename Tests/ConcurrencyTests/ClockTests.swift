import Channels
import Concurrency
import Expressions
import Synchronization
import Testing

private let tenOClock = Moment(seconds: 1_796_115_600)

@Suite struct ClockTests {
    /// Waking a task inside the clock's lock while the task is cancelled would deadlock.
    @Test(.timeLimit(.minutes(10))) func `who waits for a sleeper may be cancelled while somebody lies down`()
        async throws
    {
        let clock = TurnableClock(standingAt: tenOClock)
        let moment = tenOClock + .seconds(1)
        for _ in 0..<3_000 {
            let watcher = Task { try? await clock.untilSomebodySleeps(until: moment) }
            let sleeper = Task { try? await clock.sleep(until: moment) }
            await Task.yield()
            watcher.cancel()
            sleeper.cancel()
            await watcher.value
            await sleeper.value
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test(.timeLimit(.minutes(1))) func `who sleeps for a moment sleeps no longer when the clock is set back`()
        async throws
    {
        let looks = Mutex(0)
        let clock = SystemClock(reading: {
            let look = looks.withLock { looks in
                defer { looks += 1 }
                return looks
            }
            return look < 2 ? tenOClock : tenOClock - .hours(1)
        })
        try await clock.sleep(until: tenOClock + .milliseconds(2))
        #expect(looks.withLock(\.self) > 2)
    }

    @Test(.timeLimit(.minutes(1))) func `who sleeps wakes when the clock is set forward`() async throws {
        let looks = Mutex(0)
        let clock = SystemClock(reading: {
            let look = looks.withLock { looks in
                defer { looks += 1 }
                return looks
            }
            return look < 1 ? tenOClock : tenOClock + .hours(2)
        })
        try await clock.sleep(until: tenOClock + .hours(1))
    }
}
