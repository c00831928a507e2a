import Channels
import Concurrency
import Expressions
import ServiceLifecycleTestKit
import Synchronization
import Testing

/// Sleeps that other tasks can cut short.
@Suite struct InterruptibleSleepTests {
    private static let start = Moment(seconds: 1_796_115_600)
    private static let never = start + .hours(1_000_000)
    private let clock = TurnableClock(standingAt: start)

    @Test func `a rest ends at its time, and leaves nobody behind`() async throws {
        let sleep = InterruptibleSleep(clock: clock)
        let sleeper = Task { await sleep.rest(until: Self.start + .minutes(1)) { false } }
        try await clock.untilSomebodySleeps(until: Self.start + .minutes(1))
        clock.turn(by: .minutes(1))
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a reason to wake that is there before the rest is not slept through`() async throws {
        let sleep = InterruptibleSleep(clock: clock)
        sleep.wake()
        await sleep.rest(until: Self.never) { true }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a sleeper is woken by others`() async throws {
        let sleep = InterruptibleSleep(clock: clock)
        let isDisturbed = Mutex(false)
        let sleeper = Task { await sleep.rest(until: Self.never) { isDisturbed.withLock { $0 } } }
        try await clock.untilSomebodySleeps(until: Self.never)
        isDisturbed.withLock { $0 = true }
        sleep.wake()
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a cancelled task does not rest`() async throws {
        let sleep = InterruptibleSleep(clock: clock)
        let sleeper = Task { await sleep.rest(until: Self.never) { false } }
        sleeper.cancel()
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a rest ends when the server shuts down, also when it begins afterwards`() async throws {
        let sleep = InterruptibleSleep(clock: clock)
        await testGracefulShutdown { trigger in
            let sleeper = Task { await sleep.restUntilShutdown(or: Self.never) }
            try? await clock.untilSomebodySleeps(until: Self.never)
            trigger.triggerGracefulShutdown()
            await sleeper.value
            await sleep.restUntilShutdown(or: Self.never)
        }
        #expect(clock.sleeperCount == 0)
    }
}
