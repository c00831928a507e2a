import Foundation
import Synchronization

/// Runs the tasks of a whole world one job at a time on one thread, so that the same seed always gives the same order.
///
/// What the database does goes on elsewhere. While it is being asked, its answer is waited for as soon as nothing else is left to be
/// done, and it writes only then, so that it never matters how long it took.
final class Conductor: TaskExecutor {
    private struct State {
        /// Jobs that the world itself has made ready, and those that come from outside: answers of the database.
        var ready: [UnownedJob] = []
        var answers: [UnownedJob] = []
        var thread: pthread_t?
        /// How many wait for the database.
        var asking = 0
        /// Who waits until nothing happens by itself any more.
        var idle: CheckedContinuation<Void, Never>?
        var isOver = false
        /// The disk whose writers wait while anything else is to be done.
        var disk: Disk?
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let chance: Chance?

    /// - Parameter chance: which of the jobs that are ready goes next; without it, the oldest.
    private init(_ chance: Chance?) { self.chance = chance }

    /// Plays `story` on a thread of its own until it has come to its end.
    static func play<Result: Sendable>(
        shuffledBy chance: Chance? = nil, _ story: @escaping @Sendable (Conductor) async -> Result
    ) async -> Result {
        let conductor = Conductor(chance)
        let result = Task(executorPreference: conductor) {
            let result = await story(conductor)
            conductor.state.withLock { $0.isOver = true }
            return result
        }
        await withCheckedContinuation { continuation in
            let thread = Thread {
                conductor.run()
                continuation.resume()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        return await result.value
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isOwn = state.withLock { state in
            let isOwn = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
            if isOwn { state.ready.append(job) } else { state.answers.append(job) }
            return isOwn
        }
        if !isOwn { arrived.signal() }
    }

    /// Asks the database something.
    func ask<Result>(_ question: () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.asking += 1 }
        defer { state.withLock { $0.asking -= 1 } }
        return try await question()
    }

    /// Returns when everything else only waits: for the clock, or for somebody to say something.
    func untilIdle() async {
        await withCheckedContinuation { continuation in state.withLock { $0.idle = continuation } }
    }

    private func run() {
        state.withLock { $0.thread = pthread_self() }
        while true {
            let (job, mustWait, isOver) = state.withLock { state in
                (takeReady(&state), state.asking > 0 || !state.answers.isEmpty, state.isOver)
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if mustWait {
                takeAnswer()
            } else if isOver {
                return
            } else {
                wakeIdle()
            }
        }
    }

    private func takeReady(_ state: inout State) -> UnownedJob? {
        guard !state.ready.isEmpty else { return nil }
        return state.ready.remove(at: chance?.number(below: state.ready.count) ?? 0)
    }

    /// Lets writers of this disk write only while nothing else is to be done; of none, `nil`.
    func watch(_ disk: Disk?) {
        disk?.hold(true)
        let before = state.withLock { state in
            defer { state.disk = disk }
            return state.disk
        }
        before?.hold(false)
    }

    private func takeAnswer() {
        let disk = state.withLock(\.disk)
        disk?.hold(false)
        defer { disk?.hold(true) }
        precondition(arrived.wait(timeout: .now() + 120) == .success, "the database does not answer")
        state.withLock { $0.ready.append($0.answers.removeFirst()) }
    }

    private func wakeIdle() {
        let idle = state.withLock { $0.idle.take() }
        guard let idle else { preconditionFailure("nothing goes on, and the story has not come to its end") }
        idle.resume()
    }
}
