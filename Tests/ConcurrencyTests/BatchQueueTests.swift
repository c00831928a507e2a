import Concurrency
import TestSupport
import Testing

/// Work that shares batches.
@Suite struct BatchQueueTests {
    @Test func `work that comes alone waits for nothing, and what comes meanwhile shares the next batch`() async {
        let queue = BatchQueue<Int, Int>(largestBatch: 8)
        let batches = Watched<[[Int]]>([])
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            await queue.submit(0) { work in
                batches.change { $0.append(work) }
                for await _ in gate {}
                return work.map { $0 * 10 }
            }
        }
        await poll { queue.isBusy }
        var others: [Task<Int, Never>] = []
        for number in 1...20 {
            others.append(
                Task {
                    await queue.submit(number) { work in
                        batches.change { $0.append(work) }
                        return work.map { $0 * 10 }
                    }
                })
            await poll { queue.waiting >= number }
        }
        opener.finish()
        #expect(await first.value == 0)
        for (place, task) in others.enumerated() { #expect(await task.value == (place + 1) * 10) }
        #expect(batches.read { $0.map(\.count) } == [1, 8, 8, 4])
        #expect(batches.read { $0.flatMap { $0 } } == Array(0...20))
        #expect(!queue.isBusy && queue.waiting == 0)
    }
}
