import Accounts
import AppleMessages
import ApplePay
import Channels
import ConversationRuntime
import FlowEngine
import FlowModel
import FlowPublishing
import Hummingbird
import ServerMetrics
import ServiceLifecycle
import SignIn
import WebChat

/// All that one bot of a server is made of, and how it is put together: routes, services and measurements. What the bots
/// of a server share is in `ServerFront`.
struct ServerParts: Sendable {
    let settings: ServerSettings
    /// `nil` when only the web chat is served.
    let apple: AppleParts?
    let stores: Stores
    let bot: CurrentBot
    let builder: RunningBotBuilder
    let payments: PaymentParts
    let web: WebChatParts?
    let chats: WebChats?
    let conversations: Conversations
    let sheets: PaySheets
    let signIns: SignIns
    let monitor: HealthMonitor
    /// The token of the settings; `nil` when only API tokens open the operators' routes.
    let operatorToken: OperatorToken?
    let publishing: Publishing?
    /// Pages of other modules.
    let pages: AddedPages?
    let context: ServerContext

    /// Those who are signed in in a browser; `nil` where no one signs in.
    private var accounts: AccountGate? {
        guard settings.letsOperatorsSignIn else { return nil }
        return AccountGate(accounts: operatorAccounts, publicURL: settings.publicURL)
    }

    private var operatorAccounts: OperatorAccounts {
        OperatorAccounts(
            store: stores.accounts, audit: stores.audit, hasher: context.passwords, clock: context.clock)
    }

    var isSecure: Bool { settings.publicURL?.hasPrefix("https:") ?? false }

    /// What requests to this bot are answered by.
    var router: Router<BasicRequestContext> {
        let router = Router()
        if let apple {
            let messages = messageRoute(apple)
            router.post("/message") { request, _ in await messages.handle(request) }
        }
        SignInRoutes(signIns: signIns, bot: bot, isSecure: isSecure).add(to: router)
        payments.routes(sheets) { bot.value.bot.business }.add(to: router)
        PageResultRoute(sheets: sheets, secret: settings.paySecret, logger: context.logger).add(to: router)
        health.add(to: router)
        if let web, let chats {
            web.add(
                chats, of: bot, to: router, obstacle: { [monitor] in monitor.report.obstacle },
                readObstacle: { [monitor] in monitor.report.readObstacle })
        }
        addOperatorRoutes(to: router)
        pages?.add(to: router, operatorRoutes)
        return router
    }

    var health: HealthRoutes {
        HealthRoutes(
            conversations: conversations, monitor: monitor, clock: context.clock,
            usesPostgreSQL: settings.storageURL != nil)
    }

    private func messageRoute(_ apple: AppleParts) -> MessageRoute {
        MessageRoute(
            webhook: AppleWebhook(settings: apple.settings),
            references: AppleReferences(
                settings: apple.settings, client: context.client, clock: context.clock, logger: context.logger,
                onMismatch: { apple.mismatches.add() }),
            conversations: conversations, sheets: sheets, signIns: signIns, clock: context.clock,
            obstacle: { [monitor] in monitor.report.obstacle },
            limit: WebhookLimit(most: settings.webhooksAtOnce, clock: context.clock, logger: context.logger),
            outcomes: context.registry.counters("usher_webhooks_total", "Webhooks from Apple.", by: "outcome"),
            logger: context.logger)
    }

    private var operatorRoutes: OperatorRoutes {
        OperatorRoutes(
            stores: stores, conversations: conversations, clock: context.clock, logger: context.logger,
            hasWebChat: chats != nil, accounts: accounts, publishing: publishing, current: bot,
            files: (settings.content.maxSize, settings.content.retention))
    }

