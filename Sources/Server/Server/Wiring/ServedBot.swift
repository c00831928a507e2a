import AppleMessages
import Channels
import ConversationRuntime
import FlowEngine
import FlowModel
import Foundation
import ServerMetrics
import SignIn

/// The parts of a server that depend on the flows that answer, and are exchanged with them.
struct ServedBot: Sendable {
    let pictures: Pictures
    let apps: AppRegistry
    let providers: ProviderRegistry
    /// Begins sign-ins.
    let signIns: SignInInitiator
    /// Makes the calls of flows.
    let actions: ExchangeableCaller
    let payments: Payments
    let limits: Limits
    /// What is measured of calls.
    private let measurements: LabeledMetrics
    private let calls: ActionCalls
    private let tokens: SignInTokens
    private let context: ServerContext

    /// - Parameters:
    ///   - pictures: where the files of `Flows/images` lie, by their names.
    ///   - calls: what the bot's calls may reach.
    init(
        _ bot: Bot, pictures: [String: String], settings: ServerSettings, apple: AppleSettings, stores: Stores,
        calls: ActionCalls, in context: ServerContext
    ) {
        self.calls = calls
        self.context = context
        var limits = Limits()
        limits.fileSize = settings.content.maxSize
        self.limits = limits
        self.pictures = Pictures(files: pictures, client: context.client)
        apps = AppRegistry(bot.apps)
        providers = ProviderRegistry(
            of: bot, secret: calls.kept,
            http: ProviderHTTP(client: context.client, allowsPrivateAddresses: calls.allowsPrivateProviders),
            clock: context.clock)
        signIns = SignInInitiator(
            providers: providers, store: stores.signIns, publicURL: apple.publicURL, clock: context.clock)
        tokens = SignInTokens(
            providers: providers, store: stores.signIns, clock: context.clock, logger: context.logger)
        actions = ExchangeableCaller(
            calls.caller(
                for: bot, tokens: tokens, client: context.client, clock: context.clock, logger: context.logger),
            for: bot)
        measurements = MeasuredCaller.measurements(in: context.registry)
        payments = Payments(
            of: bot, store: stores.payments, calls: calls,
            caller: MeasuredCaller(inner: actions, measurements: measurements, clock: context.clock), apple: apple,
            in: context)
    }

    /// The engine of a bot, with the limits of this server.
    func engine(of bot: Bot) -> Engine { Engine(bot, limits: limits) }

    /// A caller whose calls are counted and timed with those of the bot.
    func measured(_ caller: any ActionCaller) -> any ActionCaller {
        MeasuredCaller(inner: caller, measurements: measurements, clock: context.clock)
    }

    /// Takes the parts of another bot.
    func use(_ bot: Bot, pictures: [String: String]) {
        self.pictures.use(pictures)
        readSecrets(of: bot)
        payments.use(bot)
        apps.use(bot.apps)
        actions.use(
            calls.caller(
                for: bot, tokens: tokens, client: context.client, clock: context.clock, logger: context.logger),
            for: bot)
    }

    /// Reads the secrets of identity providers again. Those of actions, and certificates, are read whenever they are needed.
    func readSecrets(of bot: Bot) { providers.use(bot, secret: calls.kept) }
}
