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
import SQLiteStorage
import ServerMetrics
import ServiceLifecycle
import WebChat

/// The parts of the web chat, wired in two steps: the channel before the conversations exist, the rest afterwards.
struct WebChatParts {
    let host: BotInfo
    let channel: WebChannel
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

    /// - Parameters:
    /// - Returns: `nil` unless the chat is switched on.
    init?(
        settings: ServerSettings, publicURL: String?, bot: Bot, stores: Stores, served: ServedBot,
        in context: ServerContext
    ) {
        guard settings.webChat.isEnabled == true else { return nil }
        let (clock, store, pictures) = (context.clock, stores.chats, served.pictures)
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
        host = BotInfo(bot)
        let links = settings.webChat.showsPreviews ? LinkQueue() : nil
        let keeper = ChatMessages(store: store, hub: ChatHub()) { links?.take($0) }
        self.keeper = keeper
        content = ChatContent(
            store: stores.content, places: KeptPlaces(store), rules: ContentRules(settings.content),
            links: ContentLinks(secret: key.derived(for: "usher web chat content")),
            registry: settings.messageTypes, project: pictures, clock: clock,
            tell: { await keeper.announce(ChatEvent("content", $1), in: $0) })
        enrichment = links.map { [content] links in
            LinkEnrichment(
                queue: links, keeper: keeper,
                previews: LinkPreviews(client: context.client, clock: clock, largestPicture: Self.largestPicture),
                content: content, clock: clock, logger: context.logger)
        }
        channel = WebChannel(
            keeper: keeper, host: host, signIns: served.signIns, payments: served.payments.opening,
            registry: settings.messageTypes,
            project: pictures, clock: clock)
    }

    /// The secret with which the embedding site signs; `nil` where customers do not sign in.
    var signInSecret: RotatingSecret? { chat.signInSecrets }

    /// Returns the operations behind the chat's routes, once the conversations exist.
    func chats(_ conversations: Conversations) -> WebChats {
        WebChats(
            settings: chat, keeper: keeper, host: host, desk: conversations, files: content,
            registry: settings.messageTypes, clock: clock, logger: logger)
    }

    func add(_ chats: WebChats, pictures: Pictures, to router: Router<BasicRequestContext>) {
        let gate = ChatGate(
            chats: chats, publicURL: chat.publicURL, allowedOrigins: Set(settings.webChat.allowedOrigins))
        let routes = ChatRoutes(chats: chats, gate: gate, clock: clock, logger: logger)
        routes.add(to: router)
        let admission = UploadAdmission(settings.content, clock: clock)
        ContentRoutes(content: content, chat: routes, admission: admission, clock: clock).add(to: router)
        ChatPageRoutes(
            business: { host.name }, origins: settings.webChat.allowedOrigins,
            pictureOrigins: settings.webChat.pictureOrigins, largestFile: settings.content.maxSize
        ).add(to: router)
        let images = ProjectPictureRoute(pictures: pictures)
        router.get("chat/images/**") { _, context in images.handle(context.parameters.getCatchAll()) }
    }

    /// Adds a gauge of the number of listeners.
    func show(in registry: MetricsRegistry) {
        registry.gauge("usher_chat_streams", "Browsers that listen to the web chat.") { [keeper] in
            Double(keeper.hub.count)
        }
    }
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