    private func addOperatorRoutes(to router: Router<BasicRequestContext>) {
        let admission = BearerAdmission(
            token: operatorToken, tokens: TokenCallers(store: stores.accounts), accounts: accounts,
            clock: context.clock)
        let gate = OperatorGate(admission: admission, audit: stores.audit, clock: context.clock)
        let metrics = MetricsRoute(registry: context.shown ?? context.registry, gate: gate)
        router.get("/metrics") { request, _ in try await metrics.handle(request) }
        operatorRoutes.addDesk(to: router, at: OperatorRoute.root, for: admission)
        BookingRoutes(bookings: stores.bookings, conversations: conversations, gate: gate).add(to: router)
        SessionRoutes(stores: stores, conversations: conversations, gate: gate).add(to: router)
        EventRoutes(stores: stores, conversations: conversations, gate: gate).add(to: router)
        DeadLetterRoutes(stores: stores, conversations: conversations, gate: gate).add(to: router)
        AuditRoutes(audit: stores.audit, clock: context.clock, gate: gate).add(to: router)
        if let publishing { PublishRoutes(publishing, gate: gate).add(to: router) }
        AdminAPIDocument.add(to: router)
        OperatorRoute.expectAll(of: router)
        let refusals = MethodRefusals(gate: gate)
        var answers = refusals.ofAll()
        answers["/metrics"] = refusals.refusal(to: .metrics)
        answers[AdminAPIDocument.address] = { $1 }
        router.refuseOtherMethods(answers)
        if let accounts { addAccounts(accounts, to: router) }
    }

    private func addAccounts(_ accounts: AccountGate, to router: Router<BasicRequestContext>) {
        let provider = settings.operatorProvider
        AccountRoutes(gate: accounts, hasStudio: pages != nil, hasProvider: provider != nil).add(to: router)
        guard let provider, let publicURL = settings.publicURL else { return }
        ProviderSignInRoutes(
            provider, gate: accounts, publicURL: publicURL,
            http: ProviderHTTP(
                client: context.client, allowsPrivateAddresses: settings.allowsPrivateAddresses),
            clock: context.clock, logger: context.logger
        ).add(to: router)
    }

    /// What runs beside the HTTP server.
    var services: [any Service] {
        let (clock, logger) = (context.clock, context.logger)
        // It stops last, when nothing is sent any more.
        let node = context.sharing.map {
            [NodeService($0, store: stores.nodes, clock: context.machineClock, logger: logger) as any Service]
        }
        return (node ?? []) + [
            ConversationService(conversations, store: stores.sessions, clock: clock, logger: logger),
            SignInService(signIns),
            HealthService(
                monitor: monitor, store: stores.health, clock: clock, logger: logger,
                sendingPause: { [conversations] in conversations.haltReason }),
            ResealingService(stores.sealing, clock: clock, logger: logger, standing: context.standing),
            RetentionService(
                conversations, store: stores.retention, results: stores.results, audit: stores.audit,
                rules: settings.retention, logger: logger),
            PaymentService(sheets),
            PagePolls(
                sheets: sheets, conversations: conversations, store: stores.payments,
                caller: CurrentActions(bot: bot), clock: clock, logger: logger, standing: context.standing,
                hasPolls: { [bot] in bot.value.bot.polls }),
            ContentService(stores.content, clock: clock, logger: logger, standing: context.standing),
            OperatorSessionService(
                accounts: operatorAccounts, clock: clock, logger: logger, standing: context.standing),
        ] + (chats.map { [WebChatService($0, sharing: context.sharing)] } ?? [])
    }

    /// Shows what is measured of this bot.
    ///
    /// - Parameter state: whether it runs.
    func showMeasurements(of state: HostedState) {
        context.registry.showBuild(version: UsherServer.version) { [conversations] in conversations.version }
        let isReadable: @Sendable () -> Bool = { [monitor] in monitor.report.isReadable }
        context.registry.show(stores.sessions, while: isReadable)
        context.registry.show(stores.figures, clock: context.clock, while: isReadable)
        context.registry.show(stores.operators, clock: context.clock, while: isReadable)
        context.registry.show(stores.health)
        context.registry.showHealth(of: stores.health, in: monitor) { [health] in health.problems(of: state) }
        web?.show(in: context.registry)
    }

    /// Applies settings that can change while the server runs.
    @Sendable func reload(_ settings: ServerSettings) {
        if let secrets = settings.apple?.secrets { apple?.settings.secrets.use(secrets) }
        if let token = settings.adminToken { operatorToken?.use(token) }
        if let secret = settings.desk?.shared { self.settings.desk?.shared.use(secret) }
        if let secret = settings.webChat.signInSecret { web?.signInSecret?.use(RotatingSecret(secret)) }
        bot.replace(builder.rebuild)
    }
}

/// Calls the actions of the bot that runs.
struct CurrentActions: ActionCaller {
    let bot: CurrentBot

    func call(_ call: ActionCall) async -> ActionOutcome { await bot.value.actions.call(call) }
}
