import ArgumentParser
import Channels
import Concurrency
import Diagnostics
import Files
import FlowModel
import Foundation
import Logging
import Projects
import Server
import ServiceLifecycle
import Studio
import UnixSignals
import Usher

/// `usher dev`: the bot and a simulated Apple on one machine, without an Apple account.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Run the bot, the studio and a simulated Apple on this machine.",
        discussion: """
            Needs no Apple account. Open the link that it prints: the studio shows the text of the flows, their map and
            phones side by side. Or talk to the bot with `usher chat` in another terminal. Every start creates an empty
            database of its own. Changes saved in Flows/ or in the actions file take effect at once; if they contain an
            error, it is shown and the previous version keeps running. Where there is no project, it offers to make one.

            Examples:
              usher dev
              usher dev ../my-project --port 9000 --simulator-port 9001
            """)

    @Argument(help: "The project folder.", completion: .directory)
    var folder: String?

    @Option(help: "Use this project folder.", completion: .directory)
    var path: String?

    @Option(help: "Read settings from this file.", completion: .file())
    var config: String?

    @Option(help: "Run the bot's server on this port (server.port).")
    var port: Int?

    @Option(help: "Run the simulated Apple on this port (simulator.port).")
    var simulatorPort: Int?

    /// The folder of the project.
    private var project: String { folder ?? path ?? "." }

    func validate() throws {
        if folder != nil, path != nil { throw ValidationError("Name the project folder once.") }
    }

    func run() async throws {
        var options: [String: String] = [:]
        options["server.port"] = port.map(String.init)
        options["simulator.port"] = simulatorPort.map(String.init)
        let source = try await chosenSource(options)
        let settings = try Bootstrap.settingsForTrying(source)
        let folder = try Console.orWrongUse { () throws(ProjectError) in try ProjectFolder(at: source.project) }
        let bot = try Bootstrap.bot(of: folder, source, settings)
        for lack in bot.lacksInDevelopment { Console.note("usher: \(lack)") }
        if let bots = settings.botsPath {
            Console.note("usher: this is the server's own bot; `usher dev \(bots)/NAME` runs one of the others")
        }
        let studio = studio(of: folder, source, settings)
        let clock = TurnableClock()
        let logger = Bootstrap.logger(max(settings.logLevel, .notice), isJSON: settings.logsJSON)
        let server = try Bootstrap.orRefusal { () throws(UsherError) in
            try bot.development(
                database: database(settings), settings: settings, clock: clock, logger: logger,
                watcher: watcher(folder, settings, bot), folder: folder, pages: studio?.pages
            ) { running in
                studio?.runs(running, clock: clock)
                greet(bot.project.bot.name, running, studio)
            }
        }
        try await Console.serving(host: settings.host, port: settings.port, key: "server.port") {
            try await ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
                .run()
        }
    }

    /// The settings of the project: the one that was named, the one that contains this folder, or one that is made now.
    private func chosenSource(_ options: [String: String]) async throws -> SettingsSource {
        let found = SettingsSource.here(project, file: config, options: options)
        guard project == ".", config == nil, ProjectPlace.isMissing(found.project) else { return found }
        let made = try await ProjectOffer.make()
        return SettingsSource(project: made, options: options, resolvesPaths: true)
    }

    /// Returns a separate database beside the production server's, which is not touched.
    private func database(_ settings: ServerSettings) -> String {
        URL(filePath: settings.storagePath).deletingLastPathComponent().appending(path: "dev.sqlite").path
    }

    /// Returns the studio of the project; `nil` when it is switched off, or, with a note, when its folder cannot be written.
    private func studio(
        of folder: ProjectFolder, _ source: SettingsSource, _ settings: ServerSettings
    ) -> StudioSite? {
        guard settings.hasStudio ?? true else { return nil }
        do throws(FileError) {
            return try StudioSite(
                of: folder, version: UsherCommand.configuration.version, isStrict: settings.isStrict,
                published: { PublishedSteps.of($0) },
                publication: { [storage = settings.storage] in PublishedFlows.of(folder, storage: storage) },
                server: ProjectServer.of(folder, source, settings))
        } catch {
            Console.note("usher: there is no studio: \(error)")
            return nil
        }
    }

    /// Applies saved files, and reports the result.
    private func watcher(_ folder: ProjectFolder, _ settings: ServerSettings, _ bot: UsherBot) -> FlowWatcher {
        FlowWatcher(
            folder: folder, actions: settings.actionsPath, services: settings.servicesPath, isStrict: settings.isStrict
        ) { news in
            switch news {
            case .live(let new, let report):
                show(report)
                var bot = bot
                bot.project.bot = new
                for lack in bot.lacksInDevelopment { Console.note("usher: \(lack)") }
                Console.note("usher: saved changes are active")
            case .restored: Console.note("usher: no errors any more; the flows are unchanged")
            case .broken(let report):
                show(report)
                Console.note("usher: \(report.summary); the previous version keeps running")
            case .unreadable(let reason): Console.note("usher: \(reason); the previous version keeps running")
            }
        }
    }

    private func show(_ report: DiagnosticReport) {
        if report.diagnostics.isEmpty { return }
        Console.show(report)
    }

    /// Returns the address of the web chat.
    private func chatPage(_ running: DevelopmentServer.Running) -> String {
        running.hasWebChat ? "\n  web chat         http://127.0.0.1:\(running.serverPort)/chat" : ""
    }

    private func greet(_ bot: String, _ running: DevelopmentServer.Running, _ studio: StudioSite?) {
        let link =
            studio.map { studio in
                """

                  studio           \(studio.link(port: running.serverPort))
                  desk             \(studio.deskLink(port: running.serverPort))

                """
            } ?? ""
        let chat = running.simulatorPort == 8081 ? "chat" : "chat --simulator-port \(running.simulatorPort)"
        StandardOutput.announce(
            """

            \(bot.withoutControls) is running.
            \(link)
              server           http://127.0.0.1:\(running.serverPort)
              simulated Apple  http://127.0.0.1:\(running.simulatorPort)\(chatPage(running))

            Talk to it in a second terminal:

              \(Console.program) \(chat)

            Changes saved in Flows/ take effect at once. Stop with Ctrl-C.
            """)
    }
}
