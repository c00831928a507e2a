import Expressions
import Synchronization

/// Wakes whoever waits for the next timer when an earlier one is set.
final class Alarm: Sendable {
    private struct State {
        /// The earliest timer that was set since the waiting one last looked into the store.
        var earliest: Moment?
        var waiting: (until: Moment, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = Mutex(State())

    /// A session has to be woken at `moment`.
    func set(_ moment: Moment) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.earliest = min(state.earliest ?? moment, moment)
            guard let waiting = state.waiting, moment < waiting.until else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        continuation?.resume()
    }

    /// Says that the store is about to be looked into: only timers set from here on are news.
    func begin() { state.withLock { $0.earliest = nil } }

    /// Returns when a timer before `moment` has been set, or when the task is cancelled.
    func untilEarlier(than moment: Moment) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.earliest.map({ $0 < moment }) ?? false { return true }
                    state.waiting = (moment, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting?.continuation
            }
            continuation?.resume()
        }
    }
}

extension Moment {
    /// Later than anything.
    static let never = Moment(milliseconds: .max)
}
