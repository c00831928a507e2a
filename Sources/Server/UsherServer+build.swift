public import AppleMessages
public import Channels
public import ConversationRuntime
public import CurlClient
import FlowEngine
public import FlowModel
import Hummingbird
public import Logging
public import Measurements
public import ServiceLifecycle
import SignIn

/// A server with all its parts wired: one bot, one database, Apple's wire.
public struct UsherServer: Sendable {
    public let conversations: Conversations
    /// Everything that has to run, in the order in which it starts; it stops the other way round.
    public let services: [any Service]
    private let exchange: @Sendable (Bot, [String: [UInt8]]) -> Void

    /// The version of Usher.
    public static let version = "0.1.0"

    /// Wires everything, once.
    ///
    /// - Parameters:
    ///   - pictures: the files of `Flows/images`.
    ///   - signInStore: keeps the sign-ins that are under way.
    ///   - calls: what the bot's calls may reach.
    ///   - inbox: the conversations with people, for `/admin/api/handovers`.
    ///   - registry: where what is measured is to be seen.
    ///   - onListening: told the port when the server listens.
    public init(
        settings: ServerSettings, apple: AppleSettings, bot: Bot, pictures: [String: [UInt8]],
        store: any SessionStore, signInStore: any SignInStore,
        calls: ActionCalls = ActionCalls(), client: CurlClient, clock: any WallClock, logger: Logger,
        inbox: HandoverInbox? = nil, measuredIn registry: MeasurementRegistry = MeasurementRegistry(),
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        let shown = Pictures(files: pictures, client: client)
        let providers = KnownProviders(
            of: bot, secret: calls.kept,
            http: ProviderHTTP(client: client, allowsPrivateAddresses: calls.allowsPrivateAddresses), clock: clock)
        let opening = SignInOpening(
            providers: providers, store: signInStore, publicURL: apple.publicURL, clock: clock)
        let apps = KnownApps(bot.apps)
        let channel = AppleChannel(
            settings: apple, client: client, pictures: shown, apps: apps, signIns: opening, clock: clock,
            version: Self.version,
            logger: logger)
        let actions = ExchangeableCaller(calls.caller(for: bot, client: client, clock: clock, logger: logger))
        var caller: any ActionCaller = actions
        if let desk = settings.desk {
            caller = AgentDesk(
                settings: desk, store: store, client: client, clock: clock, logger: logger, others: caller)
        }
        let conversations = Conversations(
            engine: Engine(bot), store: store, channels: [channel], caller: caller, tellsDesk: settings.desk != nil,
            clock: clock, logger: logger, measuredIn: registry)
        let messages = MessageRoute(
            webhook: AppleWebhook(settings: apple), conversations: conversations, clock: clock,
            outcomes: registry.counters("usher_webhooks_total", "Webhooks from Apple.", by: "outcome"), logger: logger)
        let signIns = SignIns(opening: opening, desk: conversations, logger: logger)
        let health = HealthRoutes(conversations: conversations, store: store)

        let router = Router()
        router.post("/message") { request, _ in await messages.handle(request) }
        SignInRoutes(
            signIns: signIns, business: { conversations.business },
            isSecure: apple.publicURL?.hasPrefix("https:") ?? false
        ).add(to: router)
        router.get("/health/live") { _, _ in health.live() }
        // Takes a body and does nothing with it: the yardstick beside which the whole server is measured.
        router.post("/health/live") { request, _ in
            _ = try await request.body.collect(upTo: AppleWebhook.largestBody)
            return health.live()
        }
        router.get("/health/ready") { _, _ in await health.ready() }
        registry.showProcess(version: Self.version, flows: bot.version)
        if let token = settings.adminToken {
            let metrics = MetricsRoute(registry: registry, token: OperatorToken(token))
            router.get("/metrics") { request, _ in await metrics.handle(request) }
            if let inbox {
                HandoverRoutes(inbox: inbox, conversations: conversations, token: OperatorToken(token)).add(to: router)
            }
        }

        self.conversations = conversations
        exchange = { bot, pictures in
            shown.use(pictures)
            providers.use(bot, secret: calls.kept)
            apps.use(bot.apps)
            actions.use(calls.caller(for: bot, client: client, clock: clock, logger: logger))
            conversations.use(Engine(bot))
        }
        services = [
            ConversationService(conversations, store: store, clock: clock, logger: logger),
            SignInService(signIns),
            Application(
                router: router,
                configuration: ApplicationConfiguration(
                    address: .hostname(settings.host, port: settings.port), serverName: "usher"),
                onServerRunning: { channel in await onListening(channel.localAddress?.port ?? settings.port) },
                logger: logger),
        ]
    }
    /// Exchanges the bot while the server runs: conversations go on with the new one at their next event.
    ///
    /// - Parameter pictures: the files of its `Flows/images`.
    public func use(_ bot: Bot, pictures: [String: [UInt8]]) { exchange(bot, pictures) }
}
