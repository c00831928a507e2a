public import Channels
import Concurrency
import Expressions
public import Logging
public import ServiceLifecycle

/// Deletes customers' files after their retention period, and uploads that were never completed.
public struct ContentService: Service {
    private let store: any UploadStore
    private let clock: any WallClock
    private let logger: Logger
    private let standing: NodeStanding

    /// - Parameter standing: of several servers, the one that does what one does for all deletes.
    public init(
        _ store: any UploadStore, clock: any WallClock, logger: Logger, standing: NodeStanding = .alone
    ) {
        self.standing = standing
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    public func run() async {
        while await standing.untilLeading(), !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                while try await store.forgetContent(at: clock.now, limit: 100) > 0, !Task.isShuttingDownGracefully {}
                while try await store.forgetUploads(at: clock.now, limit: 100) > 0, !Task.isShuttingDownGracefully {}
            } catch {
                logger.warning("could not delete expired files", metadata: ["reason": "\(error)"])
            }
            let next = clock.now + .hours(1)
            await InterruptibleSleep(clock: clock).restUntilShutdown(or: next)
        }
    }
}
