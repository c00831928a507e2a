import Accounts
import AppleMessages
import AppleSimulator
import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Expressions
import FlowModel
import FlowPublishing
import Foundation
import HTTPActions
import Logging
import OpenTelemetry
import SQLStorage
import SQLiteStorage
import ServerMetrics
import ServiceLifecycle
import TestSupport
import WebChat

@testable import Server

/// A whole server with a database in a temporary folder, a simulated Apple, and a clock that stands still until it is
/// advanced.
struct TestServer: Sendable {
    let clock: TurnableClock
    let log: LogRecorder
    let database: SQLiteDatabase
    let gate: GatedStore
    let databasePath: String
    let conversations: Conversations
    /// The web chat, if enabled.
    let chats: WebChats?
    let simulator: AppleSimulator
    let client: CurlClient
    /// What is measured.
    let registry: MetricsRegistry
    /// The base URL of the server.
    let url: String
    /// Stops the server, as SIGTERM does.
    let stop: @Sendable () async -> Void
    /// Replaces the bot while the server runs.
    let use: @Sendable (Bot) -> Void

    /// The options of a test server.
    struct Setup: Sendable {
        /// Whether the server is connected to Apple.
        var servesApple = true
        var audience = Business.Audience.string
        var businessIDs: Set<String>?
        /// How many webhooks are processed at once.
        var webhooksAtOnce = 1_024
        /// Replaces the simulated Apple.
        var gateway: String?
        /// `nil` disables the operators' routes.
        var operatorToken: String? = Account.operatorToken
        /// Whether operators sign in to their accounts.
        var letsOperatorsSignIn = false
        /// Returns the identity provider of operators, once the simulated Apple runs.
        var operatorProvider: (@Sendable (AppleSimulator) async throws -> OperatorProvider)?
        /// Computes the hashes of passwords.
        var passwords = PasswordHasher()
        /// The agent desk that is notified of conversations handed over to people.
        var desk: DeskSettings?
        /// Signs the results of payment pages.
        var paySecret: String?
        /// Where notices of kept rows go.
        var notices: NoticeSettings?
        /// Replaces the shop.
        var bot: Bot?
        /// The project that runs until another is published; its bot replaces the shop.
        var project: FlowSources?
        /// The size limit and the retention of files.
        var content = ContentSettings()
        /// Returns the free bytes of the disk.
        var freeSpace: @Sendable (String) -> Int? = { _ in 1_000_000_000 }
        /// A folder with an existing database.
        var folder: TemporaryFolder?
        /// The seed of the simulated Apple: after a restart another one, so that its messages have other ids.
        var seed: UInt64 = 7
        /// Creates the bot that replaces the shop, once the simulated Apple runs.
        var makeBot: (@Sendable (AppleSimulator) async throws -> Bot)?
        /// The secrets of the bot.
        var environment: [String: String] = [:]
        /// Returns the business's registration for sign-in; called once the bot exists.
        var signIn: (@Sendable (AppleSimulator) async throws -> Business.SignIn)?
        /// The settings of the web chat.
        var webChat = WebChatSettings()
        /// The key that seals private data.
        var key: StorageKey?
        /// The actions implemented in Swift.
        var registered: [String: any RegisteredAction] = [:]
        /// Which unreachable actions are answered from their examples.
        var doubles = ActionCalls.Doubles.none
        /// The collector of traces.
        var tracing: CollectorSettings?
        /// The limits of connections and requests.
        var connections = ConnectionSettings()
        /// The public URL of the server; by default the address on which it listens.
        var publicURL: String?
        /// The address on which the server listens.
        var host = "127.0.0.1"
        /// The port on which the server listens, for tests that have to know it in advance.
        var port: Int?
        /// A listening socket that replaces the address.
        var socket: ListeningSocket?
        /// The certificate authority of the server that replaces Apple's gateway for merchant sessions.
        var merchantAuthority: String?
        /// The settings of the simulated Apple.
        var simulator = {
            var settings = SimulatorSettings()
            settings.port = 0
            settings.webhookTimeout = TestServer.patience
            return settings
        }()
    }

    /// Long enough for a response on a busy machine. An abandoned request would be retried on the server's clock, which
    /// only tests advance.
    private static let patience = TimeLength.minutes(5)

