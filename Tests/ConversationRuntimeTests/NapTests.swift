import Channels
import Expressions
import ServiceLifecycleTestKit
import Synchronization
import Testing

@testable import ConversationRuntime

/// Rests that others can cut short.
@Suite struct NapTests {
    private let clock = TurnableClock(standingAt: tenOClock)

    @Test func `a rest ends at its time, and leaves nobody behind`() async throws {
        let nap = Nap(clock: clock)
        let sleeper = Task { await nap.rest(until: tenOClock + .minutes(1)) { false } }
        try await clock.untilSomebodySleeps(until: tenOClock + .minutes(1))
        clock.turn(by: .minutes(1))
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a reason to wake that is there before the rest is not slept through`() async throws {
        let nap = Nap(clock: clock)
        nap.wake()
        await nap.rest(until: .never) { true }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a sleeper is woken by others`() async throws {
        let nap = Nap(clock: clock)
        let isDisturbed = Mutex(false)
        let sleeper = Task { await nap.rest(until: .never) { isDisturbed.withLock { $0 } } }
        try await clock.untilSomebodySleeps(until: .never)
        isDisturbed.withLock { $0 = true }
        nap.wake()
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a cancelled task does not rest`() async throws {
        let nap = Nap(clock: clock)
        let sleeper = Task { await nap.rest(until: .never) { false } }
        sleeper.cancel()
        await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a rest ends when the server shuts down, also when it begins afterwards`() async throws {
        let nap = Nap(clock: clock)
        await testGracefulShutdown { trigger in
            let sleeper = Task { await nap.restUntilShutdown(or: .never) }
            try? await clock.untilSomebodySleeps(until: .never)
            trigger.triggerGracefulShutdown()
            await sleeper.value
            await nap.restUntilShutdown(or: .never)
        }
        #expect(clock.sleeperCount == 0)
    }

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
