import Channels
import Concurrency
import Expressions
import Synchronization

/// Wakes the task that waits for the next timer when an earlier one is set.
final class Alarm: Sendable {
    private struct State {
        /// The earliest timer set since the store was last read.
        var earliest: Moment?
        /// The time currently waited for.
        var next: Moment?

        var isLate: Bool { earliest.map { $0 < next ?? .never } ?? false }
    }

    private let state = Mutex(State())
    private let nap: InterruptibleSleep

    init(clock: any WallClock) { nap = InterruptibleSleep(clock: clock) }

    /// Records that a session must be woken at `moment`.
    func set(_ moment: Moment) {
        let isNews = state.withLock { state in
            state.earliest = min(state.earliest ?? moment, moment)
            return state.next != nil && state.isLate
        }
        if isNews { nap.wake() }
    }

    /// Marks that the store is about to be read: only timers set from here on are new.
    func begin() { state.withLock { $0.earliest = nil } }

    /// Returns at `moment`, when an earlier timer has been set, when the task is cancelled, or when the server shuts
    /// down.
    func wait(until moment: Moment) async {
        state.withLock { $0.next = moment }
        await nap.restUntilShutdown(or: moment) { self.state.withLock(\.isLate) }
        state.withLock { $0.next = nil }
    }
}

extension Moment {
    /// Later than any other moment.
    static let never = Moment(milliseconds: .max)
    /// Earlier than any other moment.
    static let always = Moment(milliseconds: .min)
}
