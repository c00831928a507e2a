public import Expressions
import Foundation
import Synchronization

/// Tells what time it is and waits for later. Everything that acts on time asks a clock, so that tests and `usher dev`
/// can turn it.
public protocol WallClock: Sendable {
    var now: Moment { get }

    /// Returns when `now` has reached `moment`; throws `CancellationError` when the task is cancelled before.
    func sleep(until moment: Moment) async throws
}

/// The machine's own clock.
public struct SystemClock: WallClock {
    public init() {}

    public var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    public func sleep(until moment: Moment) async throws {
        let wait = moment - now
        if wait > .zero { try await Task.sleep(for: .milliseconds(wait.milliseconds)) }
    }
}

/// A clock that can be turned forward by hand; whoever sleeps until a time it is turned past wakes at once.
///
/// Either it stands still between turns (tests), or it runs along with the machine's clock (`usher dev`).
public final class TurnableClock: WallClock {
    private struct State {
        /// Standing: what the clock shows. Running: how far it is ahead of the machine.
        var reading: Moment
        var nextSleeper = 0
        var sleepers: [Int: Sleeper] = [:]
        var woken: Set<Int> = []
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
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        let alarm = runs ? Task { try await self.ring(id, at: moment) } : nil
        defer { alarm?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.woken.remove(id) != nil || now(in: state) >= moment { return true }
                    state.sleepers[id] = Sleeper(until: moment, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake(id)
        }
        state.withLock { _ = $0.woken.remove(id) }
        try Task.checkCancellation()
    }

    private func now(in state: borrowing State) -> Moment {
        runs ? SystemClock().now + TimeLength(milliseconds: state.reading.milliseconds) : state.reading
    }

    /// Wakes sleeper `id` when the machine's clock gets there without a turn.
    private func ring(_ id: Int, at moment: Moment) async throws {
        while true {
            let wait = moment - now
            if wait <= .zero { return wake(id) }
            try await Task.sleep(for: .milliseconds(min(wait.milliseconds, 3_600_000)))
        }
    }

    /// Wakes sleeper `id` now; one that has not lain down yet will not.
    private func wake(_ id: Int) {
        let continuation = state.withLock { state in
            let sleeper = state.sleepers.removeValue(forKey: id)
            if sleeper == nil { state.woken.insert(id) }
            return sleeper?.continuation
        }
        continuation?.resume()
    }
}
