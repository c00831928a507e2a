import Channels
import Expressions
import Logging
import ServiceLifecycle

/// The HTTP server with a bounded shutdown: requests in progress get a short grace period, payment authorisations and
/// sign-in exchanges the time that they need, and connections still open after that are closed. Their requests are
/// sent again, because they were not acknowledged.
struct HTTPService: Service {
    let server: any Service
    let connections: OpenConnections
    let clock: any WallClock
    let logger: Logger

    /// How long requests may take once the shutdown begins, and how long the response to an exchange may take to be
    /// sent.
    private static let grace = TimeLength.milliseconds(300)
    private static let lastAnswer = TimeLength.milliseconds(50)

    /// Runs until the task is cancelled or the server shuts down gracefully.
    func run() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await server.run()
                return false
            }
            group.addTask { await isOverdue() }
            let isCut = try await group.next() ?? false
            if isCut {
                let count = connections.closeAll()
                logger.notice("requests interrupted by shutdown", metadata: ["connections": "\(count)"])
            }
            group.cancelAll()
            // A server whose connections were closed ends with an error.
            while let end = await group.nextResult() { if !isCut, !Task.isCancelled { _ = try end.get() } }
        }
    }

    /// Returns `true` when the server should have ended by now, and `false` when it has ended.
    private func isOverdue() async -> Bool {
        try? await gracefulShutdown()
        guard !Task.isCancelled else { return false }
        logger.notice(
            "stopped accepting connections",
            metadata: ["connections": "\(connections.count)", "exchanges": "\(connections.exchanges)"])
        try? await clock.sleep(until: clock.now + Self.grace)
        if connections.exchanges > 0, !Task.isCancelled {
            logger.notice(
                "waiting for payments and sign-ins in progress",
                metadata: ["exchanges": "\(connections.exchanges)"])
            await connections.untilExchanged()
            try? await clock.sleep(until: clock.now + Self.lastAnswer)
        }
        return !Task.isCancelled
    }
}

extension HTTPService: CustomStringConvertible {
    /// The name that service groups write to their logs, without the service's contents.
    var description: String { "HTTPService" }
}
