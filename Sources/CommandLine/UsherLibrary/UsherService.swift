import Channels
import ConversationRuntime
import CurlClient
import Logging
import Measurements
import SQLiteStorage
import Server
public import ServiceLifecycle

/// The server of a bot, as a service among others.
public struct UsherService: Service {
    private let server: UsherServer
    private let client: CurlClient
    private let logger: Logger
    private let reloading: SettingsReload
    private let store: SQLiteSessionStore

    init(
        settings: ServerSettings, project: CompiledProject, calls: ActionCalls, store: SQLiteSessionStore,
        publishing: Publishing, logger: Logger, source: SettingsSource, marks: [String: Int], level: SharedLogLevel?,
        measuredIn registry: MeasurementRegistry
    ) throws(UsherError) {
        guard let apple = settings.apple else { throw .wrongSettings(["Apple's id and secret are missing"]) }
        client = CurlClient()
        self.logger = logger
        server = UsherServer(
            settings: settings, apple: apple, bot: project.bot, pictures: project.pictures, stores: Stores(store),
            calls: calls, publishing: publishing,
            in: ServerContext(client: client, clock: SystemClock(), logger: logger, registry: registry))
        self.store = store
        reloading = SettingsReload(source, marks: marks, calls: calls, server: server, level: level, logger: logger)
    }

    /// Reads settings and secrets again and applies those that can change while the server runs, as `usher serve` does on
    /// SIGHUP. What is wrong changes nothing; everything about it is logged.
    public func reload() { reloading.run() }

    /// Runs until the task is cancelled or the group that it belongs to shuts down. Payment authorisations and sign-in exchanges
    /// in progress are finished; sends and calls are durable, and what takes longer than a moment is repeated after the next
    /// start.
    public func run() async throws {
        do {
            defer { logger.notice("server stopped") }
            // A group listens to the one round it.
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: server.services.map(named) + [named(StopNotice(store: store, logger: logger))],
                    logger: logger)
            ).run()
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }

    /// By its type alone: a group writes the name of what it starts into its log, and what a service is made of holds secrets.
    private func named(_ service: any Service) -> ServiceGroupConfiguration.ServiceConfiguration {
        ServiceGroupConfiguration.ServiceConfiguration(service: service, serviceName: "\(type(of: service))")
    }
}

/// Logs that the server stops, and what waits for the next start.
private struct StopNotice: Service {
    let store: SQLiteSessionStore
    let logger: Logger

    func run() async throws {
        try? await gracefulShutdown()
        guard !Task.isCancelled else { return }
        let waiting = try? await store.waitingDeliveries()
        logger.notice("server is stopping", metadata: ["deliveries": "\(waiting.map(String.init) ?? "unknown")"])
    }
}

extension UsherService: CustomStringConvertible {
    /// Its name, which groups write into their logs; never what it is made of.
    public var description: String { "UsherService" }
}
