import Channels
import Concurrency
import ConversationRuntime
import Expressions
import Logging
import Synchronization

/// Lets in as many webhooks at once as can be answered soon, and refuses the others before they cost anything: those that are let
/// in wait no longer because there are more than the server can take.
final class WebhookLimit: Sendable {
    private struct Refused {
        /// Since the last line of the log about it.
        var count = 0
        var loggedAt: Moment?
    }

    private let permits: AsyncSemaphore
    private let refused = Mutex(Refused())
    private let clock: any WallClock
    private let logger: Logger

    /// How long the log is quiet after a line about refused webhooks.
    private static let quiet = TimeLength.seconds(10)

    /// - Parameter most: how many are let in at once.
    init(most: Int, clock: any WallClock, logger: Logger) {
        permits = AsyncSemaphore(permits: most)
        self.clock = clock
        self.logger = logger
    }

    /// Runs `work` when there is room for it; otherwise returns `nil` at once.
    func withPermit<Result>(_ work: () async -> sending Result) async -> sending Result? {
        let result = await permits.withPermitIfFree(work)
        if result == nil { logRefusal() }
        return result
    }

    /// Logs how many were refused, at most every ten seconds: under load the log must not be a load of its own.
    private func logRefusal() {
        let now = clock.now
        let count: Int? = refused.withLock { refused in
            refused.count += 1
            if let loggedAt = refused.loggedAt, now < loggedAt + Self.quiet, now >= loggedAt { return nil }
            refused.loggedAt = now
            defer { refused.count = 0 }
            return refused.count
        }
        guard let count else { return }
        logger.warning(
            "webhooks were turned away: more came at once than can be answered soon", metadata: ["count": "\(count)"])
    }
}
