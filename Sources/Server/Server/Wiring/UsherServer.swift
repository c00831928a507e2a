public import AppleMessages
import Channels
public import ConversationRuntime
public import FlowModel
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
    ///   - onListening: called with the port when the server listens.
    public init(
        settings: ServerSettings, apple: AppleSettings, bot: Bot, pictures: [String: String], stores: Stores,
        calls: ActionCalls = ActionCalls(), publishing: Publishing? = nil, in context: ServerContext,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        let served = ServedBot(
            bot, pictures: pictures, settings: settings, apple: apple, stores: stores, calls: calls, in: context)
        let files = AppleFiles(settings: settings, apple: apple, stores: stores, in: context)
        let web = WebChatParts(
            settings: settings, publicURL: apple.publicURL, bot: bot, stores: stores, served: served, in: context)
        let conversations = Self.conversations(
            of: bot, served, files, web, settings: settings, apple: apple, stores: stores, in: context)
        let sheets = served.payments.sheets(conversations, apple, in: context)
        let signIns = SignIns(opening: served.signIns, desk: conversations, logger: context.logger)
        let parts = ServerParts(
            settings: settings, apple: apple, stores: stores, served: served, files: files, web: web,
            chats: web?.chats(conversations), conversations: conversations, sheets: sheets, signIns: signIns,
            monitor: HealthMonitor(now: context.clock.now, logger: context.logger),
            operatorToken: settings.adminToken.map(OperatorToken.init), publishing: publishing, context: context)
        let exchange = { @Sendable [host = web?.host] (bot: Bot, pictures: [String: String]) in
            served.use(bot, pictures: pictures)
            conversations.use(served.engine(of: bot))
            host?.use(bot)
        }
        self.conversations = conversations
        self.exchange = exchange
        chats = parts.chats
        parts.showMeasurements()
        services =
            parts.services
            + (publishing.map { publishing in
                [
                    PublicationService(
                        publishing, startingWith: bot.version, clock: context.clock, logger: context.logger,
                        use: exchange)
                ]
            } ?? [])
            + (web?.enrichment.map { [$0] } ?? []) + [parts.httpService(onListening: onListening)]
        reloading = parts.reload
    }

    /// The loop round the engine, with the channels and callers of this server.
    private static func conversations(
        of bot: Bot, _ served: ServedBot, _ files: AppleFiles, _ web: WebChatParts?, settings: ServerSettings,
        apple: AppleSettings, stores: Stores, in context: ServerContext
    ) -> Conversations {
        let (clock, logger) = (context.clock, context.logger)
        let channel = AppleChannel(
            settings: apple, client: context.client, pictures: served.pictures, apps: served.apps, store: files.store,
            signIns: served.signIns, payments: served.payments.opening, clock: clock, version: version,
            logger: logger)
        var caller: any ActionCaller = served.actions
        if let desk = settings.desk {
            caller = AgentDesk(
                settings: desk, store: stores.sessions, client: context.client, clock: clock, logger: logger,
                others: caller)
        }
        caller = ContentFetcher(
            apple: files.store, content: stores.content, settings: settings.content, clock: clock, logger: logger,
            mismatches: files.mismatches, others: caller)
        return Conversations(
            engine: served.engine(of: bot), store: stores.sessions,
            channels: [channel] + [web?.channel].compactMap { $0 }, caller: served.measured(caller),
            tellsDesk: settings.desk != nil, payments: stores.payments, clock: clock, logger: logger,
            measuredIn: context.registry)
    }

    /// Applies those of the settings that can change while the server runs; the others stay as they were at the start.
    package func apply(_ settings: ServerSettings) { reloading(settings) }

    /// Exchanges the bot while the server runs: conversations go on with the new one at their next event.
    ///
    /// - Parameter pictures: where the files of its `Flows/images` lie, by their names.
    public func use(_ bot: Bot, pictures: [String: String]) { exchange(bot, pictures) }
}

/// The files that Apple keeps for customers and businesses.
struct AppleFiles: Sendable {
    let store: AppleStore
    /// Files and large replies that were taken although their checksum differs.
    let mismatches: Counter

    init(settings: ServerSettings, apple: AppleSettings, stores: Stores, in context: ServerContext) {
        store = AppleStore(
            settings: apple, client: context.client, clock: context.clock, folder: stores.content.workFolder,
            largestFromWeb: settings.content.largestOfApple)
        mismatches = context.registry.counter(
            "usher_checksum_mismatches_total",
            "Files and large replies that were taken although their checksum differs.")
    }
}
