public import Channels
import Expressions
public import Logging
public import ServiceLifecycle

/// Reseals with the newest key everything that former keys have sealed, after the server has started.
public struct ResealingService: Service {
    private let store: any ResealingStore
    private let clock: any WallClock
    private let logger: Logger
    private let standing: NodeStanding

    /// - Parameter standing: of several servers, the one that does what one does for all reseals.
    public init(
        _ store: any ResealingStore, clock: any WallClock, logger: Logger, standing: NodeStanding = .alone
    ) {
        self.standing = standing
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the server stops; after an error, it continues a minute later.
    public func run() async {
        await cancelWhenGracefulShutdown {
            while await standing.untilLeading(), !Task.isCancelled {
                do {
                    if let count = try await store.sealEverythingAnew() {
                        logger.notice(
                            "private values resealed with the new storage.key; storage.former_keys can be removed",
                            metadata: ["sealed": "\(count)"])
                    }
                    break
                } catch {
                    logger.warning(
                        "could not reseal private values, retrying",
                        metadata: ["reason": "\(error)"])
                    try? await clock.sleep(until: clock.now + .minutes(1))
                }
            }
        }
        // A service that returns would stop the server.
        try? await gracefulShutdown()
    }
}
