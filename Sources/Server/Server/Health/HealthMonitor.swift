import ConversationRuntime
import Expressions
import Logging
import Synchronization

/// Whether the server can do its work, as it was found last.
///
/// Who asks gets the last result, however often they ask; `HealthService` looks anew, at most once a second.
final class HealthMonitor: Sendable {
    /// What was found, and when.
    struct Report: Sendable, Equatable {
        var at: Moment
        /// Why messages cannot be taken; empty when they can.
        var problems: [String] = []
    }

    private struct State {
        var at: Moment
        var trouble: String?
        var damage: String?
        /// What the log has said last.
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

    /// Notes what a probe has found; `nil` when all is well.
    func note(trouble: String?, at moment: Moment) {
        change { state in
            state.at = moment
            state.trouble = trouble
        }
    }

    /// Notes what a look through the whole database has found; `nil` when all is well.
    func note(damage: String?) {
        change { $0.damage = damage.map { "the database is damaged: \($0); stop the server and restore a backup" } }
    }

    /// Says in the log when something has changed.
    private func change(_ work: (inout State) -> Void) {
        let (before, problems) = state.withLock { state in
            work(&state)
            defer { state.logged = state.problems }
            return (state.logged, state.problems)
        }
        if problems == before { return }
        if problems.isEmpty { return logger.notice("the server is ready again") }
        logger.error("the server is not ready", metadata: ["reason": "\(problems.joined(separator: "; "))"])
    }
}