    /// Runs a server while `work` runs; both the server and the simulated Apple are then stopped as by SIGTERM.
    static func run(_ setup: Setup = Setup(), _ work: @Sendable (TestServer) async throws -> Void) async throws {
        let folder = try setup.folder ?? TemporaryFolder()
        let log = LogRecorder()
        let clock = TurnableClock(standingAt: Account.now)
        let client = CurlClient(patience: .milliseconds(patience.milliseconds))
        let simulator = AppleSimulator(settings: setup.simulator, clock: clock, seed: setup.seed, logger: quiet)
        try await whileRunning([simulator], logger: quiet) { _ in
            let path = folder.path + "/usher.sqlite"
            let registry = MetricsRegistry()
            let database = try SQLiteDatabase(
                path: path, key: setup.key, contentLimits: setup.content.limits, freeSpace: setup.freeSpace,
                measuredIn: registry)
            let gate = GatedStore(database.sessions, database)
            var stores = database.stores
            stores.sessions = gate
            stores.health = gate
            let (ports, listening) = AsyncStream.makeStream(of: Int.self)
            let simulated = try await simulator.gatewayURL
            var calls = ActionCalls(
                allowsPrivateAddresses: setup.makeBot != nil, environment: setup.environment,
                registered: setup.registered, doubles: setup.doubles)
            calls.merchantAuthority = setup.merchantAuthority
            var settings = settings(setup)
            settings.publicURL = setup.publicURL ?? setup.port.map { "http://127.0.0.1:\($0)" }
            settings.operatorProvider = try await setup.operatorProvider?(simulator)
            if settings.operatorProvider != nil { settings.allowsPrivateAddresses = true }
            settings.apple = setup.servesApple ? apple(setup, settings, gateway: setup.gateway ?? simulated) : nil
            let validator = PublishValidator(needs: BotNeeds(calls: calls, settings: settings), isStrict: true)
            let publishing = setup.project.map { project in
                Publishing(
                    Publisher(store: database.versions, validator: validator, clock: clock),
                    sessions: database.copies,
                    origin: .folder(project))
            }
            let ofProject = try setup.project.map { try validator.candidate($0).bot }
            let exporter = setup.tracing.map {
                SpanExporter(
                    $0, resource: settings.traceResource, version: "1", client: client, clock: clock,
                    logger: log.logger, measuredIn: registry)
            }
            var context = ServerContext(
                client: client, clock: clock, logger: log.logger, registry: registry, traces: exporter?.traces)
            context.passwords = setup.passwords
            let server = UsherServer(
                settings: settings,
                bot: try await setup.makeBot?(simulator) ?? ofProject ?? setup.bot ?? Fixtures.bot(), pictures: [:],
                stores: stores, calls: calls, publishing: publishing, in: context
            ) { listening.yield($0) }
            try await whileRunning((exporter.map { [$0] } ?? []) + server.services, logger: log.logger) { stop in
                let url = "http://127.0.0.1:\(await ports.first { _ in true } ?? 0)"
                try await simulator.register(business(setup, webhook: url, signIn: setup.signIn?(simulator)))
                let running = TestServer(
                    clock: clock, log: log, database: database, gate: gate, databasePath: path,
                    conversations: server.conversations, chats: server.chats, simulator: simulator, client: client,
                    registry: registry,
                    url: url, stop: stop, use: { server.use($0, pictures: [:]) })
                do {
                    try await work(running)
                } catch {
                    log.recordEnd()
                    throw error
                }
            }
        }
        await client.shutdown()
    }

    /// Runs services while `work` runs, and passes it a function that stops them.
    static func whileRunning(
        _ services: [any Service], logger: Logger, _ work: (@escaping @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let group = ServiceGroup(services: services, gracefulShutdownSignals: [], logger: logger)
        let running = Task { try await group.run() }
        let stop = { @Sendable in
            await group.triggerGracefulShutdown()
            _ = await running.result
        }
        do {
            try await work(stop)
        } catch {
            await stop()
            throw error
        }
        await stop()
    }

    private static var quiet: Logger { Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() } }

    private static func settings(_ setup: Setup) -> ServerSettings {
        var settings = ServerSettings()
        settings.host = setup.host
        settings.port = setup.port ?? 0
        settings.webhooksAtOnce = setup.webhooksAtOnce
        settings.connections = setup.connections
        settings.adminToken = setup.operatorToken
        settings.operatorsSignIn = setup.letsOperatorsSignIn
        settings.desk = setup.desk
        settings.notices = setup.notices
        settings.paySecret = setup.paySecret.map { RotatingSecret(Data($0.utf8)) }
        settings.content = setup.content
        settings.webChat = setup.webChat
        settings.storageKey = setup.key
        settings.listeningSocket = setup.socket
        return settings
    }

    private static func apple(_ setup: Setup, _ settings: ServerSettings, gateway: String) -> AppleSettings {
        var apple = AppleSettings(
            gateway: gateway, mspID: Account.mspID, secret: Account.secret, businessIDs: setup.businessIDs)
        apple.publicURL = settings.publicURL
        return apple
    }

    private static func business(
        _ setup: Setup, webhook: String, signIn: Business.SignIn?
    ) throws -> Business {
        try Business(
            id: BusinessID(Account.business), mspID: Account.mspID, secret: Account.secret.base64EncodedString(),
            webhook: webhook, audience: setup.audience, signIn: signIn)
    }

    /// Returns when no event is being handled; messages may still wait to be sent.
    func untilHandled() async { await conversations.untilQuiet() }

    /// Returns when a request has been answered. A test that advances the clock repeatedly does so between two such
    /// requests: otherwise hours pass while one message is in transit, and its token has expired when it arrives.
    func pace() async { _ = try? await get("/health/live") }

    /// Advances the clock in small steps until no message waits to be sent.
    func turnUntilSent() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await untilQuiet() }
            group.addTask {
                while !Task.isCancelled {
                    clock.turn(by: .seconds(30))
                    await pace()
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when no event is being handled and no message waits to be sent.
    func untilQuiet() async {
        await conversations.untilQuiet()
        await conversations.untilSent()
    }
}
