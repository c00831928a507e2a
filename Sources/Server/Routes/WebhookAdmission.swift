import Channels
import Logging
import Synchronization

/// Lets in as many webhooks at once as can be answered soon, and turns the others away before they cost anything: who is let
/// in waits no longer because there are more than the server can take.
final class WebhookAdmission: Sendable {
    private let inside = Mutex(0)
    private let refusals = RefusalCount()
    private let most: Int
    private let clock: any WallClock
    private let logger: Logger

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
        defer { inside.withLock { $0 -= 1 } }
        return await work()
    }

    private func enter() -> Bool {
        inside.withLock { inside in
            guard inside < most else { return false }
            inside += 1
            return true
        }
    }

    /// Says how many were turned away.
    private func complain() {
        guard let count = refusals.add(at: clock.now) else { return }
        logger.warning(
            "webhooks were turned away: more came at once than can be answered soon", metadata: ["count": "\(count)"])
    }
}
