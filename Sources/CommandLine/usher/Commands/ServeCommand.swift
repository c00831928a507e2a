import ArgumentParser
import Logging
import Projects
import Server
import ServiceLifecycle
import Studio
import UnixSignals
import Usher

/// `usher serve`: the production server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the bot for Apple Messages for Business.",
        discussion: """
            Reads Config/usher.yaml, overridden by environment variables (apple.msp_id → USHER_APPLE_MSP_ID) and by the
            options below. Does not start with an invalid flow or setting, and reports the error.

            Runs the version published last (`usher publish`), or the flows of the folder if none was ever published.

            Stop it with Ctrl-C or SIGTERM: accepted messages are stored, and processed after the next start. SIGHUP reloads
            secrets, certificates and the settings that can change at run time. A listening socket passed by systemd replaces
            --host and --port.

            If an existing database is missing, the server does not start with an empty one: restore the database, or use
            --new-database to begin without the previous conversations.

            Examples:
              USHER_APPLE_MSP_ID=… USHER_APPLE_SECRET=… usher serve
              usher serve --config /etc/usher/usher.yaml --port 9000
            """)

    @Option(help: "Read settings from this file.", completion: .file())
    var config: String?

    @Option(help: "Listen on this address (server.host).")
    var host: String?

    @Option(help: "Listen on this port (server.port).")
    var port: Int?

    @Flag(help: "Create an empty database although the previous one is missing (storage.path).")
    var newDatabase = false

    func run() async throws {
        let source = SettingsSource.here(file: config, options: options)
        let settings = try Bootstrap.settings(source, isServing: true)
        let bot = try Bootstrap.servedBot(source, settings)
        let level = SharedLogLevel(settings.logLevel)
        let logger = Bootstrap.logger(settings.logLevel, isJSON: settings.logsJSON).following(level)
        let studio = try studio(settings, source)
        defer { studio?.remove() }
        let service = try Bootstrap.orRefusal { () throws(UsherError) in
            try bot.service(logger: logger, level: level, beginsAnew: newDatabase, pages: studio?.pages)
        }
        try await Console.serving(host: settings.host, port: settings.port, key: "server.port") {
            try await ServiceGroup(
                services: [service, HangupService(service)], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            ).run()
        }
    }

    /// Returns the studio and the desk, if the settings want them.
    private func studio(_ settings: ServerSettings, _ source: SettingsSource) throws -> ServedStudio? {
        guard settings.hasStudio == true else { return nil }
        do {
            return try ServedStudio(
                flows: try? ProjectFolder(flows: source.inProject(settings.flowsPath)),
                version: UsherCommand.configuration.version, isStrict: settings.isStrict)
        } catch {
            try Bootstrap.refuse("the studio cannot write the folder for temporary files: \(error)")
        }
    }

    private var options: [String: String] {
        var options: [String: String] = [:]
        options["server.host"] = host
        options["server.port"] = port.map(String.init)
        return options
    }
}
