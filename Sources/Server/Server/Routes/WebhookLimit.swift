import Channels
import Concurrency
import Logging

/// Lets in as many webhooks at once as can be answered soon, and refuses the others before they cost anything: those that are let
/// in wait no longer because there are more than the server can take.
final class WebhookLimit: Sendable {
    private let permits: AsyncSemaphore
    private let refusals = RefusalCount()
    private let clock: any WallClock
    private let logger: Logger

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

    private func logRefusal() {
        guard let count = refusals.add(at: clock.now) else { return }
        logger.warning(
            "webhooks were turned away: more came at once than can be answered soon", metadata: ["count": "\(count)"])
    }
}
