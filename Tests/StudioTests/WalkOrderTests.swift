import Dispatch
import Foundation
import HTTPTypes
import Plays
import Synchronization
import TestSupport
import Testing

@testable import Studio

/// Walks of all pages run one at a time, and end when they are no longer wanted.
@Suite struct WalkOrderTests {
    private let walks = StudioWalks()

    private func client(_ page: Int, of author: String = "ana") -> StudioClient.ID {
        StudioClient.ID(author: author, page: "window-\(page)")
    }

    /// How many walks run at the same time.
    private final class Running: Sendable {
        private let count = Mutex(0)

        /// Returns how many others run.
        func begin() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }

        func end() { count.withLock { $0 -= 1 } }
    }

    /// A walk that continues until it is cancelled, once it has begun.
    private func endless(_ page: Int) async -> Task<Bool?, any Error> {
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [walks, client = client(page)] in
            try await walks.run(.findings, for: client) { walk in
                beginning.finish()
                while !walk.isOver(since: .now, after: .seconds(600)) {}
                return true
            }
        }
        for await _ in begun {}
        return task
    }

    @Test func `a walk ends when its page withdraws it`() async throws {
        let running = await endless(1)
        walks.cancel(.sentences, for: client(1))
        walks.cancel(.findings, for: client(2))
        walks.cancel(.findings, for: client(1))
        #expect(try await running.value == nil)
        #expect(walks.count == 0)
    }

    @Test func `another request of the same page ends the one before`() async throws {
        let running = await endless(1)
        let next = try await walks.run(.findings, for: client(1)) { _ in 7 }
        #expect(next == 7)
        #expect(try await running.value == nil)
    }

    @Test func `one walk runs at a time, of all pages and authors`() async throws {
        let running = Running()
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<8 {
                group.addTask { [walks, client = client(number % 4, of: "author \(number / 4)")] in
                    try await walks.run(.sentences, for: client) { walk in
                        let others = running.begin()
                        for _ in 0..<1_000 where walk.isCancelled { return -1 }
                        running.end()
                        return others
                    }
                }
            }
            for try await others in group { #expect(others == 0) }
        }
    }

    @Test func `an author with too many windows is refused, and others are not`() async throws {
        let first = await endless(1)
        let waiting = (2...4).map { page in
            Task { [walks, client = client(page)] in try await walks.run(.findings, for: client) { _ in true } }
        }
        await poll(until: { walks.count == 4 })
        await #expect(throws: StudioRefusal.self) { _ = try await walks.run(.findings, for: client(5)) { _ in true } }
        let other = Task { [walks, client = client(1, of: "ben")] in
            try await walks.run(.findings, for: client) { _ in true }
        }
        await poll(until: { walks.count == 5 })
        walks.cancel(.findings, for: client(1))
        #expect(try await first.value == nil)
        for task in waiting + [other] { #expect(try await task.value == true) }
    }

    @Test func `a walk pauses while a phone is being served, and ends then too`() {
        let phones = PhonesBeingServed()
        let walk = StudioWalk(phones)
        #expect(!walk.isOver(since: .now, after: .seconds(600)))
        phones.begin()
        #expect(walk.isOver(since: .now, after: .zero))
        DispatchQueue.global().async { phones.end() }
        #expect(!walk.isOver(since: .now, after: .seconds(600)))
        phones.begin()
        walk.cancel()
        #expect(walk.isOver(since: .now, after: .seconds(600)))
    }

    @Test func `the time of a walk is that of its thread, not what passes while others have the processor`() {
        let began = WalkTime.now
        let worked = DispatchSemaphore(value: 0)
        let length = Duration.milliseconds(50)
        Thread {
            let busy = ContinuousClock.now
            while ContinuousClock.now < busy + length {}
            worked.signal()
        }.start()
        worked.wait()
        #expect(began.processor < length)
        while began.processor < length {}
        #expect(StudioWalk(PhonesBeingServed()).isOver(since: began, after: length))
    }

    /// A walk that is paused by a phone, and the answer that it gets when it continues. Its time ends long after the test.
    private func paused(_ walk: StudioWalk, by phones: PhonesBeingServed) async -> Task<Bool, Never> {
        phones.begin()
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        Thread {
            answer.yield(walk.isOver(since: .now, after: .seconds(86_400)))
            answer.finish()
        }.start()
        await poll(until: { phones.waiting == 1 })
        return Task { await answers.first { _ in true } ?? true }
    }

    @Test func `a paused walk continues at once when the last phone has been served`() async {
        let phones = PhonesBeingServed()
        phones.begin()
        let isOver = await paused(StudioWalk(phones), by: phones)
        phones.end()
        #expect(phones.waiting == 1, "one phone is still being served")
        phones.end()
        #expect(await isOver.value == false)
        #expect(phones.waiting == 0)
    }

    @Test func `a paused walk ends at once when it is cancelled, while the phone is still being served`() async {
        let phones = PhonesBeingServed()
        let walk = StudioWalk(phones)
        let isOver = await paused(walk, by: phones)
        walk.cancel()
        #expect(await isOver.value)
        #expect(phones.waiting == 0 && phones.isAny)
    }

    @Test func `a paused walk ends with its time, while the phone is still being served`() {
        let phones = PhonesBeingServed()
        let walk = StudioWalk(phones)
        phones.begin()
        #expect(walk.isOver(since: .now, after: .milliseconds(1)))
        #expect(phones.waiting == 0 && phones.isAny)
    }
}
