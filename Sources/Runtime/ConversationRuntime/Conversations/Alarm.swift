import Channels
import Concurrency
import Expressions
import Synchronization

/// Wakes whoever waits for the next timer when an earlier one is set.
final class Alarm: Sendable {
    private struct State {
        /// The earliest timer that was set since the store was last looked into.
        var earliest: Moment?
        /// What is waited for.
        var next: Moment?

        var isLate: Bool { earliest.map { $0 < next ?? .never } ?? false }
    }

    private let state = Mutex(State())
    private let nap: InterruptibleSleep

    init(clock: any WallClock) { nap = InterruptibleSleep(clock: clock) }

    /// A session has to be woken at `moment`.
    func set(_ moment: Moment) {
        let isNews = state.withLock { state in
            state.earliest = min(state.earliest ?? moment, moment)
            return state.next != nil && state.isLate
        }
        if isNews { nap.wake() }
    }

    /// Says that the store is about to be looked into: only timers set from here on are news.
    func begin() { state.withLock { $0.earliest = nil } }

    /// Returns at `moment`, when an earlier timer has been set, when the task is cancelled, or when the server shuts down.
    func wait(until moment: Moment) async {
        state.withLock { $0.next = moment }
        await nap.restUntilShutdown(or: moment) { self.state.withLock(\.isLate) }
        state.withLock { $0.next = nil }
    }
}

extension Moment {
    /// Later than anything.
    static let never = Moment(milliseconds: .max)
    /// Earlier than anything.
    static let always = Moment(milliseconds: .min)
}
