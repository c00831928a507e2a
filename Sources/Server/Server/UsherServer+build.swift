public import AppleMessages
import ApplePay
public import Channels
public import ConversationRuntime
public import CurlClient
import FlowEngine
public import FlowModel
import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
public import Measurements
public import ServiceLifecycle
import SignIn
public import WebChat

/// A server with all its parts wired: one bot, one database, Apple's protocol.
public struct UsherServer: Sendable {
    public let conversations: Conversations
    /// The web chat; `nil` when it is not enabled.
    public let chats: WebChats?
    /// All services, in the order in which they start; they stop in reverse order.
    public let services: [any Service]
    private let exchange: @Sendable (Bot, [String: String]) -> Void
    private let reloading: @Sendable (ServerSettings) -> Void

    /// The version of Usher.
    public static let version = "0.1.0"

    /// Wires all parts, once.
    ///
    /// - Parameters:
    ///   - pictures: the paths of the files of `Flows/images`, by name.
    ///   - signInStore: stores the sign-ins in progress.
    ///   - paymentStore: stores payments and their audit log; `store` itself if it is one. Without any, bots cannot ask
    ///     for payments.
    ///   - merchantAuthority: a PEM file with the certificate authorities to trust instead of the system's in requests
    ///     to Apple for merchant sessions.
    ///   - calls: the environment of the bot's calls.
    ///   - inbox: the conversations handed over to people, for `/admin/api/handovers`.
    ///   - figures: the store's figures about its own state, for metrics.
    ///   - publishing: allows published flows to replace the bot's while the server runs.
    ///   - registry: the registry of metrics.
    ///   - content: stores customers' files; `store` itself if it is one. Without any, questions for files fail.
    ///   - chatStore: stores the web chat; `store` itself if it is one.
    ///   - onListening: called with the port when the server listens.
    public init(
        settings: ServerSettings, apple: AppleSettings, bot: Bot, pictures: [String: String],
        store: any SessionStore, signInStore: any SignInStore,
        paymentStore: (any PaymentStore)? = nil, merchantAuthority: String? = nil,
        calls: ActionCalls = ActionCalls(), client: CurlClient, clock: any WallClock, logger: Logger,
        inbox: HandoverInbox? = nil, figures: (any FigureStore)? = nil, content: (any ContentStore)? = nil,
        chatStore: (any WebChatStore)? = nil,
        publishing: Publishing? = nil,
        measuredIn registry: MeasurementRegistry = MeasurementRegistry(),
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        let content = content ?? store as? any ContentStore
        let files = AppleStore(
            settings: apple, client: client, clock: clock,
            folder: content?.workFolder ?? FileManager.default.temporaryDirectory.path,
            largestFromWeb: settings.content.largestOfApple)
        let shown = Pictures(files: pictures, client: client)
        let providers = KnownProviders(
            of: bot, secret: calls.kept,
            http: ProviderHTTP(client: client, allowsPrivateAddresses: calls.allowsPrivateProviders), clock: clock)
        let opening = SignInOpening(
            providers: providers, store: signInStore, publicURL: apple.publicURL, clock: clock)
        let tokens = SignInTokens(providers: providers, store: signInStore, clock: clock, logger: logger)
        let apps = KnownApps(bot.apps)
        let actions = ExchangeableCaller(
            calls.caller(for: bot, tokens: tokens, client: client, clock: clock, logger: logger), for: bot)
        let measured = MeasuredCaller.measurements(in: registry)
        let payments = (paymentStore ?? store as? any PaymentStore).map {
            Payments(
                of: bot, store: $0, calls: calls,
                caller: MeasuredCaller(inner: actions, measurements: measured, clock: clock), apple: apple,
                client: client, clock: clock, authority: merchantAuthority)
        }
        let channel = AppleChannel(
            settings: apple, client: client, pictures: shown, apps: apps, store: files, signIns: opening,
            payments: payments?.opening, clock: clock, version: Self.version, logger: logger)
        let web = WebChatParts(
            settings: settings, publicURL: apple.publicURL, bot: bot, store: chatStore ?? store as? any WebChatStore,
            files: content as? any UploadStore, signIns: opening, payments: payments?.opening, pictures: shown,
            client: client, clock: clock, logger: logger)
        let mismatches = registry.counter(
            "usher_checksum_mismatches_total",
            "Files and large replies that were taken although their checksum differs.")
        var caller: any ActionCaller = actions
        if let desk = settings.desk {
            caller = AgentDesk(
                settings: desk, store: store, client: client, clock: clock, logger: logger, others: caller)
        }
        if let content {
            caller = ContentFetcher(
                apple: files, content: content, settings: settings.content, clock: clock, logger: logger,
                mismatches: mismatches, others: caller)
        }
        var limits = Limits()
        limits.fileSize = settings.content.maxSize
        let conversations = Conversations(
            engine: Engine(bot, limits: limits), store: store, channels: [channel] + [web?.channel].compactMap { $0 },
            caller: MeasuredCaller(inner: caller, measurements: measured, clock: clock),
            tellsDesk: settings.desk != nil, payments: payments?.store, clock: clock, logger: logger,
            measuredIn: registry)
        let sheets = payments?.sheets(conversations, apple, registry, logger)
        let messages = MessageRoute(
            webhook: AppleWebhook(settings: apple),
            references: AppleReferences(
                settings: apple, client: client, clock: clock, logger: logger, onMismatch: { mismatches.add() }),
            conversations: conversations, sheets: sheets, clock: clock,
            limit: WebhookLimit(most: settings.webhooksAtOnce, clock: clock, logger: logger),
            outcomes: registry.counters("usher_webhooks_total", "Webhooks from Apple.", by: "outcome"), logger: logger)
        let signIns = SignIns(opening: opening, desk: conversations, logger: logger)
        let monitor = HealthMonitor(now: clock.now, logger: logger)

        let router = Router()
        router.post("/message") { request, _ in await messages.handle(request) }
        SignInRoutes(
            signIns: signIns, business: { conversations.business },
            isSecure: apple.publicURL?.hasPrefix("https:") ?? false
        ).add(to: router)
        if let payments, let sheets {
            payments.routes(sheets, business: { conversations.business }, logger).add(to: router)
        }
        HealthRoutes(conversations: conversations, monitor: monitor, clock: clock).add(to: router)
        let chats = web?.chats(conversations)
        if let web, let chats {
            web.add(chats, pictures: shown, to: router)
            web.show(in: registry)
        }
        registry.showProcess(version: Self.version) { conversations.version }
        if let figures { registry.show(figures, clock: clock) }
        let operatorToken = settings.adminToken.map(OperatorToken.init)
        let desk = settings.desk
        if let token = operatorToken {
            let metrics = MetricsRoute(registry: registry, token: token)
            router.get("/metrics") { request, _ in await metrics.handle(request) }
            if let content {
                let route = ContentRoute(content: content, clock: clock, token: token)
                router.get("admin/api/content/:id") { request, context in
                    try await route.handle(request, context.parameters.get("id"))
                }
            }
            if let inbox {
                HandoverRoutes(inbox: inbox, conversations: conversations, token: token).add(to: router)
                SessionRoutes(store: inbox.store, conversations: conversations, token: token).add(to: router)
                LetterRoutes(store: inbox.store, conversations: conversations, token: token).add(to: router)
            }
            if let publishing { PublishRoutes(publishing, token: token).add(to: router) }
        }

        self.conversations = conversations
        self.chats = chats
        let exchange = { @Sendable [limits, host = web?.host] (bot: Bot, pictures: [String: String]) in
            shown.use(pictures)
            providers.use(bot, secret: calls.kept)
            payments?.use(bot)
            apps.use(bot.apps)
            actions.use(calls.caller(for: bot, tokens: tokens, client: client, clock: clock, logger: logger), for: bot)
            conversations.use(Engine(bot, limits: limits))
            host?.use(bot)
        }
        self.exchange = exchange
        let connections = settings.connections.fitting(
            openFiles: OpenFileLimit.now, used: OpenFileLimit.used, logger: logger)
        var services: [any Service] = [
            ConversationService(conversations, store: store, clock: clock, logger: logger), SignInService(signIns),
            MemoryService(clock: clock, logger: logger),
            HealthService(monitor: monitor, store: store, clock: clock, logger: logger),
        ]
        if let sealed = store as? any ResealingStore {
            services.append(ResealingService(sealed, clock: clock, logger: logger))
        }
        if let old = store as? any RetentionStore {
            services.append(RetentionService(conversations, store: old, rules: settings.retention, logger: logger))
        }
        if let sheets { services.append(PaymentService(sheets)) }
        if let content { services.append(ContentService(content, clock: clock, logger: logger)) }
        if let chats { services.append(WebChatService(chats)) }
        if let publishing {
            services.append(
                PublicationService(
                    publishing, startingWith: bot.version, clock: clock, logger: logger, use: exchange))
        }
        if let enrichment = web?.enrichment { services.append(enrichment) }
        let open = OpenConnections()
        let responder = AddressedResponder(
            inner: router.buildResponder(),
            forwarded: ForwardedAddress(trustedProxies: settings.webChat.trustedProxies),
            limits: AddressLimits(connections, clock: clock, logger: logger),
            advice: ProxyAdvice(trustedProxies: settings.webChat.trustedProxies, logger: logger),
            headers: StandardHeaders(isSecure: apple.publicURL?.hasPrefix("https:") ?? false), connections: open,
            tooMany: registry.counters(
                "usher_too_many_requests_total", "Requests answered with 429, by what they were for.", by: "route"))
        let channels = HTTP1Channel.Configuration.bounded(
            connections, open,
            peers: PeerConnections(
                connections, trustedProxies: settings.webChat.trustedProxies, clock: clock, logger: logger),
            logger: logger)
        let place: ListeningPlace =
            if let socket = settings.listeningSocket { .socket(socket) } else {
                .address(host: settings.host, port: settings.port)
            }
        let http = SocketServer(
            place: place,
            responder: responder, channels: channels, most: connections.most, connections: open,
            onListening: { port in await onListening(port ?? settings.port) }, logger: logger)
        services.append(HTTPService(server: http, connections: open, clock: clock, logger: logger))
        self.services = services
        let signInSecret = web?.signInSecret
        reloading = { @Sendable settings in
            if let secrets = settings.apple?.secrets { apple.secrets.use(secrets) }
            if let token = settings.adminToken { operatorToken?.use(token) }
            if let secret = settings.desk?.shared { desk?.shared.use(secret) }
            if let secret = settings.webChat.signInSecret { signInSecret?.use(RotatingSecret(secret)) }
            // Secrets of actions and certificates are read whenever they are needed.
            providers.use(conversations.bot, secret: calls.kept)
        }
    }

    /// Applies the settings that can change while the server runs; the others keep their values from the start.
    package func apply(_ settings: ServerSettings) { reloading(settings) }

    /// Replaces the bot while the server runs: each conversation continues with the new one at its next event.
    ///
    /// - Parameter pictures: the paths of the files of its `Flows/images`, by name.
    public func use(_ bot: Bot, pictures: [String: String]) { exchange(bot, pictures) }
}
