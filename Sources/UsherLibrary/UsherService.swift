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
        logger: Logger,
        measuredIn registry: MeasurementRegistry
    ) throws(UsherError) {
        guard let apple = settings.apple else { throw .wrongSettings(["Apple's id and secret are missing"]) }
        client = CurlClient()
        self.logger = logger
        server = UsherServer(
            settings: settings, apple: apple, bot: project.bot, pictures: project.pictures, store: store,
            signInStore: store, calls: calls,
            client: client, clock: SystemClock(), logger: logger, inbox: HandoverInbox(store: store),
            measuredIn: registry)
    }

    /// Runs until the task is cancelled or the group that it belongs to shuts down; what was accepted is finished first.
    public func run() async throws {
        do {
            // A group listens to the one round it.
            try await ServiceGroup(services: server.services, logger: logger).run()
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }
}
