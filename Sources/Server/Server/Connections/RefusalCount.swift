import Expressions
import Synchronization

/// Counts refusals between log lines, of which there is at most one every ten seconds: under load or attack, logging
/// must not add to the load.
final class RefusalCount: Sendable {
    private struct State {
        /// The number of refusals since the last line.
        var refused = 0
        var saidAt: Moment?
    }

    private let state = Mutex(State())

    /// The minimum time between two lines.
    private static let quiet = TimeLength.seconds(10)

    /// Counts one refusal. Returns the number of refusals when a log line is due, otherwise `nil`.
    func add(at now: Moment) -> Int? {
        state.withLock { state in
            state.refused += 1
            if let saidAt = state.saidAt, now < saidAt + Self.quiet, now >= saidAt { return nil }
            state.saidAt = now
            defer { state.refused = 0 }
            return state.refused
        }
    }
}
