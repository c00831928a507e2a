public import Channels
public import ConversationRuntime
public import Logging
public import MessageParts

/// The web chat as its API asks it: who somebody is, their conversations, what they write and choose, and what happens.
public struct WebChats: Sendable {
    public let keeper: ChatKeeper
    public let settings: ChatSettings
    let host: ChatHost
    let desk: any ChatDesk
    let files: any ChatFiles
    let registry: TypeRegistry
    let clock: any WallClock
    let logger: Logger
    let tokens: ChatTokens
    let limits: ChatLimits
    let intake: ChatIntake
    /// Gives ids of customers and conversations; of chance unless somebody wants the same again.
    var newID: @Sendable () -> String = { Self.newID() }

    /// - Parameters:
    ///   - desk: the conversations with the bot.
    ///   - files: what travels beside messages.
    ///   - registry: the types of messages that are shown.
    public init(
        settings: ChatSettings, keeper: ChatKeeper, host: ChatHost, desk: any ChatDesk,
        files: any ChatFiles = NoFiles(), registry: TypeRegistry = .standard, clock: any WallClock, logger: Logger
    ) {
        self.settings = settings
        limits = ChatLimits(newChats: settings.newChatsPerAddress)
        self.keeper = keeper
        self.host = host
        self.desk = desk
        self.files = files
        self.registry = registry
        self.clock = clock
        self.logger = logger
        tokens = ChatTokens(secret: settings.sessionKey)
        intake = ChatIntake(keeper: keeper, desk: desk, clock: clock, logger: logger)
    }

    var store: any WebChatStore { keeper.store }

    var writer: ChatWriter { ChatWriter(registry: registry, host: host, files: files) }

    /// Returns when the bot has heard everything that was said to it.
    public func untilHeard() async { await intake.untilIdle() }

    /// A conversation in which somebody is now.
    func conversation(_ id: String, of caller: ChatCaller) async throws -> (ChatConversation, ChatParticipant) {
        guard let conversation = try await store.chatConversation(id), let own = conversation.member(caller.id) else {
            throw ChatRefusal(.notFound, "there is no such conversation")
        }
        return (conversation, own)
    }
}

/// Where the bot's conversations are.
public protocol ChatDesk: Sendable {
    /// Handles what came in. When this returns, everything that follows from it is safe.
    func receive(_ arrival: Arrival) async throws -> Receipt
}

extension Conversations: ChatDesk {}
