import Channels
package import Concurrency
import CurlClient
import Diagnostics
import FlowCompiler
import FlowModel
import FlowPublishing
import Foundation
public import Logging
public import MessageParts
import OpenTelemetry
package import Projects
import SQLStorage
package import Server
import ServerMetrics
import ServiceLifecycle
import Storage
import Traces
import UnixSignals

/// A bot embedded in your own server: the flows of a project, and the actions that you write in Swift.
///
///     var bot = try UsherBot(project: "Shop")
///     bot.register("AddToCart") { (item: Item, key: String) in try await cart.add(item, once: key) }
///     try await bot.run()
///
/// Settings come from the project's `Config/usher.yaml`, the environment and `options`, as with `usher serve`.
public struct UsherBot: Sendable {
    /// The settings read at the start.
    package let settings: ServerSettings
    /// The compiled flows with their sources.
    package var project: CompiledProject
    private let source: SettingsSource
    private var actions: [String: SwiftAction] = [:]
    private var messageTypes = TypeRegistry.standard

    /// Reads and checks a project.
    ///
    /// - Parameters:
    ///   - path: the folder that contains `Flows/` and `Config/`.
    ///   - options: settings that override the environment and the file, by key: `["server.port": "9000"]`.
    ///   - environment: the environment variables with settings and secrets; `nil` takes those of the process.
    /// - Throws: `UsherError` when a setting is not valid, the project cannot be read or a flow has errors; its
    ///   description is formatted like the output of `usher check`.
    public init(
        project path: String = ".", options: [String: String] = [:],
        environment: [String: String]? = nil
    ) throws(UsherError) {
        let source = SettingsSource(
            project: path, options: options, environment: environment ?? ProcessInfo.processInfo.environment)
        let settings = try source.settings(isServing: false)
        let folder: ProjectFolder
        do throws(ProjectError) {
            folder = try ProjectFolder(flows: source.inProject(settings.flowsPath))
        } catch {
            throw .noProject("\(error)")
        }
        self.init(source, settings, try CompiledProject(of: folder, settings))
    }

    /// Creates a bot from settings and flows that have been read.
    package init(_ source: SettingsSource, _ settings: ServerSettings, _ project: CompiledProject) {
        self.source = source
        self.settings = settings
        self.project = project
    }

    /// The warnings of `usher check` in its format; empty when there are none.
    public var warnings: String { project.report.text() }

    /// Registers the implementation of the actions with `swift: name` in `Config/actions.yaml`.
    ///
    /// Inputs and results have the same shapes as in HTTP actions (`Docs/Actions.md`), as `Codable` types of yours:
    /// `Money`, `TimeSlot`, `Date`, `Decimal`, durations in seconds. Results are checked against the types that the
    /// file declares; others are a `bad answer`.
    ///
    /// - Parameters:
    ///   - name: the name after `swift:`; registering it again replaces the previous implementation.
    ///   - action: receives the inputs and an idempotency key, which is the same whenever the same visit of a step is
    ///     repeated, also after a crash: do the work once for each key. It throws `ActionProblem` to fail with a name
    ///     that flows can read; any other error counts as an unreachable service, and is retried if the action has
    ///     `retries`. Its task is cancelled when the action's `timeout` has passed.
    public mutating func register<Inputs: Decodable & SendableMetatype, Results: Encodable & SendableMetatype>(
        _ name: String, _ action: @escaping @Sendable (_ inputs: Inputs, _ key: String) async throws -> Results
    ) {
        actions[name] = SwiftAction(action)
    }

    /// Registers a rich message type of your own, which the web chat then reads, writes and shows (`Docs/Messages.md`).
    ///
    /// - Parameters:
    ///   - type: the content of the message type.
    ///   - serializer: converts between the content and message parts.
    ///   - presenter: renders the content.
    ///   - container: the frame around the content; `.none` omits it.
    public mutating func register<Content: MessageContent>(
        _ type: Content.Type, serializer: some ContentSerializer<Content>, presenter: some ContentPresenter<Content>,
        container: MessageContainer = .standard
    ) {
        messageTypes.register(type, serializer: serializer, presenter: presenter, container: container)
    }

