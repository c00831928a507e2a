import ArgumentParser
import Channels
import CurlClient
import Logging
import Measurements
import SQLiteStorage
import Server
import ServiceLifecycle
import UnixSignals

/// `usher serve`: the production server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the bot for Apple Messages for Business.",
        discussion: """
            Reads Config/usher.yaml, overridden by environment variables (apple.msp_id → USHER_APPLE_MSP_ID) and by the
            options below. Refuses to start on a broken flow or a wrong setting, and says why.

            Stop it with Ctrl-C or SIGTERM: what was accepted is finished first.

            Examples:
              USHER_APPLE_MSP_ID=… USHER_APPLE_SECRET=… usher serve
              usher serve --config /etc/usher/usher.yaml --port 9000
            """)

    @Option(help: "The file of settings.", completion: .file())
    var config: String?

    @Option(help: "The address to listen on (server.host).")
    var host: String?

    @Option(help: "The port to listen on (server.port).")
    var port: Int?

    func run() async throws {
        let settings = try Bootstrap.settings(file: config, options: options, needsApple: true)
        let logger = Bootstrap.logger(settings.logLevel, isJSON: settings.logsJSON)
        for warning in settings.warnings { logger.warning("\(warning)") }
        let folder = try Console.orWrongUse { () throws(ProjectError) in
            try ProjectFolder(flows: settings.flowsPath)
        }
        let (bot, pictures) = try Bootstrap.bot(of: folder, settings)
        let calls = try Bootstrap.calls(of: bot, settings, doubles: .none)
        let registry = MeasurementRegistry()
        let store = try Console.orWrongUse { () throws(StorageError) in
            try SQLiteSessionStore(
                path: settings.storagePath, largestGroup: settings.largestGroup, measuredIn: registry)
        }
        guard let apple = settings.apple else { return }
        let client = CurlClient()
        let server = UsherServer(
            settings: settings, apple: apple, bot: bot, pictures: pictures, store: store, calls: calls,
            client: client, clock: SystemClock(), logger: logger,
            inbox: HandoverInbox(store: store), measuredIn: registry)
        try await Console.serving(host: settings.host, port: settings.port, key: "server.port") {
            try await ServiceGroup(
                services: server.services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
            ).run()
        }
        await client.shutdown()
    }

    private var options: [String: String] {
        var options: [String: String] = [:]
        options["server.host"] = host
        options["server.port"] = port.map(String.init)
        return options
    }
}
