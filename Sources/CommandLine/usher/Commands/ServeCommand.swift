import ArgumentParser
import Logging
import Server
import ServiceLifecycle
import UnixSignals
import Usher

/// `usher serve`: the production server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs the bot for Apple Messages for Business.",
        discussion: """
            Reads Config/usher.yaml, overridden by environment variables (apple.msp_id → USHER_APPLE_MSP_ID) and by the
            options below. Refuses to start on a broken flow or a wrong setting, and says why.

            What was published last (`usher publish`) runs; while nothing ever was, the folder of flows does.

            Stop it with Ctrl-C or SIGTERM: what was accepted is kept, and goes on after the next start. SIGHUP reads secrets,
            certificates and the settings that can change again. A listening socket that systemd passes takes the place of
            --host and --port.

            A database that was created and is not there any more is not replaced by an empty one: put it back, or say
            --new-database when conversations are to begin anew.

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

    @Flag(help: "Begin with an empty database where one has been (storage.path).")
    var newDatabase = false

    func run() async throws {
        let source = SettingsSource(file: config, options: options)
        let settings = try Bootstrap.settings(source, needsApple: true)
        let bot = try Bootstrap.servedBot(source, settings)
        let level = SharedLogLevel(settings.logLevel)
        let logger = Bootstrap.logger(settings.logLevel, isJSON: settings.logsJSON).following(level)
        let service = try Bootstrap.orRefusal { () throws(UsherError) in
            try bot.service(logger: logger, level: level, beginsAnew: newDatabase)
        }
        try await Console.serving(host: settings.host, port: settings.port, key: "server.port") {
            try await ServiceGroup(
                services: [service, HangupService(service)], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            ).run()
        }
    }

    private var options: [String: String] {
        var options: [String: String] = [:]
        options["server.host"] = host
        options["server.port"] = port.map(String.init)
        return options
    }
}
