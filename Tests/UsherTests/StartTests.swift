import CurlClient
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import Usher

/// A bot that cannot run does not start, and says why.
@Suite struct StartTests {
    private let account = ["USHER_APPLE_MSP_ID": "shop", "USHER_APPLE_SECRET": "c2VjcmV0", "USHER_SERVER_PORT": "0"]

    @Test func `a broken flow is told as usher check tells it`() throws {
        let project = try TestProject(steps: "  hello:\n    say: Hello!\n    then: hallo")
        let error = try #require(throws: UsherError.self) { try project.bot() }
        #expect(
            "\(error)".contains("error[unknown-step]: the flow has no step called `hallo`\n --> Flows/shop.yaml:6:11"))
        #expect("\(error)".hasSuffix("the flows have 1 error; mend them and start again"))
    }

    @Test func `a folder without flows is told`() {
        let error = #expect(throws: UsherError.self) { try UsherBot(project: "/nowhere", environment: [:]) }
        #expect(error.map { "\($0)" } == "there is no folder of flows at /nowhere/Flows; set `flows.path`")
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
            error.map { "\($0)" } == "the action `act` is done by `Act`, which is not registered in this server")
    }

    @Test func `an action that no flow can call is a slip`() throws {
        let project = try TestProject(actions: TestProject.action, steps: TestProject.calling)
        var bot = try project.bot(account)
        bot.register("Act") { (_: Nothing, _: String) in Nothing() }
        bot.register("Ackt") { (_: Nothing, _: String) in Nothing() }
        let error = #expect(throws: UsherError.self) { try bot.service() }
        #expect(
            error.map { "\($0)" }
                == "nothing in Config/actions.yaml is done by the registered action `Ackt`; did you mean `Act`?")
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
}

/// Tells when the server listens.
private final class StartLog: Sendable {
    private let lines = AsyncStream.makeStream(of: String.self)

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self.lines.continuation) } }

    func started() async { _ = await lines.stream.first { $0.contains("Server started") } }

    private struct Handler: LogHandler {
        let lines: AsyncStream<String>.Continuation
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.yield("\(event.message)") }
    }
}
