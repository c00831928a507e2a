import Channels
import Expressions
import Logging
import ServiceLifecycle

/// The HTTP server with an end that keeps nobody waiting: requests get a moment to be answered, payment authorisations and
/// sign-in exchanges the time that they need, and what is still open then is cut off. It comes again: nothing was
/// acknowledged.
struct HTTPService: Service {
    let server: any Service
    let connections: OpenConnections
    let clock: any WallClock
    let logger: Logger

    /// How long requests may take once the server shuts down, and how long the answer of an exchange may be on its way.
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
                logger.notice("requests were cut off by the shutdown", metadata: ["connections": "\(count)"])
            }
            group.cancelAll()
            // A server that was cut off ends with an error.
            while let end = await group.nextResult() { if !isCut, !Task.isCancelled { _ = try end.get() } }
        }
    }

    /// Returns `true` when the server should have ended, and `false` when it has.
    private func isOverdue() async -> Bool {
        try? await gracefulShutdown()
        guard !Task.isCancelled else { return false }
        logger.notice(
            "no more connections are accepted",
            metadata: ["connections": "\(connections.count)", "exchanges": "\(connections.exchanges)"])
        try? await clock.sleep(until: clock.now + Self.grace)
        if connections.exchanges > 0, !Task.isCancelled {
            logger.notice(
                "the shutdown waits for payments and sign-ins in progress",
                metadata: ["exchanges": "\(connections.exchanges)"])
            await connections.untilExchanged()
            try? await clock.sleep(until: clock.now + Self.lastAnswer)
        }
        return !Task.isCancelled
    }
}

extension HTTPService: CustomStringConvertible {
    /// Its name, which groups write into their logs; never what it is made of.
    var description: String { "HTTPService" }
}
