import AppleMessages
public import AppleSimulator
import Channels
public import Concurrency
public import ConversationRuntime
import CurlClient
public import FlowModel
import Foundation
public import Logging
public import ServerMetrics
public import ServiceLifecycle

/// The development server: the bot's server and a simulated Apple on one machine, without an Apple account.
public struct DevelopmentServer: Service {
    /// The ports of both servers, and their parts.
    public struct Running: Sendable {
        public let serverPort: Int
        public let simulatorPort: Int
        public let simulator: AppleSimulator
        public let conversations: Conversations
        /// Whether the web chat is enabled, at `/chat` of the server.
        public let hasWebChat: Bool
    }

    private let settings: ServerSettings
    private let bot: Bot
    private let pictures: [String: String]
    private let calls: ActionCalls
    private let stores: Stores
    private let clock: TurnableClock
    private let logger: Logger
    private let registry: MetricsRegistry
    private let watcher: FlowWatcher?
    private let project: String?
    private let pages: AddedPages?
    private let onReady: @Sendable (Running) async -> Void

    /// The id of the business that is registered with the simulated Apple.
    public static let business = "5b1c0e7a-2d1f-4c55-9d0a-7a3f6f1f2f10"
    private static let mspID = "usher-dev"

    /// - Parameters:
    ///   - settings: with the ports to listen on; 0 picks a free one.
    ///   - clock: the clock of both servers, so that they agree when it is advanced.
    ///   - watcher: applies flows that are saved while the server runs.
    ///   - project: the folder of the bot's project, by which `usher chat` recognises it.
    ///   - pages: pages of other modules on the port of the bot's server.
    ///   - onReady: called once, when both servers listen and are registered with each other.
    public init(
        settings: ServerSettings, bot: Bot, pictures: [String: String], calls: ActionCalls,
        stores: Stores,
        clock: TurnableClock, logger: Logger, measuredIn registry: MetricsRegistry = MetricsRegistry(),
        watcher: FlowWatcher? = nil, project: String? = nil, pages: AddedPages? = nil,
        onReady: @escaping @Sendable (Running) async -> Void
    ) {
        self.settings = settings
        self.bot = bot
        self.pictures = pictures
        self.calls = calls
        self.stores = stores
        self.clock = clock
        self.logger = logger
        self.registry = registry
        self.watcher = watcher
        self.project = project
        self.pages = pages
        self.onReady = onReady
    }

    /// Runs until the task is cancelled or the service group shuts down.
    public func run() async throws {
        var generator = SystemRandomNumberGenerator()
        var simulatorSettings = SimulatorSettings()
        simulatorSettings.port = settings.simulatorPort
        simulatorSettings.limits = settings.isStrict ? .strict : .documented
        let simulator = AppleSimulator(
            settings: simulatorSettings, clock: clock, seed: generator.next(), logger: logger)
        let secret = Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        try await CurlClient.whileNeeded { try await run(simulator, secret, $0) }
    }

    /// Runs both servers; when one fails, the other is stopped.
    private func run(_ simulator: AppleSimulator, _ secret: Data, _ client: CurlClient) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await simulator.run() }
            let gateway = try await simulator.gatewayURL
            var apple = AppleSettings(
                gateway: gateway, mspID: Self.mspID, secret: secret, isStrict: settings.isStrict)
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let providers = SimulatedProviders(simulator: simulator)
            let merchants = SimulatedMerchants(simulator: simulator)
            let bot = try await merchants.standingIn(for: try await providers.standingIn(for: bot))
            let signIn = try await providers.registration(of: bot)
            var settings = settings
            settings.publicURL = settings.publicURL ?? "http://127.0.0.1:\(settings.port)"
            apple.publicURL = settings.publicURL
            settings.apple = apple
            // The database is a new one, without accounts; who has the key of the studio may do everything.
            settings.operatorsSignIn = false
            settings.webChat.isEnabled = settings.webChat.isEnabled ?? true
            let server = UsherServer(
                settings: settings, bot: bot, pictures: pictures, stores: stores, calls: calls,
                pages: pages, in: ServerContext(client: client, clock: clock, logger: logger, registry: registry)
            ) { listening.yield($0) }
            group.addTask {
                for await port in ports.prefix(1) {
                    await introduce(simulator, secret, port, signIn, server)
                }
            }
            if let watcher {
                group.addTask {
                    await watcher.run(from: bot.version) { bot, pictures in
                        let bot = await providers.follow(bot, at: BusinessID(Self.business))
                        server.use(await merchants.follow(bot), pictures: pictures)
                    }
                }
            }
            for service in server.services { group.addTask { try await service.run() } }
            // Not `waitForAll`, which would wait for the other tasks before it reports a failure.
            for try await _ in group {}
        }
    }

    /// Registers the business with the simulated Apple, now that its server listens.
    private func introduce(
        _ simulator: AppleSimulator, _ secret: Data, _ port: Int, _ signIn: Business.SignIn?,
        _ server: UsherServer
    ) async {
        do {
            let business = try Business(
                id: BusinessID(Self.business), mspID: Self.mspID, secret: secret.base64EncodedString(),
                webhook: "http://127.0.0.1:\(port)", signIn: signIn, project: project)
            try await simulator.register(business)
            await onReady(
                Running(
                    serverPort: port, simulatorPort: try await simulator.port, simulator: simulator,
                    conversations: server.conversations, hasWebChat: server.chats != nil))
        } catch {
            logger.critical("simulated Apple rejected the business", metadata: ["reason": "\(error)"])
        }
    }
}
