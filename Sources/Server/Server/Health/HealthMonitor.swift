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
        /// Why the last probe failed; `nil` when it did not.
        var trouble: String?
        /// Why no transaction that changes something can end, once that is known, until one has ended.
        var obstacle: String?
        /// The damage of the database; `nil` when there is none.
        var damage: String?
        /// What the database had acknowledged and does not hold any more.
        var lost: LostCommits?

        /// The reasons why messages cannot be accepted; empty when they can.
        var problems: [String] { [trouble, damage].compactMap { $0 } }
    }

    private struct State {
        var report: Report
        /// The problems that were logged last.
        var logged: [String] = []
        /// Why a failover would lose what is acknowledged; `nil` when it would not.
        var exposure: String?
    }

    private let state: Mutex<State>
    private let logger: Logger

    /// - Parameter now: when the store was opened, which has shown that it works.
    init(now: Moment, logger: Logger) {
        state = Mutex(State(report: Report(at: now)))
        self.logger = logger
    }

    var report: Report { state.withLock(\.report) }

    /// Records the result of a probe; `nil` when it found no problem.
    func note(trouble: String?, at moment: Moment) {
        change { report in
            report.at = moment
            report.trouble = trouble
            if trouble == nil { report.obstacle = nil }
        }
    }

    /// Records why no transaction that changes something can end.
    func note(obstacle: String, at moment: Moment) {
        change { report in
            report.at = moment
            report.trouble = Self.noResponse(obstacle)
            report.obstacle = obstacle
        }
    }

    /// What is wrong when the database does not respond for this reason.
    static func noResponse(_ reason: String) -> String { "the database does not respond: \(reason)" }

    /// Records what the database has lost so far, and logs it once. The server continues: without it no customer is served,
    /// and nothing of what is lost comes back.
    func note(lost: LostCommits?) {
        let before = state.withLock { state in
            defer { state.report.lost = lost }
            return state.report.lost
        }
        guard let lost, lost != before else { return }
        logger.log(
            level: lost.messages > 0 ? .error : .warning, "acknowledged data lost",
            metadata: [
                "messages": "\(lost.messages)", "transactions": "\(lost.transactions)", "since": "\(lost.since.iso)",
                "until": "\(lost.until.iso)", "reason": "\(lost)", "advice": "\(LostCommits.advice)",
            ])
    }

    /// Records the result of a check of the whole database; `nil` when it found no damage.
    func note(damage: String?) {
        change { $0.damage = damage.map { "the database is damaged: \($0); stop the server and restore a backup" } }
    }

    /// Records why a failover would lose what is acknowledged at present, and logs a change; `nil` when it would not. The server
    /// continues: an operator has decided so.
    func note(exposure: String?) {
        let before = state.withLock { state in
            defer { state.exposure = exposure }
            return state.exposure
        }
        if exposure == before { return }
        guard let exposure else { return logger.notice("a failover would lose no acknowledged message any more") }
        logger.warning("a failover would lose acknowledged messages", metadata: ["reason": "\(exposure)"])
    }

    /// Logs a change of the health state.
    private func change(_ work: (inout Report) -> Void) {
        let (before, problems) = state.withLock { state in
            work(&state.report)
            defer { state.logged = state.report.problems }
            return (state.logged, state.report.problems)
        }
        if problems == before { return }
        if problems.isEmpty { return logger.notice("server ready again") }
        logger.error("server not ready", metadata: ["reason": "\(problems.joined(separator: "; "))"])
    }
}
