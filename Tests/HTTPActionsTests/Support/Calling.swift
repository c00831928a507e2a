import Channels
import Concurrency
import ConversationRuntime
import CurlClient
import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine
import FlowModel
import Logging
import Synchronization

@testable import HTTPActions

/// One action as an engineer declares it, called as flows call it.
struct Calling: Sendable {
    let action: Action
    let caller: HTTPActionCaller
    let clock = TurnableClock(standingAt: Calling.now)
    let log = Log()

    /// Tuesday, 1 December 2026, 10:00 in Berlin.
    static let now = Moment(seconds: 1_796_115_600)

    /// - Parameters:
    ///   - declaration: the YAML below the action's name; `PORT` is the server's port.
    ///   - hosts: the allowed hosts, instead of the server alone.
    init(
        _ declaration: String, on server: FakeServer? = nil, hosts: String = "127.0.0.1:PORT",
        allowsPrivate: Bool = true, secrets: [String: String] = [:], timeout: TimeLength? = nil,
        registered: [String: any RegisteredAction] = [:], content: String? = nil,
        tokens: any TokenSource = NoTokens()
    ) throws {
        let port = "\(server?.port ?? 9)"
        let bot = try Self.bot(
            """
            hosts: [\(hosts)]
            records:
              room:
                name: text
                price: money
                free: yes/no, optional
            actions:
              act:
            \(declaration.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n"))
                examples:
                  failing:
                    problem: failing
            """.replacing("PORT", with: port))
        guard var action = bot.actions.first else { throw Trouble("there is no action") }
        if let timeout { action.timeout = timeout }
        self.action = action
        caller = HTTPActionCaller(
            actions: ["act": action], registered: registered, client: CurlClient(),
            settings: HTTPActionSettings(
                hosts: bot.actionHosts.map { HostPort(host: $0.name, port: $0.port) },
                allowsPrivateAddresses: allowsPrivate, secrets: SecretSource(environment: secrets), zone: bot.zone,
                content: content, tokens: tokens),
            clock: clock, logger: log.logger)
    }

    func call(_ inputs: [(String, Value)] = [], key: String = "key-1") async -> ActionOutcome {
        await caller.call(
            ActionCall(
                action: "act", inputs: Fields(inputs), key: key,
                conversation: ConversationKey(channel: "apple", customer: "ana", business: "shop")))
    }

    /// Calls the action, and advances the clock to the end of each wait, given in seconds.
    func call(waits: [Int], key: String = "key-1") async throws -> ActionOutcome {
        async let outcome = call(key: key)
        for wait in waits {
            try await clock.untilSomebodySleeps(until: clock.now + .seconds(wait))
            clock.turn(by: .seconds(wait))
        }
        return await outcome
    }

    private static func bot(_ actions: String) throws -> Bot {
        let texts = [
            SourceFile(
                path: "Flows/bot.yaml",
                text: """
                    bot: Shop
                    zone: Europe/Berlin
                    start: shop
                    anywhere:
                      agent, help, support: shop/person
                    hours:
                      open:
                        Monday to Sunday: 0:00 to 24:00
                    people:
                      desk:
                        hours: open
                    """),
            SourceFile(
                path: "Flows/shop.yaml",
                text: """
                    flow: shop
                    start: person
                    steps:
                      person:
                        say: Somebody will answer you.
                        hand_over: desk
                    """),
        ]
        let services = SourceFile(
            path: "Config/services.yaml",
            text: """
                sign_in:
                  club:
                    discovery: https://id.club.example
                    client: shop
                    scope: [openid]
                    claims:
                      name: text

                """)
        let compilation = Compiler.compile(
            ProjectFiles(
                texts: texts, actions: SourceFile(path: "Config/actions.yaml", text: actions), services: services,
                assets: [:], version: "1"),
            options: CompilerOptions(now: now))
        guard let bot = compilation.bot else { throw Trouble(compilation.report.text()) }
        return bot
    }
}

/// Records log lines of all levels.
final class Log: Sendable {
    private let written = Mutex<[String]>([])

    var lines: [String] { written.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(log: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let words = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
            log.written.withLock { $0.append(([("\(event.message)")] + words).joined(separator: " ")) }
        }
    }
}
