public import AppleMessages
public import Channels
public import ConversationRuntime
public import Expressions
public import Logging
public import MessageParts
public import OpenTelemetry
public import SQLStorage
public import Storage

/// All settings of a server, read and validated.
public struct ServerSettings: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    /// A listening socket that replaces `host` and `port`; `nil` when none was passed.
    public var listeningSocket: ListeningSocket?
    /// How many of Apple's webhooks are processed at once; further ones get a response that asks Apple to retry.
    public var webhooksAtOnce = 1_024
    /// The limits of connections and requests.
    public var connections = ConnectionSettings()
    /// The bot that has these settings, among those of a server.
    public var bot = BotName.main
    /// The names of all bots in folders of its server; empty for the server's own bot.
    package var botsInFolders: [BotName] = []
    /// The folder with the projects of further bots; `nil` when the server has one bot.
    public var botsPath: String?
    /// The path of the SQLite file.
    public var storagePath = "data/usher.sqlite"
    /// The PostgreSQL database that is used instead of the SQLite file.
    public var storageURL: StorageURL?
    /// The name of this server among those that share a database.
    public var node = ServerSettings.machine
    /// How long a server that shares a database has a conversation after its last sign of life.
    public var lease = TimeLength.seconds(30)
    /// Whether several database servers may be listed although none of them waits for another.
    public var acceptsLoss = false
    /// The maximum number of turns that share a transaction.
    public var largestGroup = 128
    /// The key that seals private answers; `nil` when none is set.
    public var storageKey: StorageKey?
    /// The settings for files of customers and of the bot.
    public var content = ContentSettings()
    /// How long conversations, dead letters and bubbles are kept.
    public var retention = RetentionRules()
    /// The folder of flows, relative to the project.
    public var flowsPath = "Flows"
    /// The actions file, relative to the project.
    public var actionsPath = "Config/actions.yaml"
    /// The file of sign-in providers, merchants, apps and custom cards, relative to the project.
    public var servicesPath = "Config/services.yaml"
    /// The URL under which customers' devices and Apple reach the server, without a trailing slash; `nil` when none is
    /// set.
    public var publicURL: String?
    /// Whether actions may call private addresses.
    public var allowsPrivateAddresses = false
    public var apple: AppleSettings?
    public var webChat = WebChatSettings()
    public var isStrict = true
    public var simulatorPort = 8081
    /// The bearer token of operators; `nil` disables the operators' routes.
    public var adminToken: String?
    /// Whether operators sign in to their accounts in a browser; `nil` when the settings do not say.
    public var operatorsSignIn: Bool?
    /// The identity provider at which operators sign in; `nil` when they have passwords alone.
    public var operatorProvider: OperatorProvider?
    /// Whether the studio and the desk are on this server; `nil` when the settings do not say.
    public var hasStudio: Bool?
    /// The agent desk that is notified of conversations handed over to people.
    public var desk: DeskSettings?
    /// Signs the results of payment pages of the business; `nil` when none is set.
    public var paySecret: RotatingSecret?
    /// Where notices of kept rows go; `nil` when nowhere.
    public var notices: NoticeSettings?
    /// The types of rich messages that the web chat shows.
    public var messageTypes = TypeRegistry.standard
    /// The collector of traces; `nil` when nothing is traced.
    public var tracing: CollectorSettings?
    public var logLevel = Logger.Level.info
    /// Whether log lines are JSON, for log collectors.
    public var logsJSON = false
    /// Problems to report to the operator that do not prevent a start.
    public var warnings: [String] = []
    /// The files that contain secrets, by their keys.
    public var secretFiles: [(key: String, path: String)] = []
    /// The secrets that could not be read, where nothing is refused because of them, each in a line.
    public var unreadSecrets: [String] = []

    public init() {}

    /// Whether there is a page on which operators sign in. The studio, which needs one, is that of the server's own bot.
    package var letsOperatorsSignIn: Bool { operatorsSignIn ?? (bot == .main ? hasStudio : nil) ?? false }

    /// The environment as the bot sees it (`BotName.environment`).
    package func environment(_ all: [String: String]) -> [String: String] {
        bot.environment(all, among: botsInFolders)
    }

    /// Whether only programs on this machine can reach the server.
    package var isLoopback: Bool { host.isLoopbackHost }
}

/// The validation errors of settings, one line each: the key, the value found and the expected one.
public struct SettingsError: Error, Equatable, CustomStringConvertible {
    public let lines: [String]

    public var description: String { lines.joined(separator: "\n") }
}
