import Foundation
import Synchronization

/// Runs all tasks of a world one job at a time on one thread, so that the same seed always gives the same order.
///
/// The database works on its own threads, and only while this one waits for it: a reader begins when no other job is
/// ready, and a writer is held at its first lock until then. So neither the duration of a database call matters, nor
/// what is cancelled in the meantime, nor whether it returns before its caller waits. The random generator is used only
/// where there is a choice: the number of hops of a result does not change what follows.
final class Conductor: TaskExecutor {
    private struct State {
        /// Jobs that the world itself has made ready, and those from outside: results of the database.
        var ready: [UnownedJob] = []
        var answers: [UnownedJob] = []
        /// Readers that wait until no job is ready.
        var readers: [CheckedContinuation<Void, Never>] = []
        var thread: pthread_t?
        /// The number of tasks that wait for the database.
        var asking = 0
        /// The task that waits until nothing happens without a further stimulus.
        var idle: CheckedContinuation<Void, Never>?
        var isOver = false
        /// The disk whose users wait while other jobs are ready.
        var disk: Disk?
    }

    private enum Next {
        case run(UnownedJob)
        case waitForAnswer
        case read(CheckedContinuation<Void, Never>)
        case end
        case wakeIdle
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let chance: SeededRandom?

    /// - Parameter chance: selects the next of the ready jobs; `nil` selects the oldest.
    private init(_ chance: SeededRandom?) { self.chance = chance }

    /// Plays `story` to its end on its own thread.
    static func play<Result: Sendable>(
        shuffledBy chance: SeededRandom? = nil, _ story: @escaping @Sendable (Conductor) async -> Result
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
            // Before the thread has begun, the story itself is the only task.
            let isOwn = state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? true
            if isOwn {
                state.ready.append(job)
            } else {
                precondition(state.asking > 0, "something of this world runs on other threads than the database's")
                state.answers.append(job)
            }
            return isOwn
        }
        if !isOwn { arrived.signal() }
    }

    /// Reads from the database, once no other job is ready.
    func read<Result>(_ question: () async throws -> Result) async rethrows -> Result {
        await withCheckedContinuation { continuation in state.withLock { $0.readers.append(continuation) } }
        return try await write(question)
    }

    /// Runs a write, which the database begins once no other job is ready.
    func write<Result>(_ question: () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.asking += 1 }
        defer { state.withLock { $0.asking -= 1 } }
        return try await question()
    }

    /// Returns when all other tasks only wait: for the clock, or for an input.
    func untilIdle() async {
        await withCheckedContinuation { continuation in state.withLock { $0.idle = continuation } }
    }

    private func run() {
        state.withLock { $0.thread = pthread_self() }
        while true {
            switch next() {
            case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .waitForAnswer: waitForAnswer()
            case .read(let reader): reader.resume()
            case .end: return
            case .wakeIdle: wakeIdle()
            }
        }
    }

    private func next() -> Next {
        state.withLock { state in
            if !state.ready.isEmpty { return .run(takeReady(&state)) }
            if state.asking > 0 || !state.answers.isEmpty { return .waitForAnswer }
            if !state.readers.isEmpty { return .read(state.readers.removeFirst()) }
            return state.isOver ? .end : .wakeIdle
        }
    }

    private func takeReady(_ state: inout State) -> UnownedJob {
        guard let chance, state.ready.count > 1 else { return state.ready.removeFirst() }
        return state.ready.remove(at: chance.number(below: state.ready.count))
    }

    /// Lets users of this disk continue only while no other job is ready; `nil` ends this.
    func watch(_ disk: Disk?) {
        disk?.hold(true)
        let before = state.withLock { state in
            defer { state.disk = disk }
            return state.disk
        }
        before?.hold(false)
    }

    private func waitForAnswer() {
        let disk = state.withLock(\.disk)
        disk?.hold(false)
        defer { disk?.hold(true) }
        precondition(arrived.wait(timeout: .now() + 600) == .success, "the database does not respond")
        state.withLock { $0.ready.append($0.answers.removeFirst()) }
    }

    private func wakeIdle() {
        let idle = state.withLock { $0.idle.take() }
        guard let idle else { preconditionFailure("nothing goes on, and the story has not come to its end") }
        idle.resume()
    }
}
