public import Channels
public import Expressions
import Synchronization

/// A clock that can be turned forward by hand; whoever sleeps until a time it is turned past wakes at once.
///
/// Either it stands still between turns (tests), or it runs along with the machine's clock (`usher dev`).
public final class TurnableClock: WallClock {
    private struct State {
        /// Standing: what the clock shows. Running: how far it is ahead of the machine.
        var reading: Moment
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        /// Those who wait for somebody to lie down until a certain time.
        var watchers: [Int: Sleeper] = [:]
    }

    private struct Sleeper {
        let until: Moment
        let continuation: CheckedContinuation<Void, Never>
    }

    private let runs: Bool
    private let state: Mutex<State>

    /// A clock that shows `moment` until it is turned.
    public init(standingAt moment: Moment) {
        runs = false
        state = Mutex(State(reading: moment))
    }

    /// A clock that runs with the machine's.
    public init() {
        runs = true
        state = Mutex(State(reading: Moment(milliseconds: 0)))
    }

    public var now: Moment { state.withLock { now(in: $0) } }

    /// Turns the clock forward and wakes whoever waited for a time now past, the earliest first.
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

    /// How many sleep until a time that has not come.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Returns when somebody sleeps until exactly `moment`, so that a test knows when to turn.
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

    /// Sleeps until the machine's clock gets there, or the clock is turned there before.
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

    /// What came of lying down: whether one has to wait, and who has waited for that.
    private struct Lying {
        var waits: Bool
        var woken: [CheckedContinuation<Void, Never>] = []
    }

    /// Waits when `lieDown` says so, having kept the continuation; throws when the task is cancelled.
    ///
    /// Nobody is woken inside the lock: a task that is being cancelled cannot be resumed until its handler has run, and that
    /// waits for the lock.
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
