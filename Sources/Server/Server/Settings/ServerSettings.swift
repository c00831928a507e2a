public import AppleMessages
public import ConversationRuntime
public import Logging
public import MessageParts
public import SQLiteStorage

/// All settings of a server, read and checked.
public struct ServerSettings: Sendable {
    public var host = "127.0.0.1"
    public var port = 8080
    /// A socket that listens already and takes the place of `host` and `port`; `nil` when none was passed.
    public var listeningSocket: ListeningSocket?
    /// How many webhooks of Apple's are answered at once; what comes beyond them is asked to come again.
    public var webhooksAtOnce = 1_024
    /// What clients may take of the server.
    public var connections = ConnectionSettings()
    /// The SQLite file.
    public var storagePath = "data/usher.sqlite"
    /// How many turns share a transaction at most.
    public var largestGroup = 128
    /// Seals private answers; `nil` when none is set.
    public var storageKey: StorageKey?
    /// Files of customers, and ours.
    public var content = ContentSettings()
    /// How long conversations, dead letters and bubbles are kept.
    public var retention = RetentionRules()
    /// The folder of flows, relative to the project.
    public var flowsPath = "Flows"
    /// The file of actions, relative to the project.
    public var actionsPath = "Config/actions.yaml"
    /// The file of sign-in providers, merchants, apps and custom cards, relative to the project.
    public var servicesPath = "Config/services.yaml"
    /// The address that customers' devices and Apple see, without a slash at its end; `nil` when none is set.
    public var publicURL: String?
    /// Whether actions may call private addresses.
    public var allowsPrivateAddresses = false
    public var apple: AppleSettings?
    public var webChat = WebChatSettings()
    public var isStrict = true
    public var simulatorPort = 8081
    /// The bearer token of operators; `nil`: there is nothing for operators.
    public var adminToken: String?
    /// The agent desk that is told of conversations with people.
    public var desk: DeskSettings?
    /// The types of rich messages that the web chat shows.
    public var messageTypes = TypeRegistry.standard
    public var logLevel = Logger.Level.info
    /// Whether log lines are JSON, for programs that collect them.
    public var logsJSON = false
    /// Things to tell the operator that are no reason to refuse.
    public var warnings: [String] = []

    public init() {}

    /// Whether only programs on this machine can reach the server.
    var isLoopback: Bool { host.isLoopbackHost }
}

/// Why settings are refused: one line for each, naming the key, what was found and what was expected.
public struct SettingsError: Error, Equatable, CustomStringConvertible {
    public let lines: [String]

    public var description: String { lines.joined(separator: "\n") }
}
