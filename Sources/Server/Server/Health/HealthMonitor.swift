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
        var trouble: HealthProblem?
        /// Why no transaction that changes something can end, once that is known, until one has ended; also that the database
        /// answers nothing.
        var obstacle: String?
        /// Whether the database can be read, as far as is known: it can also while commits wait.
        var isReadable = true
        /// Whether the database answers nothing, from when that was noticed until it has answered.
        var isSilent = false
        /// The damage of the database; `nil` when there is none.
        var damage: HealthProblem?
        /// What the database had acknowledged and does not hold any more.
        var lost: LostCommits?

        /// The reasons why messages cannot be accepted; empty when they can.
        var problems: [HealthProblem] { [trouble, damage].compactMap { $0 } }

        /// Why a read would only wait and fail; `nil` when it may succeed, or fails at once.
        var readObstacle: String? { isSilent ? trouble?.reason : nil }
    }

    private struct State {
        var report: Report
        /// Why sending was paused when that was recorded last; `nil` when it was not.
        var latestPause: String?
        /// The same once it has lasted from one record to the next.
        var pause: String?
        /// The problems that were logged last.
        var logged: [String] = []
        /// Why a failover would lose what is acknowledged; `nil` when it would not.
        var exposure: String?
        /// Whether that is known.
        var isExposureKnown = false

        /// The reasons why messages can be neither accepted nor sent.
        var problems: [String] { report.problems.map(\.reason) + (pause.map { ["sending is paused: \($0)"] } ?? []) }
    }

    private let state: Mutex<State>
    private let logger: Logger

    /// - Parameter now: when the store was opened, which has shown that it works.
    init(now: Moment, logger: Logger) {
        state = Mutex(State(report: Report(at: now)))
        self.logger = logger
    }

    var report: Report { state.withLock(\.report) }

    /// Whether a failover would lose what is acknowledged, as last found out; `nil` until the first result.
    var isExposed: Bool? { state.withLock { $0.isExposureKnown ? $0.exposure != nil : nil } }

    /// Records the result of a probe; `nil` when it found no problem.
    func note(trouble: HealthProblem?, at moment: Moment) {
        change { state in
            state.report.at = moment
            state.report.trouble = trouble
            state.report.isReadable = trouble?.cause != .database
            guard trouble == nil else { return }
            state.report.obstacle = nil
            state.report.isSilent = false
        }
    }

    /// Records why no transaction that changes something can end.
    func note(obstacle: String, at moment: Moment) {
        change { state in
            state.report.at = moment
            state.report.trouble = HealthProblem(.database, Self.noResponse(obstacle))
            state.report.obstacle = obstacle
            state.report.isReadable = true
            state.report.isSilent = false
        }
    }

    /// Records that the database answers neither the probe nor the question why it takes so long. A reason that is known
    /// already remains. The time of the result does, too: it is the age of the last answer.
    func noteSilence() {
        change { state in
            state.report.trouble =
                state.report.trouble ?? HealthProblem(.database, Self.noResponse(Self.silence))
            state.report.obstacle = state.report.obstacle ?? Self.silence
            state.report.isReadable = state.report.trouble?.cause != .database
            state.report.isSilent = true
        }
    }

    private static let silence = "it has answered nothing for more than four seconds; check its server and the network"

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
        change { state in
            state.report.damage = damage.map {
                HealthProblem(.damage, "the database is damaged: \($0); stop the server and restore a backup")
            }
        }
    }

    /// Records why a failover would lose what is acknowledged at present, and logs a change; `nil` when it would not. The server
    /// continues: an operator has decided so.
    func note(exposure: String?) {
        let before = state.withLock { state in
            defer {
                state.exposure = exposure
                state.isExposureKnown = true
            }
            return state.exposure
        }
        if exposure == before { return }
        guard let exposure else { return logger.notice("failover safe again") }
        logger.warning("failover unsafe", metadata: ["reason": "\(exposure)"])
    }

    /// Records why sending is paused; `nil` while messages are sent. A pause that is over at the next record is not logged, such
    /// as that of a server which is still registering.
    func note(pause: String?) {
        change { state in
            state.pause = state.latestPause == nil ? nil : pause
            state.latestPause = pause
        }
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
