public import Diagnostics

/// The settings of the server to which a bot in a folder belongs.
public struct ServerOfBot: Sendable {
    /// The name of the bot.
    public var bot: BotName
    /// The names of all bots in folders of the server.
    public var bots: [BotName]
    /// The server's settings.
    public var file: SourceFile
    /// The folder to which paths in them are relative.
    public var folder: String

    public init(bot: BotName, bots: [BotName] = [], file: SourceFile, folder: String) {
        self.bot = bot
        self.bots = bots
        self.file = file
        self.folder = folder
    }
}

/// The sources of settings, in order of precedence, for each key: those of the bot, and those of its server.
struct SettingsSources {
    /// What is the bot's own; for a server's own bot these are all.
    private let own: [SettingsLayer]
    /// What the server says; empty for a server's own bot.
    private let shared: [SettingsLayer]

    init(own: [SettingsLayer], shared: [SettingsLayer] = []) {
        self.own = own
        self.shared = shared
    }

    /// The layers that may have a value of a key.
    func layers(of key: SettingKey) -> [SettingsLayer] {
        if shared.isEmpty { return own }
        return switch key.scope {
        case .server: shared
        case .bot: own
        case .inherited: key.group.contains(where: isOwn) ? own : own + shared
        }
    }

    /// Whether the bot itself sets a key, and does not inherit it.
    func isOwn(_ key: SettingKey) -> Bool { own.contains { $0.has(key) } }
}
