public import ConversationRuntime
public import FlowModel
public import FlowPublishing
public import ServiceLifecycle
public import WebChat

/// A server with all its parts wired: one or several bots, each with a database of its own, Apple's wire, the web chat.
public struct UsherServer: Sendable {
    /// The server's own bot, and those in folders.
    private let bots: [ServedBot]
    /// Everything that has to run, in the order in which it starts; it stops the other way round.
    public let services: [any Service]

    /// The version of Usher.
    public static let version = "0.1.0"

    /// Wires everything, once.
    ///
    /// - Parameters:
    ///   - bots: the server's own bot, whose settings are those of the server, and those in folders. Their contexts share the
    ///     client and the clock of the server's.
    ///   - onListening: called with the port when the server listens.
    public init(
        _ bots: [HostedBot], in context: ServerContext,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        let bots = bots.map { ServedBot($0) }
        self.bots = bots
        let front = ServerFront(bots: bots, context: context)
        front.showMeasurements()
        let ofBots: [any Service] =
            bots.count == 1 ? bots[0].services : [HostedServices(bots: bots, logger: context.logger)]
        let services =
            ofBots + [MemoryService(clock: context.clock, logger: context.logger)]
            + [front.httpService(onListening: onListening)]
        self.services = services.map(NamedService.init)
    }

    /// Wires a server with one bot.
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
        var hosted = HostedBot(settings: settings, bot: bot, pictures: pictures, stores: stores, in: context)
        hosted.calls = calls
        hosted.publishing = publishing
        hosted.pages = pages
        self.init([hosted], in: context, onListening: onListening)
    }

    /// The server's own bot.
    private var own: ServedBot { bots[0] }

    /// The conversations of the server's own bot.
    public var conversations: Conversations { own.parts.conversations }

    /// The web chat of the server's own bot; `nil` when it is switched off.
    public var chats: WebChats? { own.parts.chats }

    /// The bot of this name that runs at present; `nil` when there is none.
    package func bot(named name: BotName) -> Bot? {
        bots.first { $0.name == name }?.parts.conversations.bot
    }

    /// Applies those of the settings of a bot that can change while the server runs; the others stay as they were at the
    /// start.
    package func apply(_ settings: ServerSettings) {
        bots.first { $0.name == settings.bot }?.parts.reload(settings)
    }

    /// Replaces the server's own bot while the server runs. What is under way ends with the bot with which it began;
    /// conversations continue with the new one at their next event.
    ///
    /// - Parameter pictures: where the files of its `Flows/images` lie, by their names.
    public func use(_ bot: Bot, pictures: [String: String]) { own.exchange(bot, pictures) }
}

/// A service that shows only its type: the service group logs its services, and what they contain may be secret.
struct NamedService: Service, CustomStringConvertible {
    let service: any Service

    var description: String { "\(type(of: service))" }

    func run() async throws { try await service.run() }
}
