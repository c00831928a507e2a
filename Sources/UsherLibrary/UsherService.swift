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

    init(
        settings: ServerSettings, project: CompiledProject, calls: ActionCalls, store: SQLiteSessionStore,
        publishing: Publishing, logger: Logger,
        measuredIn registry: MeasurementRegistry
    ) throws(UsherError) {
        guard let apple = settings.apple else { throw .wrongSettings(["Apple's id and secret are missing"]) }
        client = CurlClient()
        self.logger = logger
        server = UsherServer(
            settings: settings, apple: apple, bot: project.bot, pictures: project.pictures, store: store,
            signInStore: store, calls: calls,
            client: client, clock: SystemClock(), logger: logger, inbox: HandoverInbox(store: store),
            publishing: publishing, measuredIn: registry)
    }

    /// Runs until the task is cancelled or the group that it belongs to shuts down; what was accepted is finished first.
    public func run() async throws {
        do {
            // A group listens to the one round it.
            try await ServiceGroup(
                configuration: ServiceGroupConfiguration(services: server.services.map(named), logger: logger)
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

extension UsherService: CustomStringConvertible {
    /// Its name, which groups write into their logs; never what it is made of.
    public var description: String { "UsherService" }
}
