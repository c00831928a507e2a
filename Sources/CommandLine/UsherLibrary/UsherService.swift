import Channels
import ConversationRuntime
import CurlClient
import FlowPublishing
import Logging
import SQLStorage
import Server
import ServerMetrics
public import ServiceLifecycle

/// The server of a bot as a service, to run in a `ServiceGroup` with others.
public struct UsherService: Service {
    private let server: UsherServer
    private let client: CurlClient
    private let logger: Logger
    private let reloading: SettingsReload
    private let database: StoredData

    init(
        settings: ServerSettings, project: CompiledProject, calls: ActionCalls, database: StoredData,
        publishing: Publishing, logger: Logger, source: SettingsSource, marks: [String: Int], level: SharedLogLevel?,
        sharing: Sharing?,
        measuredIn registry: MetricsRegistry, pages: AddedPages?
    ) {
        client = CurlClient()
        self.logger = logger
        server = UsherServer(
            settings: settings, bot: project.bot, pictures: project.pictures, stores: database.stores,
            calls: calls, publishing: publishing, pages: pages,
            in: ServerContext(
                client: client, clock: SystemClock(), logger: logger, registry: registry, sharing: sharing))
        self.database = database
        reloading = SettingsReload(source, marks: marks, calls: calls, server: server, level: level, logger: logger)
    }

    /// Reloads settings and secrets and applies those that can change while the server runs, as `usher serve` does on
    /// SIGHUP. If any are not valid, nothing changes; every problem is logged.
    public func reload() { reloading.run() }

    /// Runs until the task is cancelled or its service group shuts down.
    ///
    /// Payment authorisations and sign-in exchanges in progress are completed. Deliveries and calls are durable: those
    /// that do not finish within a short grace period are repeated after the next start.
    ///
    /// - Throws: the error that ends the server.
    public func run() async throws {
        do {
            defer { logger.notice("server stopped") }
            // A nested service group follows the shutdown of the surrounding one.
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: (server.services + [StopNotice(sessions: database.sessions, logger: logger)]).map {
                        ServiceGroupConfiguration.ServiceConfiguration(service: $0, serviceName: "\($0)")
                    },
                    logger: logger)
            ).run()
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }
}

/// Logs that the server is stopping, and how many deliveries wait for the next start.
private struct StopNotice: Service, CustomStringConvertible {
    let sessions: any SessionStore
    let logger: Logger

    var description: String { "StopNotice" }

    func run() async throws {
        try? await gracefulShutdown()
        guard !Task.isCancelled else { return }
        let waiting = try? await sessions.waitingDeliveries()
        logger.notice("server is stopping", metadata: ["deliveries": "\(waiting.map(String.init) ?? "unknown")"])
    }
}

extension UsherService: CustomStringConvertible {
    /// The name that service groups write to their logs, without the service's contents.
    public var description: String { "UsherService" }
}
