import Expressions
import Synchronization

/// Counts what was refused until a line of the log says how many: at most every ten seconds, for under load or attack the log must
/// not be a load of its own.
final class RefusalCount: Sendable {
    private struct State {
        /// Since the last line.
        var refused = 0
        var saidAt: Moment?
    }

    private let state = Mutex(State())

    /// How long the log is quiet after a line.
    private static let quiet = TimeLength.seconds(10)

    /// Counts one more. Returns how many there are when it is time for a line, else `nil`.
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
