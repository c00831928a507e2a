import ConversationRuntime
import Expressions
import Logging
import Synchronization

/// The latest result of the health checks.
///
/// Requests get the latest result, however often they ask; `HealthService` checks again at most once a second.
final class HealthMonitor: Sendable {
    /// A result, and its time.
    struct Report: Sendable, Equatable {
        var at: Moment
        /// The reasons why messages cannot be accepted; empty when they can.
        var problems: [String] = []
    }

    private struct State {
        var at: Moment
        var trouble: String?
        var damage: String?
        /// The problems that were logged last.
        var logged: [String] = []

        var problems: [String] { [trouble, damage].compactMap { $0 } }
    }

    private let state: Mutex<State>
    private let logger: Logger

    /// - Parameter now: when the store was opened, which has shown that it works.
    init(now: Moment, logger: Logger) {
        state = Mutex(State(at: now))
        self.logger = logger
    }

    var report: Report { state.withLock { Report(at: $0.at, problems: $0.problems) } }

    /// Records the result of a probe; `nil` when it found no problem.
    func note(trouble: String?, at moment: Moment) {
        change { state in
            state.at = moment
            state.trouble = trouble
        }
    }

    /// Records the result of a check of the whole database; `nil` when it found no damage.
    func note(damage: String?) {
        change { $0.damage = damage.map { "the database is damaged: \($0); stop the server and restore a backup" } }
    }

    /// Logs a change of the health state.
    private func change(_ work: (inout State) -> Void) {
        let (before, problems) = state.withLock { state in
            work(&state)
            defer { state.logged = state.problems }
            return (state.logged, state.problems)
        }
        if problems == before { return }
        if problems.isEmpty { return logger.notice("server ready again") }
        logger.error("server not ready", metadata: ["reason": "\(problems.joined(separator: "; "))"])
    }
}
