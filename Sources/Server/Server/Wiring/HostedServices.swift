import Logging
import ServiceLifecycle
import Synchronization

/// Whether a bot of a server runs.
final class HostedState: Sendable {
    private let reason = Mutex<String?>(nil)

    /// Why the bot has stopped; `nil` while it runs.
    var stopReason: String? { reason.withLock { $0 } }

    func stop(_ reason: String) { self.reason.withLock { $0 = reason } }
}

/// Runs the services of several bots side by side. The fault of one bot ends its own services, and the others continue.
struct HostedServices: Service {
    let bots: [ServedBot]
    let logger: Logger

    /// Runs until the task is cancelled or the server shuts down gracefully.
    ///
    /// - Throws: the error of the bot that stopped last, when none is left.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bot in bots { group.addTask { try await run(bot) } }
            try await group.waitForAll()
        }
    }

    private func run(_ bot: ServedBot) async throws {
        do {
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: bot.services.map(NamedService.init).map {
                        ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "\(bot.name) \($0)")
                    }, logger: logger)
            ).run()
        } catch {
            if Task.isCancelled || Task.isShuttingDownGracefully { throw error }
            bot.state.stop("\(error)")
            logger.critical(
                "bot stopped, the other bots continue", metadata: ["bot": "\(bot.name)", "reason": "\(error)"])
            guard bots.contains(where: { $0.state.stopReason == nil }) else { throw error }
            try? await gracefulShutdown()
        }
    }
}
