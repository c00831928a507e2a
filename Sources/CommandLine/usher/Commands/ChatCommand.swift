import ArgumentParser
import Channels
import Concurrency
import CurlClient
import Expressions
import FlowModel
import Foundation
import Logging
import Projects
import Server
import ServiceLifecycle
import TerminalChat
import UnixSignals
import Usher

/// `usher chat`: a customer's device in the terminal, over the real protocol.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Talk to the bot as a customer.",
        discussion: """
            Connects to the running `usher dev` of this project. If none runs, or if a flow is named, it starts a server
            of its own. With `--simulator-port` it connects to the `usher dev` on that port, whatever its project.
            Buttons, lists and times are numbered: type a number, a label or any text. Forms are asked page by page.
            `:wait 10 minutes` advances the clock, `:photo bike.jpg` sends a photo, `:help` lists all commands.

            Examples:
              usher chat
              usher chat --device old-iphone
              usher chat --device web
              usher chat --language de
              usher chat bike-repair
              usher chat ../my-project
              usher chat --save Flows/bike-repair.transcript
              printf 'hello\\n1\\n2\\n' | usher chat
              printf 'hello\\n:photo bike.jpg\\n' | usher chat bike-repair
            """)

    @Argument(help: "The flow to begin with, instead of `start` of bot.yaml; or the project folder.")
    var flowOrFolder: String?

    @Option(help: "Simulate this device: iphone, old-iphone (text only), mac or web (the web chat).")
    var device: ChatDevice = .iphone

    @Option(help: "Give the device this language, such as de or de-CH; without it, it names none.")
    var language: DeviceLanguage?

    @Option(help: "Append the chat to this transcript.", completion: .file(extensions: ["transcript"]))
    var save: String?

    @Option(help: "Read the flows of this project folder, for a server of its own.", completion: .directory)
    var path: String?

    @Option(help: "Read settings from this file.", completion: .file())
    var config: String?

    @Option(help: "Connect to the simulated Apple of `usher dev` on this port (simulator.port).")
    var simulatorPort: Int?

    /// Whether the argument is a folder: no flow has a name with a slash or a point, and a folder has flows in it.
    private var isFolder: Bool {
        flowOrFolder.map { name in
            name.contains("/") || name.hasPrefix(".") || FileManager.default.fileExists(atPath: "\(name)/Flows")
        } ?? false
    }

    /// The flow to begin with.
    private var flow: String? { isFolder ? nil : flowOrFolder }

    /// The folder of the project.
    private var project: String { (isFolder ? flowOrFolder : path) ?? "." }

    func validate() throws {
        if isFolder, path != nil { throw ValidationError("Name the project folder once.") }
    }

    func run() async throws {
        let settings = try Bootstrap.settingsForTrying(source)
        try await CurlClient.whileNeeded { try await chat(settings, $0) }
    }

    private func chat(_ settings: ServerSettings, _ client: CurlClient) async throws {
        let running = SimulatorClient(
            client: client, base: "http://127.0.0.1:\(settings.simulatorPort)", terminal: terminal)
        if flow == nil, let business = await running.business(), serves(business, settings.simulatorPort) {
            try await chat(running, business.id, server: nil, try recorder(settings))
        } else if simulatorPort != nil, flow == nil {
            try Bootstrap.refuse("no `usher dev` responds on port \(settings.simulatorPort); start it first")
        } else {
            try await chatWithOwnServer(settings, client)
        }
    }

    /// Whether the chat belongs to a running server, and not to one of its own. Reports a server of another project.
    private func serves(_ business: SimulatorClient.Business, _ port: Int) -> Bool {
        guard let theirs = business.project else { return true }
        let own = try? ProjectFolder(at: ProjectPlace.path(project)).realPath
        guard theirs != own else { return true }
        if own == nil || simulatorPort != nil {
            Console.note("usher: the `usher dev` on port \(port) runs the project \(theirs)")
            return true
        }
        Console.note(
            "usher: the `usher dev` on port \(port) runs another project, \(theirs); this chat has a server of its own "
                + "(--simulator-port \(port) connects to that one)")
        return false
    }

    private var terminal: Terminal { Terminal() }

    private var source: SettingsSource {
        SettingsSource.here(
            project, file: config,
            options: simulatorPort.map { ["simulator.port": String($0)] } ?? [:])
    }

    private func chat(
        _ simulator: SimulatorClient, _ business: String, server: String?, _ recorder: ChatRecorder?
    ) async throws {
        let conversation = TerminalConversation(
            simulator, device: device, language: language, terminal: terminal)
        let recorded: ChatRecorder?
        do throws(ChatFailure) {
            recorded = try await conversation.run(
                with: business, server: server, recorder: recorder, lines: InputLines.stream)
        } catch {
            try Bootstrap.refuse("\(error)")
        }
        if let save, let recorded { write(recorded, to: save) }
    }

    /// Whether `usher test` plays a file: it is a transcript in `Flows/` of the project.
    private func isPlayed(_ file: String) -> Bool {
        guard file.hasSuffix(".transcript"), let folder = try? ProjectFolder(at: ProjectPlace.path(project)) else {
            return false
        }
        let flows = URL(filePath: "\(folder.path)/Flows").resolvingSymlinksInPath().path
        return URL(filePath: file).deletingLastPathComponent().resolvingSymlinksInPath().path == flows
    }

    private func write(_ recorder: ChatRecorder, to file: String) {
        do {
            try recorder.save(to: file)
            Console.note(
                isPlayed(file)
                    ? "saved to \(file); play it with `usher test \(file)`"
                    : "saved to \(file); `usher test` plays the transcripts in Flows/, whose names end in .transcript")
        } catch {
            Console.note("usher: cannot write \(file): \(error.localizedDescription)")
        }
    }

    /// Returns the recorder of the chat, with the bot's time zone.
    private func recorder(_ settings: ServerSettings) throws -> ChatRecorder? {
        guard let save else { return nil }
        let folder = try Console.orWrongUse { () throws(ProjectError) in
            try ProjectFolder(at: ProjectPlace.path(project))
        }
        let bot = try Bootstrap.bot(of: folder, source, settings).project.bot
        if isPlayed(save), !bot.flows.contains(where: { $0.name == save.flowOfTranscript }) {
            let own = flow ?? bot.flows[bot.start.flow].name
            try Bootstrap.refuse(
                "a transcript is named after its flow, and there is no flow `\(save.flowOfTranscript)`; "
                    + "save to Flows/\(own).\(save.flowOfTranscript).transcript")
        }
        return ChatRecorder(bot: bot, device: device, language: language, start: Console.now)
    }

    private func chatWithOwnServer(_ settings: ServerSettings, _ client: CurlClient) async throws {
        let folder = try Console.orWrongUse { () throws(ProjectError) in
            try ProjectFolder(at: ProjectPlace.path(project))
        }
        var bot = try Bootstrap.bot(of: folder, source, settings)
        for lack in bot.lacksInDevelopment { Console.note("usher: \(lack)") }
        if let language { noteUnspoken(language, bot.project.bot) }
        if let flow {
            guard let start = bot.project.bot.start(of: flow) else {
                let names = bot.project.bot.flows.map(\.name).joined(separator: ", ")
                try Bootstrap.refuse("there is no flow `\(flow)`; the flows are \(names)")
            }
            bot.project.bot.start = start
        }
        let data = FileManager.default.temporaryDirectory.appending(path: "usher-chat-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: data) }
        var ports = settings
        (ports.port, ports.simulatorPort) = (try FreePort.find(), 0)
        try await serve(bot, ports, data.appending(path: "chat.sqlite").path, client)
    }

    /// Reports that a bot answers in another language than the device has.
    private func noteUnspoken(_ language: DeviceLanguage, _ bot: Bot) {
        let spoken = bot.language(for: language.tag)
        guard spoken.prefix(while: { $0 != "-" }).lowercased() != language.language.lowercased() else { return }
        Console.note("usher: the bot does not speak `\(language.tag)`; it answers in `\(spoken)`")
    }

    /// Runs a server for this chat until the chat ends.
    private func serve(
        _ bot: UsherBot, _ settings: ServerSettings, _ database: String, _ client: CurlClient
    ) async throws {
        let (ready, isReady) = AsyncStream.makeStream(of: DevelopmentServer.Running.self)
        let logger = Bootstrap.logger(.error)
        let server = try Bootstrap.orRefusal { () throws(UsherError) in
            try bot.development(database: database, settings: settings, clock: TurnableClock(), logger: logger) {
                isReady.yield($0)
            }
        }
        let services = ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { isReady.finish() }
                try await services.run()
            }
            for await running in ready {
                let simulator = SimulatorClient(
                    client: client, base: "http://127.0.0.1:\(running.simulatorPort)", terminal: terminal)
                let address = "http://127.0.0.1:\(running.serverPort)"
                try await chat(simulator, DevelopmentServer.business, server: address, try recorder(settings))
                break
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }
}

extension ChatDevice: ExpressibleByArgument {}

extension DeviceLanguage: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
