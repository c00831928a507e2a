import Concurrency
import ServiceLifecycleTestKit
import Synchronization
import Testing

/// Work that waits under keys.
@Suite struct KeyedWorkerTests {
    /// The waiting work by key, and the completed work.
    private final class Shelf: Sendable {
        let waiting = Mutex<[String: [Int]]>([:])
        let done = Mutex<[String]>([])
        let busy = Mutex<[String: Int]>([:])

        func put(_ number: Int, under key: String) { waiting.withLock { $0[key, default: []].append(number) } }

        @Sendable func drain(_ key: String) async {
            let inside = busy.withLock { busy in
                busy[key, default: 0] += 1
                return busy[key]
            }
            #expect(inside == 1, "one at a time")
            while let next = waiting.withLock({ $0[key]?.isEmpty == false ? $0[key]?.removeFirst() : nil }) {
                await Task.yield()
                done.withLock { $0.append("\(key)\(next)") }
            }
            busy.withLock { $0[key] = 0 }
        }
    }

    @Test func `everything is worked off, under each key in order, though it comes while others are at it`() async {
        let (shelf, worker) = (Shelf(), KeyedWorker<String>())
        let running = Task { await worker.run(drain: shelf.drain) }
        await withDiscardingTaskGroup { group in
            for key in ["a", "b", "c"] {
                group.addTask {
                    for number in 0..<200 {
                        shelf.put(number, under: key)
                        worker.open(key)
                        if number % 3 == 0 { await Task.yield() }
                    }
                }
            }
        }
        await worker.untilIdle()
        for key in ["a", "b", "c"] {
            #expect(shelf.done.withLock { $0.filter { $0.hasPrefix(key) } } == (0..<200).map { "\(key)\($0)" })
        }
        #expect(worker.count == 0)
        running.cancel()
        await running.value
    }

    @Test func `it is not idle before the search has ended, and finds what was left`() async {
        let (shelf, worker) = (Shelf(), KeyedWorker<String>())
        shelf.put(1, under: "left")
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let idle = Watched(false)
        let running = Task {
            await worker.run(
                search: {
                    for await _ in gate {}
                    worker.open("left")
                }, drain: shelf.drain)
        }
        let waiting = Task {
            await worker.untilIdle()
            idle.change { $0 = true }
        }
        await worker.untilIdle(under: "another")
        #expect(!idle.read { $0 })
        opener.finish()
        await waiting.value
        #expect(shelf.done.withLock { $0 } == ["left1"])
        running.cancel()
        await running.value
    }

    @Test func `a shutdown begins nothing new, finishes what is begun, and lets those who wait go`() async {
        let worker = KeyedWorker<String>()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let drained = Watched<[String]>([])
        await testGracefulShutdown { trigger in
            let running = Task {
                await worker.run { key in
                    beginning.finish()
                    for await _ in gate {}
                    drained.change { $0.append(key) }
                }
            }
            worker.open("first")
            for await _ in begun {}
            trigger.triggerGracefulShutdown()
            await worker.untilIdle()
            worker.open("second")
            opener.finish()
            await running.value
        }
        #expect(drained.read { $0 } == ["first"])
        #expect(worker.isStopped)
    }
}
