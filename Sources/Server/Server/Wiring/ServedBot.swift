import ChannelRules
import Channels
import ConversationRuntime
import FlowModel
import FlowPublishing
import ServiceLifecycle
import SignIn
import WebChat

/// A bot of a server with all its parts wired. It shares nothing with the other bots that one of them could use up, lock or
/// break.
struct ServedBot: Sendable {
    let parts: ServerParts
    /// What runs beside the HTTP server, in the order in which it starts.
    let services: [any Service]
    /// Replaces the bot while it runs.
    let exchange: @Sendable (Bot, [String: String]) -> Void
    let state = HostedState()

    var name: BotName { parts.settings.bot }

    /// Wires everything of a bot, once.
    init(_ hosted: HostedBot) {
        let (settings, stores, context) = (hosted.settings, hosted.stores, hosted.context)
        let (clock, logger) = (context.clock, context.logger)
        let apple = settings.apple.map {
            AppleParts(settings: $0, content: settings.content, stores: stores, in: context)
        }
        let web = WebChatParts(settings: settings, publicURL: settings.publicURL, stores: stores, in: context)
        let payments = PaymentParts(
            store: stores.payments, calls: hosted.calls, publicURL: settings.publicURL, in: context)
        let metrics = CallMetrics(in: context.registry, clock: clock)
        let notices = settings.notices.map { way in
            ResultNoticeService(
                settings: way, store: stores.results, business: hosted.bot.business, client: context.client,
                clock: clock, logger: logger, standing: context.standing)
        }
        let builder = RunningBotBuilder(
            settings: settings, apple: apple, stores: stores, calls: hosted.calls, metrics: metrics,
            payments: payments, web: web, notices: notices, in: context)
        let first = builder.build(hosted.bot, pictures: hosted.pictures)
        let running = CurrentBot(first)
        let conversations = Self.conversations(
            of: running, apple, metrics, settings: settings, stores: stores, in: context)
        parts = ServerParts(
            settings: settings, apple: apple, stores: stores, bot: running, builder: builder, payments: payments,
            web: web, chats: first.web.flatMap { web?.chats(of: $0, conversations) },
            conversations: conversations,
            sheets: payments.sheets(
                conversations, processor: running, caller: CurrentActions(bot: running),
                limits: settings.isStrict ? AppleLimits.strict : .documented),
            signIns: SignIns(opening: first.signIns, desk: conversations, logger: logger),
            monitor: HealthMonitor(now: clock.now, logger: logger),
            operatorToken: settings.adminToken.map(OperatorToken.init), publishing: hosted.publishing,
            pages: hosted.pages, context: context)
        let exchange = { @Sendable (bot: Bot, pictures: [String: String]) in
            running.replace { builder.build(bot, pictures: pictures, after: $0) }
        }
        self.exchange = exchange
        parts.showMeasurements(of: state)
        var services = parts.services
        if let publishing = hosted.publishing {
            services.append(
                PublicationService(
                    publishing, startingWith: hosted.bot.version, clock: clock, logger: logger,
                    standing: context.standing, as: context.sharing?.node, among: stores.nodes, use: exchange))
        }
        if let enrichment = web?.enrichment { services.append(enrichment) }
        if let notices { services.append(notices) }
        self.services = services
    }

    /// The loop round the engine, with the channels and callers of the bot that runs.
    private static func conversations(
        of bot: CurrentBot, _ apple: AppleParts?, _ metrics: CallMetrics, settings: ServerSettings, stores: Stores,
        in context: ServerContext
    ) -> Conversations {
        let (clock, logger) = (context.clock, context.logger)
        let fetcher = ContentFetcher(
            apple: apple, content: stores.content, settings: settings.content, clock: clock, logger: logger)
        let desk = settings.desk.map { desk in
            AgentDesk(settings: desk, store: stores.sessions, client: context.client, clock: clock, logger: logger)
        }
        return Conversations(
            engine: bot.current { $0.engine }, store: stores.sessions, channels: bot.channels,
            caller: metrics.measured(bot), files: metrics.measured(fetcher), desk: desk.map { metrics.measured($0) },
            payments: stores.payments, clock: clock, logger: logger, sharing: context.sharing,
            measuredIn: context.registry, traces: context.traces)
    }
}
