public import Channels
public import ConversationRuntime
public import Expressions
public import Foundation
public import Logging
public import MessageParts

/// The operations behind the web chat's API: sessions, conversations, messages, choices and events.
public struct WebChats: Sendable {
    public let keeper: ChatMessages
    public let settings: ChatSettings
    private(set) var host: BotInfo
    let desk: any WebChatConversations
    private(set) var files: any ChatFiles
    let registry: TypeRegistry
    let clock: any WallClock
    let logger: Logger
    let tokens: ChatTokens
    let limits: ChatLimits
    let intake: BotInbox
    /// Generates ids of customers and conversations; random unless the caller needs reproducible ones.
    var newID: @Sendable () -> String = { Self.newID() }

    /// - Parameters:
    ///   - host: the bot that answers.
    ///   - desk: the conversations with the bot.
    ///   - files: the content that travels beside messages.
    ///   - registry: the types of messages that are shown.
    public init(
        settings: ChatSettings, keeper: ChatMessages, host: BotInfo, desk: any WebChatConversations,
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
        intake = BotInbox(keeper: keeper, desk: desk, clock: clock, logger: logger)
    }

    /// Returns the same operations while another bot answers; sessions, limits and streams are shared.
    ///
    /// - Parameter files: the content that travels beside messages, with the files of that bot.
    public func with(host: BotInfo, files: any ChatFiles) -> WebChats {
        var chats = self
        chats.host = host
        chats.files = files
        return chats
    }

    var store: any WebChatStore { keeper.store }

    var writer: ChatWriter { ChatWriter(registry: registry, host: host, files: files) }

    /// Returns when the bot has processed all messages sent to it.
    public func untilHeard() async { await intake.untilIdle() }

    /// Returns a conversation in which the caller is currently a participant.
    func conversation(_ id: String, of caller: ChatCaller) async throws -> (ChatConversation, ChatParticipant) {
        guard let conversation = try await store.chatConversation(id), let own = conversation.member(caller.id) else {
            throw ChatRefusal(.notFound, "there is no such conversation")
        }
        return (conversation, own)
    }
}

/// Access to the bot's conversations.
public protocol WebChatConversations: Sendable {
    /// Handles an arrival. When this returns, all its consequences are stored.
    func receive(_ arrival: Arrival) async throws -> Receipt
}

extension Conversations: WebChatConversations {}

/// The settings that a web chat takes from its server.
public struct ChatSettings: Sendable {
    /// The key that signs sessions and invitations, 32 bytes. Changing it invalidates all of them.
    public var sessionKey: Data
    /// The secret with which the embedding site signs the identity of a visitor; `nil` accepts no signed identities.
    public var signInSecret: Data? {
        get { signInSecrets?.current }
        set { signInSecrets = newValue.map { RotatingSecret($0) } }
    }
    /// The same secret, shared by all copies of these settings, so that a new one takes effect everywhere.
    public private(set) var signInSecrets: RotatingSecret?
    /// The server's address as customers see it, without a trailing slash.
    public var publicURL: String
    /// How long a conversation is kept after its last message.
    public var retention = TimeLength.days(365)
    /// The maximum number of chats that may begin from one address per minute, which is also the burst size; 0 means no
    /// limit.
    public var newChatsPerAddress = 30

    public init(sessionKey: Data, publicURL: String) {
        self.sessionKey = sessionKey
        self.publicURL = publicURL
    }
}
