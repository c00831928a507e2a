public import ConversationRuntime
public import FlowModel
public import FlowPublishing

/// A bot to be served, with all that is its own: settings, database, secrets, metrics and log.
public struct HostedBot: Sendable {
    /// Its settings, which name the bot; those of the server's own bot are the server's as well.
    public var settings: ServerSettings
    public var bot: Bot
    /// Where the files of its `Flows/images` lie, by their names.
    public var pictures: [String: String]
    public var stores: Stores
    /// What its calls may reach.
    public var calls = ActionCalls()
    /// Lets other flows take the place of the bot's while the server runs.
    public var publishing: Publishing?
    /// Pages of other modules on the port of the server.
    public var pages: AddedPages?
    /// With the metrics and the log of this bot.
    public var context: ServerContext

    public init(
        settings: ServerSettings, bot: Bot, pictures: [String: String], stores: Stores, in context: ServerContext
    ) {
        self.settings = settings
        self.bot = bot
        self.pictures = pictures
        self.stores = stores
        self.context = context
    }
}
