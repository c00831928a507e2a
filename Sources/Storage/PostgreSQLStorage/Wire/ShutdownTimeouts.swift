import Databases
import Synchronization

/// Shorter timeouts for a database that does not answer, once the process shuts down: what waits for it is repeated after the
/// next start, and the service manager kills a process that takes too long to end.
///
/// They count from the last answer, not from the beginning of the shutdown: work that is completed first, such as a payment,
/// still has its database.
final class ShutdownTimeouts: Sendable {
    private struct State {
        /// When the shutdown began.
        var began: ContinuousClock.Instant?
        /// Why the last connection could not be opened, and when that was known.
        var failure: (error: SQLError, at: ContinuousClock.Instant)?
    }

    private let state = Mutex(State())

    /// How long an answer may take. Slightly longer than a statement waits for a lock, which is an answer.
    private static let longestAnswer = Duration.seconds(6)
    /// How long no other connection is tried after one that could not be opened.
    private static let pause = Duration.seconds(2)
    /// libpq's limit for opening a connection, in seconds; it knows no shorter one.
    static let connecting = "2"

    /// Whether the process shuts down.
    var haveBegun: Bool { state.withLock { $0.began != nil } }

    /// Applies them from now on.
    func begin() { state.withLock { $0.began = $0.began ?? .now } }

    /// How long an answer may take at present.
    ///
    /// - Parameter usual: how long it may take while the process runs.
    func longest(_ usual: Duration) -> Duration { haveBegun ? min(usual, Self.longestAnswer) : usual }

    /// Until when an answer is waited for.
    ///
    /// - Parameters:
    ///   - limit: how long it may take while the process runs.
    ///   - start: when the waiting began, perhaps before the shutdown.
    func end(of limit: Duration, since start: ContinuousClock.Instant) -> ContinuousClock.Instant {
        guard let began = state.withLock({ $0.began }) else { return start + limit }
        return min(start + limit, max(start, began) + Self.longestAnswer)
    }

    /// Records why a connection could not be opened.
    func note(_ failure: SQLError, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            if state.began != nil { state.failure = (failure, now) }
        }
    }

    /// Why no connection is to be tried at present; `nil` when one is.
    func recentFailure(at now: ContinuousClock.Instant = .now) -> SQLError? {
        state.withLock { state in
            guard let failure = state.failure, failure.at.duration(to: now) < Self.pause else { return nil }
            return failure.error
        }
    }
}
