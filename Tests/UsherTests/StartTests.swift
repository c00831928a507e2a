import CurlClient
import FlowPublishing
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import Usher

/// A bot that cannot run does not start, and reports why.
@Suite struct StartTests {
    private static let secret = Data("the secret that Apple shows, or so".utf8).base64EncodedString()
    private let account = ["USHER_APPLE_MSP_ID": "shop", "USHER_APPLE_SECRET": secret, "USHER_SERVER_PORT": "0"]

    @Test func `a broken flow is told as usher check tells it`() throws {
        let project = try TestProject(steps: "  hello:\n    say: Hello!\n    then: hallo")
        let error = try #require(throws: UsherError.self) { try project.bot() }
        #expect(
            "\(error)".contains("error[unknown-step]: the flow has no step called `hallo`\n --> Flows/shop.yaml:6:11"))
        #expect("\(error)".hasSuffix("the flows have 1 error; correct them and start again"))
    }

    @Test func `a folder without flows is told`() {
        let error = #expect(throws: UsherError.self) { try UsherBot(project: "/nowhere", environment: [:]) }
        #expect(error.map { "\($0)" } == "there is no folder with flows at /nowhere/Flows; set `flows.path`")
    }

    @Test func `a wrong setting is told with its place`() throws {
        let project = try TestProject(settings: "server:\n  port: many")
        let error = try #require(throws: UsherError.self) { try project.bot() }
        #expect(
            "\(error)"
                == "\(project.path)/Config/usher.yaml:2: `server.port` is `many`; expected a number from 0 to 65535")
    }

    @Test func `options beat the environment, which beats the file`() throws {
        let project = try TestProject(settings: "server:\n  port: many")
        _ = try project.bot(["USHER_SERVER_PORT": "9000"])
        _ = try project.bot(["USHER_SERVER_PORT": "some"], options: ["server.port": "9000"])
    }

    @Test func `without an account at Apple there is only the simulated one`() async throws {
        let bot = try TestProject().bot()
        let error = #expect(throws: UsherError.self) { try bot.service() }
        #expect(error.map { "\($0)" }?.contains("`apple.msp_id` is missing") == true)
        await #expect(throws: UsherError.self) { try await bot.run() }
    }

    @Test func `an action that nobody registered is missing`() throws {
        let project = try TestProject(actions: TestProject.action, steps: TestProject.calling)
        let bot = try project.bot(account)
        let error = #expect(throws: UsherError.self) { try bot.service() }
        #expect(
            error.map { "\($0)" } == "the action `act` uses `Act`, which is not registered in this server")
    }

    @Test func `an action that no flow can call is a slip`() throws {
        let project = try TestProject(actions: TestProject.action, steps: TestProject.calling)
        var bot = try project.bot(account)
        bot.register("Act") { (_: Nothing, _: String) in Nothing() }
        bot.register("Ackt") { (_: Nothing, _: String) in Nothing() }
        let error = #expect(throws: UsherError.self) { try bot.service() }
        #expect(
            error.map { "\($0)" }
                == "no action of Config/actions.yaml uses the registered action `Ackt`; did you mean `Act`?")
    }

    @Test func `the bot is a service among others, and ends with them`() async throws {
        let project = try TestProject()
        let bot = try project.bot(account)
        let log = StartLog()
        let group = ServiceGroup(
            services: [try bot.service(logger: log.logger)], gracefulShutdownSignals: [], logger: log.logger)
        async let running: Void = group.run()
        await log.started()
        #expect(FileManager.default.fileExists(atPath: project.path + "/data/usher.sqlite"))
        #expect(throws: UsherError.self, "one server owns a database") { try bot.service() }
        await group.triggerGracefulShutdown()
        try await running
        withExtendedLifetime(project) {}
    }

    @Test func `settings that are read again change no log that belongs to others`() throws {
        let project = try TestProject(settings: "log:\n  level: info")
        let log = StartLog()
        let service = try project.bot(account).service(logger: log.logger)
        try project.write("Config/usher.yaml", "log:\n  level: debug\nserver:\n  max_connections: 99\n")
        service.reload()
        let reloaded = try #require(log.lines.first { $0.hasPrefix("settings, secrets and certificates reloaded") })
        #expect(!reloaded.contains("log.level"))
        let waiting = try #require(log.lines.first { $0.hasPrefix("changed settings require a restart") })
        #expect(waiting.contains("server.max_connections") && !waiting.contains("log.level"))
        withExtendedLifetime(project) {}
    }

    @Test func `not even a log that tells everything holds a secret`() async throws {
        let project = try TestProject()
        let secrets = [
            "USHER_ADMIN_TOKEN": "token-of-operators-0123456789abcdef", "USHER_SECRET_TILL": "secret-of-an-action",
            "USHER_STORAGE_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
            "USHER_HANDOVER_SECRET": "secret-of-the-desk-0123456789abcdef",
        ]
        let others = ["USHER_HANDOVER_WEBHOOK": "https://desk.example/usher"]
        let bot = try project.bot(account.merging(secrets) { $1 }.merging(others) { $1 })
        let log = StartLog()
        let logger = log.logger(.trace)
        let group = ServiceGroup(
            services: [try bot.service(logger: logger)], gracefulShutdownSignals: [], logger: logger)
        async let running: Void = group.run()
        await log.started()
        await group.triggerGracefulShutdown()
        try await running
        #expect(log.lines.contains { $0.contains("PublicationService") }, "what starts is named")
        for secret in secrets.values + [Self.secret] {
            #expect(!log.lines.contains { $0.contains(secret) })
        }
        withExtendedLifetime(project) {}
    }
}

/// Reports when the server listens, and records its log.
private final class StartLog: Sendable {
    private let messages = AsyncStream.makeStream(of: String.self)
    private let kept = Mutex<[String]>([])

    /// All lines with their metadata.
    var lines: [String] { kept.withLock { $0 } }

    var logger: Logger { logger(.info) }

    func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "test") { _ in Handler(log: self) }
        logger.logLevel = level
        return logger
    }

    func started() async { _ = await messages.stream.first { $0.contains("server started") } }

    private func add(_ event: LogEvent) {
        kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
        messages.continuation.yield("\(event.message)")
    }

    private struct Handler: LogHandler {
        let log: StartLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.add(event) }
    }
}
