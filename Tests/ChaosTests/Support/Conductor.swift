import Foundation
import Synchronization

/// Runs the tasks of a whole world one job at a time on one thread, so that the same seed always gives the same order.
///
/// The database works on threads of its own, and only while this one waits for it: a reader begins when nothing else is ready, and a
/// writer is held back at its first lock until then. So it never matters how long it takes, what is cancelled meanwhile, or whether
/// it answers before its caller waits. Chance is asked only where there is a choice: how many hops an answer takes does not change
/// what follows.
final class Conductor: TaskExecutor {
    private struct State {
        /// Jobs that the world itself has made ready, and those that come from outside: answers of the database.
        var ready: [UnownedJob] = []
        var answers: [UnownedJob] = []
        /// Readers who wait until nothing else is ready.
        var readers: [CheckedContinuation<Void, Never>] = []
        var thread: pthread_t?
        /// How many wait for the database.
        var asking = 0
        /// Who waits until nothing happens by itself any more.
        var idle: CheckedContinuation<Void, Never>?
        var isOver = false
        /// The disk whose users wait while anything else is to be done.
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
            // Before the thread has begun there is only the story itself.
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

    /// Reads from the database, once nothing else is ready.
    func read<Result>(_ question: () async throws -> Result) async rethrows -> Result {
        await withCheckedContinuation { continuation in state.withLock { $0.readers.append(continuation) } }
        return try await write(question)
    }

    /// Has the database write something, which it does once nothing else is ready.
    func write<Result>(_ question: () async throws -> Result) async rethrows -> Result {
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

    /// Lets users of this disk go on only while nothing else is to be done; of none, `nil`.
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
        precondition(arrived.wait(timeout: .now() + 600) == .success, "the database does not answer")
        state.withLock { $0.ready.append($0.answers.removeFirst()) }
    }

    private func wakeIdle() {
        let idle = state.withLock { $0.idle.take() }
        guard let idle else { preconditionFailure("nothing goes on, and the story has not come to its end") }
        idle.resume()
    }
}