    /// Runs the server until SIGTERM or Ctrl-C; SIGHUP reloads the settings.
    ///
    /// - Parameter logger: the logger of the server. With `nil` the server creates one and applies `log.level`, also
    ///   when the settings are reloaded; a logger of yours keeps its own level.
    /// - Throws: `UsherError` when a setting, a secret or an action is missing or the database cannot be opened, and
    ///   the error that ends a running server.
    public func run(logger: Logger? = nil) async throws {
        let level = logger == nil ? SharedLogLevel(settings.logLevel) : nil
        let logger = logger ?? level.map { standardLogger.following($0) } ?? standardLogger
        let service = try service(logger: logger, level: level)
        try await ServiceGroup(
            services: [service, HangupService(service)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }

    /// Returns the server as a service for the `ServiceGroup` of your own server.
    ///
    /// - Parameter logger: the logger of the server, which keeps its own level; `nil` creates one with the level of
    ///   `log.level`.
    /// - Throws: `UsherError` when a setting, a secret or an action is missing, or the database cannot be opened.
    public func service(logger: Logger? = nil) throws(UsherError) -> UsherService {
        try service(logger: logger, level: nil)
    }

    /// - Parameters:
    ///   - level: the log level that `log.level` sets when the settings are reloaded.
    ///   - beginsAnew: whether an empty database may replace one that is missing.
    ///   - pages: pages of other modules on the port of the server.
    package func service(
        logger: Logger?, level: SharedLogLevel?, beginsAnew: Bool = false, pages: AddedPages? = nil
    ) throws(UsherError) -> UsherService {
        var (settings, marks) = try source.settingsAndMarks(isServing: true)
        settings.listeningSocket = try listeningSocket(settings)
        let logger = logger ?? standardLogger
        if settings.hasStudio == true, pages == nil {
            logger.warning(
                "studio not available in an embedding program",
                metadata: ["setting": "studio.enabled", "instead": "usher serve"])
        }
        let own = try prepared(settings, marks, calls: calls(doubles: .none))
        var bots = [own]
        if let path = settings.botsPath { bots += try inFolders(path) }
        let conflicts = BotConflicts.lines(of: bots.map(\.settings))
        guard conflicts.isEmpty else { throw .wrongSettings(conflicts) }
        let registry = MetricsRegistry()
        let client = CurlClient()
        let exporter = settings.tracing.map {
            SpanExporter(
                $0, resource: settings.traceResource, version: UsherServer.version, client: client,
                clock: SystemClock(), logger: logger, measuredIn: registry)
        }
        let context = ServerContext(
            client: client, clock: SystemClock(), logger: logger, registry: registry,
            traces: exporter?.traces ?? Traces.ofProgram)
        var opened: [OpenedBot] = []
        for bot in bots {
            opened.append(
                try bot.opened(
                    beginsAnew: beginsAnew, in: bots.count == 1 ? context : context.part(of: bot.settings.bot),
                    pages: bot.settings.bot == .main ? pages : nil))
        }
        return UsherService(opened, in: context, exporter: exporter, level: level)
    }

    /// Returns the bots in the folders of `bots.path`, checked.
    private func inFolders(_ path: String) throws(UsherError) -> [PreparedBot] {
        let path = source.inProject(path)
        var bots: [PreparedBot] = []
        for place in try BotPlace.all(in: path, of: source.file ?? source.inProject("Config/usher.yaml")) {
            do throws(UsherError) {
                bots.append(try inFolder("\(path)/\(place.name)"))
            } catch {
                throw error.of(place.name)
            }
        }
        return bots
    }

    private func inFolder(_ path: String) throws(UsherError) -> PreparedBot {
        let source = SettingsSource(project: path, options: source.options, environment: source.environment)
        let (settings, marks) = try source.settingsAndMarks(isServing: true)
        let bot = UsherBot(source, settings, try CompiledProject.served(settings))
        return try bot.prepared(settings, marks, calls: bot.calls(doubles: .none), types: messageTypes)
    }

    /// Checks that the bot can be served, before its database is opened.
    private func prepared(
        _ settings: ServerSettings, _ marks: [String: Int], calls: ActionCalls, types: TypeRegistry? = nil
    ) throws(UsherError) -> PreparedBot {
        var settings = settings
        settings.messageTypes = types ?? messageTypes
        settings.storagePath = source.inProject(settings.storagePath)
        let project = try project(publishedIn: settings.storage)
        let needs = BotNeeds(calls: calls, settings: settings)
        let lacks = needs.lacks(of: project.bot)
        guard lacks.isEmpty else { throw .incomplete(lacks + Self.wayBack(from: project)) }
        return PreparedBot(
            settings: settings, marks: marks, project: project, calls: calls, source: source,
            warnings: settings.warnings + needs.warnings(about: project.bot))
    }

    /// Returns the socket passed by systemd; `nil` when there is none.
    private func listeningSocket(_ settings: ServerSettings) throws(UsherError) -> ListeningSocket? {
        do throws(ListeningSocket.Refusal) {
            guard let socket = try ListeningSocket.passed(in: source.environment) else { return nil }
            try socket.check(settings)
            return socket
        } catch {
            throw .wrongSettings(["\(error)"])
        }
    }

    /// Returns the alternatives when a published version needs something that this server lacks.
    private static func wayBack(from project: CompiledProject) -> [String] {
        guard case .publication = project.origin else { return [] }
        return [
            "the published version \(project.bot.version) requires this, independently of the flows in the folder: set it, or publish "
                + "an earlier version with `usher publish --version HASH`; `usher versions` lists them"
        ]
    }

    /// Returns the project published last, otherwise the project itself.
    private func project(publishedIn database: StoragePlace) throws(UsherError) -> CompiledProject {
        if case .publication = project.origin { return project }
        return try CompiledProject.published(in: database, settings) ?? project
    }

    /// Returns the bot's server with a simulated Apple; an existing database is emptied.
    ///
    /// - Parameters:
    ///   - folder: the project, by which `usher chat` recognises the server.
    ///   - pages: pages of other modules on the port of the bot's server.
    package func development(
        database path: String, settings: ServerSettings, clock: TurnableClock, logger: Logger,
        watcher: FlowWatcher? = nil, folder: ProjectFolder? = nil, pages: AddedPages? = nil,
        onReady: @escaping @Sendable (DevelopmentServer.Running) async -> Void
    ) throws(UsherError) -> DevelopmentServer {
        let registry = MetricsRegistry()
        var settings = settings
        settings.messageTypes = messageTypes
        var use = settings.storageUse(isServer: true)
        use.startsEmpty = true
        use.key = settings.storageKey ?? .random()
        return DevelopmentServer(
            settings: settings, bot: project.bot, pictures: project.pictures, calls: calls(doubles: .unreachable),
            stores: try opened(.file(path), use, registry).stores,
            clock: clock,
            logger: logger, measuredIn: registry, watcher: watcher, project: folder?.realPath,
            pages: pages, onReady: onReady)
    }

    /// The problems during development, one sentence each: a call that needs one of these things fails.
    package var lacksInDevelopment: [String] { lacks(calls(doubles: .unreachable)) }

    /// Returns the checks that a server with these settings applies to its bot.
    package static func needs(_ source: SettingsSource, _ settings: ServerSettings) -> BotNeeds {
        let calls = ActionCalls(
            allowsPrivateAddresses: settings.allowsPrivateAddresses,
            environment: settings.environment(source.environment),
            publicURL: settings.publicURL)
        return BotNeeds(calls: calls, settings: settings)
    }

    private func calls(doubles: ActionCalls.Doubles) -> ActionCalls {
        ActionCalls(
            allowsPrivateAddresses: settings.allowsPrivateAddresses,
            environment: settings.environment(source.environment),
            registered: actions.mapValues(\.action), doubles: doubles, publicURL: settings.publicURL)
    }

    private func lacks(_ calls: ActionCalls) -> [String] {
        calls.lacks(of: project.bot) + BotNeeds(calls: calls, settings: settings).strangers(to: project.bot)
    }

    private func opened(
        _ place: StoragePlace, _ use: StorageUse, _ registry: MetricsRegistry
    ) throws(UsherError) -> StoredData {
        do throws(StorageError) {
            return try place.open(use, measuredIn: registry)
        } catch {
            throw UsherError(error)
        }
    }

    private var standardLogger: Logger {
        var logger = Logger(label: "usher")
        logger.logLevel = settings.logLevel
        return logger
    }
}
