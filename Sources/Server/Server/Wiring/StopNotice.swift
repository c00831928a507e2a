package import Channels
import Concurrency
package import ConversationRuntime
import Expressions
package import Logging
import ServiceLifecycle

/// Begins the shutdown: from then on no part of the server waits long for a database that does not answer. Logs that the server
/// is stopping, and how many deliveries wait for the next start.
///
/// A service group stops its last service first, and the others wait for its end.
package struct StopNotice: Service, CustomStringConvertible {
    private let stores: [Stores]
    private let clock: any WallClock
    private let logger: Logger

    /// How long the databases have to count the deliveries.
    private static let patience = TimeLength.milliseconds(500)

    /// - Parameter stores: those of each bot.
    package init(_ stores: [Stores], clock: any WallClock, logger: Logger) {
        self.stores = stores
        self.clock = clock
        self.logger = logger
    }

    /// The name that service groups write to their logs.
    package var description: String { "StopNotice" }

    /// Runs until the task is cancelled or the server shuts down gracefully.
    package func run() async throws {
        try? await gracefulShutdown()
        guard !Task.isCancelled else { return }
        for store in stores { store.health.prepareForShutdown() }
        let count = await deliveries()
        logger.notice("server is stopping", metadata: ["deliveries": "\(count.map(String.init) ?? "unknown")"])
    }

    /// The number of waiting deliveries; `nil` when not every database returns it in time.
    private func deliveries() async -> Int? {
        let sessions = stores.map(\.sessions)
        let known = Watched<Count>(.pending)
        // A query is not interrupted; its result may come later than is of use.
        let counting = Task {
            var sum = 0
            do {
                for store in sessions { sum += try await store.waitingDeliveries() }
                known.change { $0 = .known(sum) }
            } catch {
                known.change { $0 = .unknown }
            }
        }
        await known.wait(until: { $0 != .pending }, before: clock.now + Self.patience, on: clock)
        counting.cancel()
        return if case .known(let count) = known.value { count } else { nil }
    }

    private enum Count: Sendable, Equatable {
        case pending
        case known(Int)
        case unknown
    }
}
