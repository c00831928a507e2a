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

    @Test func `work that is not urgent goes with what comes next, in the order of arrival, or alone after a while`()
        async
    {
        let queue = BatchQueue<Int, Int>(largestBatch: 8)
        let batches = Watched<[[Int]]>([])
        let process: @Sendable ([Int]) async -> [Int] = { work in
            batches.change { $0.append(work) }
            return work.map { $0 * 10 }
        }
        let isOver = Watched(false)
        let patience: @Sendable () async -> Void = { await isOver.wait { $0 } }
        let first = Task { await queue.submit(1, patience: patience, process) }
        await poll { queue.waiting == 1 }
        #expect(!queue.isBusy)
        #expect(await queue.submit(2, process) == 20)
        #expect(await first.value == 10)

        let second = Task { await queue.submit(3, patience: patience, process) }
        await poll { queue.waiting == 1 }
        isOver.change { $0 = true }
        #expect(await second.value == 30)
        #expect(batches.value == [[1, 2], [3]])
        #expect(!queue.isBusy && queue.waiting == 0)
    }

    @Test func `one task at a time waits for all work that is not urgent, at least one whole pause for each`() async {
        let queue = BatchQueue<Int, Int>(largestBatch: 8)
        let batches = Watched<[[Int]]>([])
        let process: @Sendable ([Int]) async -> [Int] = { work in
            batches.change { $0.append(work) }
            return work
        }
        let (begun, over) = (Watched(0), Watched(0))
        let pause: @Sendable () async -> Void = {
            begun.change { $0 += 1 }
            let number = begun.value
            await over.wait { $0 >= number }
        }
        let first = Task { await queue.submit(1, patience: pause, process) }
        await poll { begun.value == 1 }
        let second = Task { await queue.submit(2, patience: pause, process) }
        await poll { queue.waiting == 2 }
        over.change { $0 = 1 }
        await poll { begun.value == 2 }
        #expect(await first.value == 1)
        // It is in the middle of the second pause.
        let third = Task { await queue.submit(3, patience: pause, process) }
        await poll { queue.waiting == 1 }
        over.change { $0 = 2 }
        await poll { begun.value == 3 }
        #expect(queue.waiting == 1)
        over.change { $0 = 3 }
        #expect(await [second.value, third.value] == [2, 3])
        #expect(batches.value == [[1, 2], [3]])
        #expect(!queue.isBusy && queue.waiting == 0)
    }

    @Test func `work that comes during a batch begins the next one only when it is urgent`() async {
        let queue = BatchQueue<Int, Int>(largestBatch: 8)
        let batches = Watched<[[Int]]>([])
        let gate = Watched(false)
        let process: @Sendable ([Int]) async -> [Int] = { work in
            batches.change { $0.append(work) }
            await gate.wait { $0 }
            return work
        }
        let isOver = Watched(false)
        let first = Task { await queue.submit(1, process) }
        await poll { queue.isBusy }
        let second = Task { await queue.submit(2, patience: { await isOver.wait { $0 } }, process) }
        await poll { queue.waiting == 1 }
        gate.change { $0 = true }
        #expect(await first.value == 1)
        #expect(!queue.isBusy && queue.waiting == 1)

        gate.change { $0 = false }
        let third = Task { await queue.submit(3, process) }
        await poll { queue.isBusy }
        let fourth = Task { await queue.submit(4, patience: { await isOver.wait { $0 } }, process) }
        await poll { queue.waiting == 1 }
        // Its time comes while another batch is being processed.
        isOver.change { $0 = true }
        await poll { queue.urgent == 1 }
        gate.change { $0 = true }
        #expect(await [second.value, third.value, fourth.value] == [2, 3, 4])
        #expect(batches.value == [[1], [2, 3], [4]])
    }
}
