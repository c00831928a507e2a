import AppleMessages
import Channels
import ConversationRuntime
import Crypto
import CurlClient
import Files
import FlowModel
import Foundation
import Hummingbird
import Logging
import OpenGraph
import SQLStorage
import SQLiteStorage
import ServerMetrics
import ServiceLifecycle
import WebChat

/// The parts of the web chat that outlive a bot.
struct WebChatParts {
    private let settings: ServerSettings
    private let chat: ChatSettings
    private let keeper: ChatMessages
    private let content: ChatContent
    /// Completes links; `nil` when that is switched off.
    let enrichment: LinkEnrichment?
    private let clock: any WallClock
    private let logger: Logger

    /// The largest preview picture of a page, in bytes.
    private static let largestPicture = 1_000_000

    /// - Returns: `nil` unless the chat is switched on.
    init?(settings: ServerSettings, publicURL: String?, stores: Stores, in context: ServerContext) {
        guard settings.webChat.isEnabled == true else { return nil }
        let (clock, store) = (context.clock, stores.chats)
        let publicURL = publicURL ?? "http://\(settings.host):\(settings.port)"
        // Without a key nothing outlives the server anyway, and neither do sessions.
        let key = settings.storageKey ?? .random()
        var chat = ChatSettings(sessionKey: key.derived(for: "usher web chat sessions"), publicURL: publicURL)
        chat.signInSecret = settings.webChat.signInSecret
        chat.retention = settings.webChat.retention
        chat.newChatsPerAddress = settings.webChat.newChatsPerAddress
        self.settings = settings
        self.chat = chat
        self.clock = clock
        logger = context.logger
        let links = settings.webChat.showsPreviews ? LinkQueue() : nil
        let doorbell = context.sharing?.doorbell
        let hub = ChatHub { customers in doorbell?.ring(customers.map { .customer($0) }) }
        let keeper = ChatMessages(store: store, hub: hub) { links?.take($0) }
        self.keeper = keeper
        content = ChatContent(
            store: stores.content, places: KeptPlaces(store), rules: ContentRules(settings.content),
            links: ContentLinks(secret: key.derived(for: "usher web chat content")),
            registry: settings.messageTypes, clock: clock,
            tell: { await keeper.announce(ChatEvent("content", $1), in: $0) })
        enrichment = links.map { [content] links in
            LinkEnrichment(
                queue: links, keeper: keeper,
                previews: LinkPreviews(client: context.client, clock: clock, largestPicture: Self.largestPicture),
                content: content, clock: clock, logger: context.logger)
        }
    }

    /// What the chat shows of a bot.
    func bot(
        _ bot: Bot, pictures: Pictures, files: any ContentStore, signIns: any SignInOpener,
        payments: any PaymentOpener
    ) -> WebChatBot {
        let host = BotInfo(bot)
        return WebChatBot(
            host: host, content: content.with(pictures),
            channel: WebChannel(
                keeper: keeper, host: host, signIns: signIns, payments: payments, registry: settings.messageTypes,
                project: pictures, files: files, clock: clock))
    }

    /// The secret with which the embedding site signs; `nil` where customers do not sign in.
    var signInSecret: RotatingSecret? { chat.signInSecrets }

    /// Returns the operations behind the chat's routes.
    func chats(of bot: WebChatBot, _ conversations: Conversations) -> WebChats {
        WebChats(
            settings: chat, keeper: keeper, host: bot.host, desk: conversations, files: bot.content,
            registry: settings.messageTypes, clock: clock, logger: logger)
    }

    /// Adds the chat's routes.
    ///
    /// - Parameters:
    ///   - obstacle: returns why nothing can be stored at present, if that is known.
    ///   - readObstacle: returns why nothing can be read at present, if that is known.
    func add(
        _ chats: WebChats, of bot: CurrentBot, to router: Router<BasicRequestContext>,
        obstacle: @escaping @Sendable () -> String?, readObstacle: @escaping @Sendable () -> String?
    ) {
        let current = bot.current { $0.web.map { chats.with(host: $0.host, files: $0.content) } ?? chats }
        let contents = bot.current { [content] in $0.web?.content ?? content }
        let gate = ChatGate(
            chats: chats, publicURL: chat.publicURL, allowedOrigins: Set(settings.webChat.allowedOrigins))
        let routes = ChatRoutes(
            chats: current, gate: gate, clock: clock, obstacle: obstacle, readObstacle: readObstacle, logger: logger)
        routes.add(to: router)
        let admission = UploadAdmission(settings.content, clock: clock)
        ContentRoutes(content: contents, chat: routes, admission: admission, clock: clock).add(to: router)
        ChatPageRoutes(
            business: { bot.value.bot.business }, origins: settings.webChat.allowedOrigins,
            pictureOrigins: settings.webChat.pictureOrigins, largestFile: settings.content.maxSize
        ).add(to: router)
        router.get("chat/images/**") { _, context in
            ProjectPictureRoute(pictures: bot.value.pictures).handle(context.parameters.getCatchAll())
        }
    }

    /// Adds a gauge of the number of listeners.
    func show(in registry: MetricsRegistry) {
        registry.gauge("usher_chat_streams", "Open event streams of the web chat.") { [keeper] in
            Double(keeper.hub.count)
        }
    }
}

/// What the web chat shows of a bot.
struct WebChatBot: Sendable {
    let host: BotInfo
    let content: ChatContent
    let channel: WebChannel
}

extension ContentRules {
    fileprivate init(_ settings: ContentSettings) {
        self.init()
        maxSize = settings.maxSize
        kinds = settings.kinds
        automatic = settings.automatic
        retention = settings.retention
    }
}
