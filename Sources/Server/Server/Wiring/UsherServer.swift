import AppleMessages
import ChannelRules
import Channels
public import ConversationRuntime
public import FlowModel
public import FlowPublishing
import Foundation
import ServerMetrics
public import ServiceLifecycle
import SignIn
public import WebChat

/// A server with all its parts wired: one bot, one database, Apple's wire, the web chat.
public struct UsherServer: Sendable {
    public let conversations: Conversations
    /// The web chat; `nil` when it is switched off.
    public let chats: WebChats?
    /// Everything that has to run, in the order in which it starts; it stops the other way round.
    public let services: [any Service]
    private let exchange: @Sendable (Bot, [String: String]) -> Void
    private let reloading: @Sendable (ServerSettings) -> Void

    /// The version of Usher.
    public static let version = "0.1.0"

    /// Wires everything, once.
    ///
    /// - Parameters:
    ///   - pictures: where the files of `Flows/images` lie, by their names.
    ///   - calls: what the bot's calls may reach.
    ///   - publishing: lets other flows take the place of the bot's while the server runs.
    ///   - pages: pages of other modules on the port of this server.
    ///   - onListening: called with the port when the server listens.
    public init(
        settings: ServerSettings, bot: Bot, pictures: [String: String], stores: Stores,
        calls: ActionCalls = ActionCalls(), publishing: Publishing? = nil, pages: AddedPages? = nil,
        in context: ServerContext,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        let (clock, logger) = (context.clock, context.logger)
        let apple = settings.apple.map {
            AppleParts(settings: $0, content: settings.content, stores: stores, in: context)
        }
        let web = WebChatParts(settings: settings, publicURL: settings.publicURL, stores: stores, in: context)
        let payments = PaymentParts(
            store: stores.payments, calls: calls, publicURL: settings.publicURL, in: context)
        let metrics = CallMetrics(in: context.registry, clock: clock)
        let notices = settings.notices.map { way in
            ResultNoticeService(
                settings: way, store: stores.results, business: bot.business, client: context.client, clock: clock,
                logger: logger, standing: context.standing)
        }
        let builder = RunningBotBuilder(
            settings: settings, apple: apple, stores: stores, calls: calls, metrics: metrics, payments: payments,
            web: web, notices: notices, in: context)
        let first = builder.build(bot, pictures: pictures)
        let running = CurrentBot(first)
        let conversations = Self.conversations(
            of: running, apple, metrics, settings: settings, stores: stores, in: context)
        let parts = ServerParts(
            settings: settings, apple: apple, stores: stores, bot: running, builder: builder, payments: payments,
            web: web, chats: first.web.flatMap { web?.chats(of: $0, conversations) },
            conversations: conversations,
            sheets: payments.sheets(
                conversations, processor: running, caller: CurrentActions(bot: running),
                limits: settings.isStrict ? AppleLimits.strict : .documented),
            signIns: SignIns(opening: first.signIns, desk: conversations, logger: logger),
            monitor: HealthMonitor(now: clock.now, logger: logger),
            operatorToken: settings.adminToken.map(OperatorToken.init), publishing: publishing, pages: pages,
            context: context)
        let exchange = { @Sendable (bot: Bot, pictures: [String: String]) in
            running.replace { builder.build(bot, pictures: pictures, after: $0) }
        }
        self.conversations = conversations
        self.exchange = exchange
        chats = parts.chats
        parts.showMeasurements()
        var services = parts.services
        if let publishing {
            services.append(
                PublicationService(
                    publishing, startingWith: bot.version, clock: clock, logger: logger,
                    standing: context.standing, use: exchange))
        }
        if let enrichment = web?.enrichment { services.append(enrichment) }
        if let notices { services.append(notices) }
        services.append(parts.httpService(onListening: onListening))
        self.services = services.map(NamedService.init)
        reloading = parts.reload
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

    /// Applies those of the settings that can change while the server runs; the others stay as they were at the start.
    package func apply(_ settings: ServerSettings) { reloading(settings) }

    /// Replaces the bot while the server runs. What is under way ends with the bot with which it began; conversations
    /// continue with the new one at their next event.
    ///
    /// - Parameter pictures: where the files of its `Flows/images` lie, by their names.
    public func use(_ bot: Bot, pictures: [String: String]) { exchange(bot, pictures) }
}

/// A service that shows only its type: the service group logs its services, and what they contain may be secret.
private struct NamedService: Service, CustomStringConvertible {
    let service: any Service

    var description: String { "\(type(of: service))" }

    func run() async throws { try await service.run() }
}

/// What a server has that is connected to Apple.
struct AppleParts: Sendable {
    let settings: AppleSettings
    /// The files that Apple keeps for customers and businesses.
    let store: AppleStore
    /// Files and large replies that were taken although their checksum differs.
    let mismatches: Counter

    init(settings: AppleSettings, content: ContentSettings, stores: Stores, in context: ServerContext) {
        self.settings = settings
        store = AppleStore(
            settings: settings, client: context.client, clock: context.clock, folder: stores.content.workFolder,
            largestFromWeb: content.largestOfApple)
        mismatches = context.registry.counter(
            "usher_checksum_mismatches_total",
            "Files and large replies accepted although their checksum differs.")
    }
}
