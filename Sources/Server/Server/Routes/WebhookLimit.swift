import Channels
import Concurrency
import Logging

/// The concurrency limit for webhooks: it admits as many at once as can be answered soon and refuses the others before
/// they cost anything, so that admitted ones wait no longer under overload.
final class WebhookLimit: Sendable {
    private let permits: AsyncSemaphore
    private let refusals = RefusalCount()
    private let clock: any WallClock
    private let logger: Logger

    /// - Parameter most: the number admitted at once.
    init(most: Int, clock: any WallClock, logger: Logger) {
        permits = AsyncSemaphore(permits: most)
        self.clock = clock
        self.logger = logger
    }

    /// Runs `work` when a permit is free; otherwise returns `nil` at once.
    func withPermit<Result>(_ work: () async -> sending Result) async -> sending Result? {
        let result = await permits.withPermitIfFree(work)
        if result == nil { logRefusal() }
        return result
    }

    private func logRefusal() {
        guard let count = refusals.add(at: clock.now) else { return }
        logger.warning(
            "webhooks rejected, too many at once", metadata: ["count": "\(count)"])
    }
}
