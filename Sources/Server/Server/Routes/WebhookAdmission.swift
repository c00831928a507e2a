import Channels
import Expressions
import Logging
import Synchronization

/// Lets in as many webhooks at once as can be answered soon, and turns the others away before they cost anything: who is let
/// in waits no longer because there are more than the server can take.
final class WebhookAdmission: Sendable {
    private struct State {
        var inside = 0
        /// Turned away since the last line of the log about it.
        var turnedAway = 0
        var saidAt: Moment?
    }

    private let state = Mutex(State())
    private let most: Int
    private let clock: any WallClock
    private let logger: Logger

    /// How long the log is quiet after a line about webhooks that were turned away.
    private static let quiet = TimeLength.seconds(10)

    /// - Parameter most: how many are let in at once.
    init(most: Int, clock: any WallClock, logger: Logger) {
        self.most = most
        self.clock = clock
        self.logger = logger
    }

    /// Does `work` when there is room for it; otherwise returns `nil` at once.
    func letIn<Result>(_ work: () async -> sending Result) async -> sending Result? {
        guard enter() else {
            complain()
            return nil
        }
        defer { state.withLock { $0.inside -= 1 } }
        return await work()
    }

    private func enter() -> Bool {
        state.withLock { state in
            guard state.inside < most else { return false }
            state.inside += 1
            return true
        }
    }

    /// Says how many were turned away, at most every ten seconds: under load the log must not be a load of its own.
    private func complain() {
        let now = clock.now
        let count: Int? = state.withLock { state in
            state.turnedAway += 1
            if let saidAt = state.saidAt, now < saidAt + Self.quiet, now >= saidAt { return nil }
            state.saidAt = now
            defer { state.turnedAway = 0 }
            return state.turnedAway
        }
        guard let count else { return }
        logger.warning(
            "webhooks were turned away: more came at once than can be answered soon", metadata: ["count": "\(count)"])
    }
}
