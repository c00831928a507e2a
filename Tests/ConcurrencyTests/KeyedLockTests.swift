import Concurrency
import TestSupport
import Testing

/// One task at a time for each key.
@Suite struct KeyedLockTests {
    @Test func `under one key one task is inside at a time, and they come in by their order`() async {
        let lock = KeyedLock<String>()
        let order = Watched<[Int]>([])
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let first = Task { await lock.with("a") { for await _ in gate {} } }
        await poll { lock.count != 0 }
        let others = (0..<50).map { number in
            Task { await lock.with("a") { order.change { $0.append(number) } } }
        }
        let other = Task { await lock.with("b") { true } }
        #expect(await other.value, "another key is free")
        #expect(order.read { $0.isEmpty })
        opener.finish()
        await first.value
        for task in others { await task.value }
        #expect(order.read { Set($0) } == Set(0..<50))
        #expect(lock.count == 0)
    }

    @Test func `it is empty when the last one has left, whatever they threw`() async {
        struct Failure: Error {}
        let lock = KeyedLock<Int>()
        await lock.untilEmpty()
        let failing = (0..<10).map { key in Task { try await lock.with(key % 3) { throw Failure() } as Void } }
        for task in failing { await #expect(throws: Failure.self) { try await task.value } }
        await lock.untilEmpty()
        #expect(lock.count == 0)
    }
}
