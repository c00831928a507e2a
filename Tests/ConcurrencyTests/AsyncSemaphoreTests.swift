import Synchronization
import TestSupport
import Testing

@testable import Concurrency

@Suite struct AsyncSemaphoreTests {
    @Test func `only so many are in at a time, the others come one after another`() async {
        let semaphore = AsyncSemaphore(permits: 3, longestLine: 100)
        let inside = Inside()
        let passed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await semaphore.withPermit {
                        inside.enter()
                        await Task.yield()
                        inside.leave()
                        return true
                    } ?? false
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 50)
        #expect(inside.most <= 3)
    }

    @Test func `a task that finds the line full, or is cancelled while it waits, does not come in`() async {
        let semaphore = AsyncSemaphore(permits: 1, longestLine: 1)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (entered, entering) = AsyncStream.makeStream(of: Void.self)
        async let first: Bool? = semaphore.withPermit {
            entering.finish()
            for await _ in gate {}
            return true
        }
        for await _ in entered {}
        let second = Task { await semaphore.withPermit { true } }
        await poll { semaphore.waiting != 0 }
        #expect(await semaphore.withPermit { true } == nil, "the line is full")
        second.cancel()
        #expect(await second.value == nil)
        #expect(semaphore.waiting == 0)
        opener.finish()
        #expect(await first == true)
        #expect(await semaphore.withPermit { true } == true, "the place is free again")
    }

    @Test func `those who wait come in by their order, and one that has gone leaves no gap`() async {
        let semaphore = AsyncSemaphore(permits: 1)
        let order = Watched<[Int]>([])
        #expect(semaphore.tryAcquire())
        var tasks: [Task<Void, Never>] = []
        for number in 0..<2_500 {
            tasks.append(Task { await semaphore.withPermit { order.change { $0.append(number) } } ?? () })
            await poll { semaphore.waiting != number }
        }
        tasks[7].cancel()
        await tasks[7].value
        semaphore.release()
        for task in tasks { await task.value }
        #expect(order.read { $0 } == (0..<2_500).filter { $0 != 7 })
        #expect(semaphore.waiting == 0)
        #expect(semaphore.tryAcquire(), "the last one has given the permit back")
    }

    @Test func `without a permit that is free right now nothing is run and nothing waits`() async {
        let semaphore = AsyncSemaphore(permits: 1)
        let inner = await semaphore.withPermitIfFree { await semaphore.withPermitIfFree { true } == nil }
        #expect(inner == true)
        #expect(await semaphore.withPermitIfFree { true } == true)
    }

    @Test func `a permit comes back when the work throws`() async {
        struct Failure: Error {}
        let semaphore = AsyncSemaphore(permits: 1)
        await #expect(throws: Failure.self) { try await semaphore.withPermit { throw Failure() } as Void? }
        #expect(semaphore.tryAcquire())
    }
}

/// Counts the holders of a permit.
private final class Inside: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock(\.most) }

    func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

    func leave() { counts.withLock { $0.now -= 1 } }
}
