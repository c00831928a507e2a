import Concurrency
import Expressions
import TestSupport
import Testing

/// A value that tasks wait for.
@Suite struct WatchedTests {
    private struct Failure: Error {}

    @Test func `a task goes on when the value is as it wants it, and not before`() async {
        let watched = Watched(0)
        let third = Task { await watched.wait { $0 >= 3 } }
        let first = Task { await watched.wait { $0 >= 1 } }
        await poll { watched.waiting >= 2 }
        watched.change { $0 = 1 }
        await first.value
        #expect(watched.waiting == 1)
        watched.change { $0 = 3 }
        await third.value
        #expect(watched.waiting == 0)
        await watched.wait { $0 == 3 }
    }

    @Test func `a cancelled task goes on waiting, and one that looks for something does not`() async {
        let watched = Watched(false)
        let waiting = Task { await watched.wait { $0 } }
        let looking = Task { try await watched.first { $0 ? 1 : nil } }
        await poll { watched.waiting >= 2 }
        waiting.cancel()
        looking.cancel()
        await #expect(throws: CancellationError.self) { try await looking.value }
        #expect(watched.waiting == 1)
        watched.change { $0 = true }
        await waiting.value
    }

    @Test func `a wait with a deadline ends at the change or at the deadline`() async throws {
        let clock = TurnableClock(standingAt: Moment(seconds: 1_000))
        let watched = Watched(0)
        let end = clock.now + .seconds(10)
        await watched.wait(until: { $0 == 0 }, before: end, on: clock)
        let changed = Task { await watched.wait(until: { $0 == 1 }, before: end, on: clock) }
        await poll { watched.waiting == 1 }
        watched.change { $0 = 1 }
        await changed.value
        let late = Task { await watched.wait(until: { $0 == 2 }, before: end, on: clock) }
        await poll { watched.waiting == 1 }
        clock.turn(by: .seconds(10))
        await late.value
        #expect(watched.value == 1 && watched.waiting == 0)
    }

    @Test func `what is looked for is found whenever it comes, and an error of the look ends it`() async throws {
        let watched = Watched([Int]())
        let looking = Task<Int, any Error> { try await watched.first { numbers in numbers.first { $0 > 1 } } }
        let failing = Task<Int, any Error> {
            try await watched.first { numbers -> Int? in
                guard numbers.isEmpty else { throw Failure() }
                return nil
            }
        }
        await poll { watched.waiting >= 2 }
        watched.change { $0.append(1) }
        await #expect(throws: Failure.self) { try await failing.value }
        watched.change { $0.append(2) }
        let found = try await looking.value
        #expect(found == 2)
    }

    @Test func `of many changes by many tasks none is lost`() async {
        let watched = Watched(0)
        let all = Task { await watched.wait { $0 == 2_000 } }
        await withDiscardingTaskGroup { group in
            for _ in 0..<20 { group.addTask { for _ in 0..<100 { watched.change { $0 += 1 } } } }
        }
        await all.value
        #expect(watched.value == 2_000)
    }
}
