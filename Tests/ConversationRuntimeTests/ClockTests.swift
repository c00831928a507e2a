import Channels
import Expressions
import Testing

@Suite struct ClockTests {
    /// Waking somebody inside the clock's lock, while their task is cancelled, would stand still for ever.
    @Test(.timeLimit(.minutes(2))) func `who waits for a sleeper may be cancelled while somebody lies down`()
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
}
