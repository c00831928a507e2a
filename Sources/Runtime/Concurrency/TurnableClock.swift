public import Channels
public import Expressions
import Synchronization

/// A clock that can be advanced by hand; a task that sleeps until a time the clock is advanced past wakes at once.
///
/// It either stands still between advances (tests) or runs along with the machine's clock (`usher dev`).
public final class TurnableClock: WallClock {
    private struct State {
        /// When standing: the time shown. When running: the offset ahead of the machine's clock.
        var reading: Moment
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Tasks that wait for another task to start sleeping until a certain time.
        var watchers: [Int: Sleeper] = [:]
    }

    private struct Sleeper {
        let until: Moment
        let continuation: CheckedContinuation<Void, Never>
    }

    private let runs: Bool
    private let state: Mutex<State>

    /// A clock that shows `moment` until it is advanced.
    public init(standingAt moment: Moment) {
        runs = false
        state = Mutex(State(reading: moment))
    }

    /// A clock that runs with the machine's clock.
    public init() {
        runs = true
        state = Mutex(State(reading: Moment(milliseconds: 0)))
    }

    public var now: Moment { state.withLock { now(in: $0) } }

    /// Advances the clock and wakes every sleeper whose time has passed, the earliest first.
    public func turn(by length: TimeLength) {
        let woken = state.withLock { state in
            state.reading = state.reading + length
            let now = now(in: state)
            let due = state.sleepers.filter { $0.value.until <= now }
                .sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
            for (id, _) in due { state.sleepers[id] = nil }
            return due.map(\.value.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    public func sleep(until moment: Moment) async throws {
        if runs {
            try await sleepRunning(until: moment)
        } else {
            try await untilTurned(past: moment)
        }
    }

    /// The number of tasks that sleep until a future time.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Returns when a task sleeps until exactly `moment`, so that a test knows when to advance the clock.
    public func untilSomebodySleeps(until moment: Moment) async throws {
        try await wait { state, id, continuation in
            if state.sleepers.values.contains(where: { $0.until == moment }) { return Lying(waits: false) }
            state.watchers[id] = Sleeper(until: moment, continuation: continuation)
            return Lying(waits: true)
        }
    }

    private func now(in state: borrowing State) -> Moment {
        runs ? SystemClock().now + TimeLength(milliseconds: state.reading.milliseconds) : state.reading
    }

    /// Sleeps until the machine's clock reaches `moment` or the clock is advanced to it.
    private func sleepRunning(until moment: Moment) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.untilTurned(past: moment) }
            group.addTask {
                while moment > self.now {
                    try await Task.sleep(for: .milliseconds(min(moment - self.now, .hours(1)).milliseconds))
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func untilTurned(past moment: Moment) async throws {
        try await wait { state, id, continuation in
            if now(in: state) >= moment { return Lying(waits: false) }
            state.sleepers[id] = Sleeper(until: moment, continuation: continuation)
            let watching = state.watchers.filter { $0.value.until == moment }
            for watcher in watching.keys { state.watchers[watcher] = nil }
            return Lying(waits: true, woken: watching.values.map(\.continuation))
        }
    }

    /// The result of starting to sleep: whether the task must wait, and which watchers waited for that.
    private struct Lying {
        var waits: Bool
        var woken: [CheckedContinuation<Void, Never>] = []
    }

    /// Waits if `lieDown` says so after storing the continuation; throws when the task is cancelled.
    ///
    /// No continuation is resumed inside the lock: a task being cancelled cannot resume until its cancellation handler
    /// has run, and the handler waits for the lock.
    private func wait(
        _ lieDown: (inout State, Int, CheckedContinuation<Void, Never>) -> Lying
    ) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let lying = state.withLock {
                    Task.isCancelled ? Lying(waits: false) : lieDown(&$0, id, continuation)
                }
                if !lying.waits { continuation.resume() }
                for watcher in lying.woken { watcher.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { $0.sleepers.removeValue(forKey: id) ?? $0.watchers.removeValue(forKey: id) }
            waiting?.continuation.resume()
        }
        try Task.checkCancellation()
    }
}
