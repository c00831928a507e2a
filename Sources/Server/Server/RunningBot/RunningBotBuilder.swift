import AppleMessages
import ApplePay
import Channels
import ConversationRuntime
import FlowEngine
import FlowModel
import ServerMetrics
import SignIn

/// Builds running bots from the parts of a server that outlive them.
struct RunningBotBuilder: Sendable {
    private let limits: Limits
    private let publicURL: String?
    private let stores: Stores
    private let calls: ActionCalls
    /// Measures the calls that take money.
    private let metrics: CallMetrics
    private let payments: PaymentParts
    private let web: WebChatParts?
    /// Performs what flows do with the tables of bots.
    private let results: KeptResults
    private let context: ServerContext
    private let providerHTTP: ProviderHTTP
    // Each bot has its own copies of these, which share what they know of the outside.
    private let pictures: Pictures
    private let tokens: SignInTokens
    private let apple: AppleChannel?

    /// - Parameters:
    ///   - calls: what the calls of bots may reach.
    ///   - metrics: measures the calls that take money.
    init(
        settings: ServerSettings, apple: AppleParts?, stores: Stores, calls: ActionCalls, metrics: CallMetrics,
        payments: PaymentParts, web: WebChatParts?, notices: ResultNoticeService?, in context: ServerContext
    ) {
        results = KeptResults(
            store: stores.results, notices: notices, clock: context.clock, logger: context.logger)
        var limits = Limits()
        limits.fileSize = settings.content.maxSize
        self.limits = limits
        publicURL = settings.publicURL
        self.stores = stores
        self.calls = calls
        self.metrics = metrics
        self.payments = payments
        self.web = web
        self.context = context
        providerHTTP = ProviderHTTP(client: context.client, allowsPrivateAddresses: calls.allowsPrivateProviders)
        let pictures = Pictures(files: [:], client: context.client)
        self.pictures = pictures
        tokens = SignInTokens(
            providers: ProviderRegistry(), store: stores.signIns, clock: context.clock, logger: context.logger)
        self.apple = apple.map {
            AppleChannel(
                settings: $0.settings, client: context.client, pictures: pictures, store: $0.store,
                files: StoredFilesOfPeople(content: stores.content),
                clock: context.clock, version: UsherServer.version, logger: context.logger)
        }
    }

    /// - Parameters:
    ///   - pictures: the paths of the files of `Flows/images`, by name.
    ///   - previous: the bot that this one replaces; `nil` at the start.
    func build(_ bot: Bot, pictures files: [String: String], after previous: RunningBot? = nil) -> RunningBot {
        let providers = ProviderRegistry(
            of: bot, secret: calls.kept, http: providerHTTP, clock: context.clock, after: previous?.providers)
        let tokens = tokens.with(providers)
        let actions = BotActions(of: bot, after: previous?.actions, results: results) { bot in
            calls.caller(
                for: bot, tokens: tokens, client: context.client, clock: context.clock, logger: context.logger,
                traces: context.traces)
        }
        let signIns = SignInInitiator(
            providers: providers, store: stores.signIns, publicURL: publicURL, clock: context.clock)
        let merchants = MerchantRegistry(of: bot) { [calls] in calls.file($0) }
        let caller = metrics.measured(actions)
        let sheets = payments.factory(of: merchants, caller: caller)
        let pictures = pictures.with(files)
        let apple = apple?.with(pictures: pictures, apps: bot.apps, signIns: signIns, payments: sheets)
        let web = web?.bot(
            bot, pictures: pictures, files: stores.content, signIns: signIns, payments: sheets)
        let channels: [any Channel] = (apple.map { [$0] } ?? []) + (web.map { [$0.channel] } ?? [])
        return RunningBot(
            engine: Engine(bot, limits: limits), pictures: pictures, actions: actions, providers: providers,
            signIns: signIns, processor: payments.processor(of: merchants, caller: caller), channels: channels, web: web
        )
    }

    /// Builds the same bot with the present secrets of its identity providers. The secrets of actions, and
    /// certificates, are read whenever they are needed.
    func rebuild(_ running: RunningBot) -> RunningBot {
        build(running.bot, pictures: running.pictures.files, after: running)
    }
}
