import ArgumentParser
import Channels
import ConversationRuntime
import Diagnostics
import Expressions
import FlowModel
import FlowPublishing
import Foundation
import JSON
import Projects
import SQLStorage
import Server
import Storage
import Usher

/// `usher publish`: publishes flows to the server.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish flows to the server, or report the effect of publishing them.",
        discussion: """
            Stores the flows, translations, actions, services and pictures of the project in the database as a version, named
            by their hash, and publishes it. Running servers activate it within two seconds, others when they start.
            Flows with an error are rejected, and so are flows that need a secret or a setting that is not set: run the
            command where the server's environment variables are set. The command waits until all running servers have
            activated the version, up to five seconds longer than the first, and names those that have not answered.

            --dry-run publishes nothing. It runs the new flows for every waiting customer, in a copy of the live database, and
            reports who keeps their place, who is moved by `was`, whose answer leads elsewhere, who is asked again, and who
            would be stuck. Above its report stand up to ten sentences on what the flows mean for customers; `usher diff`
            shows all of them, each with a conversation.

            Examples:
              usher publish --dry-run
              usher publish --note "The winter menu"
              usher publish ../shop --config /etc/usher/usher.yaml
              usher publish --version 9f3a12c4d5e6            # an earlier version; `usher versions` lists them
              usher publish --dry-run --format json | jq '.dry_run.fates'

            Exit code 0: published, or no customer would be stuck. 1: the flows have errors, a customer would be stuck, or a
            server rejected the version. 2: wrong use, or a secret, a setting or the database is missing.
            """)

    @Argument(help: "The project folder; without it, the flows of the settings.", completion: .directory)
    var path: String?

    @Option(
        help: "Read settings from this file; its `storage.path` or `storage.url` locates the database.",
        completion: .file())
    var config: String?

    @Option(help: "Publish this stored version, named by its hash or the beginning of it.")
    var version: String?

    @Option(help: "Describe the version with this note, for `usher versions`.")
    var note = ""

    @Option(help: "Record this author; without it, the user of this terminal.")
    var by: String?

    @Flag(help: "Publish nothing; report the effect on open conversations.")
    var dryRun = false

    @Flag(help: "List every customer, with --dry-run.")
    var all = false

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func validate() throws {
        if path != nil, version != nil { throw ValidationError("Name a folder or a version, not both.") }
        if all, !dryRun { throw ValidationError("`--all` requires `--dry-run`.") }
    }

    func run() async throws {
        let source = try chosenSource
        let settings = try Bootstrap.settings(source, isServing: false)
        let storage = settings.storage
        if dryRun || version != nil { try OperatorAccess.expect(storage) }
        let validator = PublishValidator(needs: UsherBot.needs(source, settings), isStrict: settings.isStrict)
        // Flows that cannot be published must not create a database.
        let ofFolder = version == nil ? try await ofFolder(settings, validator) : nil
        let database = try OperatorAccess.opened(settings)
        let publisher = Publisher(store: database.versions, validator: validator)
        let candidate = try await PublishRefusal.orEnd {
            if let ofFolder { ofFolder } else { try await publisher.candidate(named: version ?? "") }
        }
        for warning in candidate.warnings { Console.note("usher: \(warning)") }
        if candidate.report.warnings > 0 {
            Console.note("usher: the flows have \(candidate.report.summary); `usher check` shows them")
        }
        if dryRun {
            try await database.record(.dryRun) { $0.object = "version \(candidate.bot.version)" }
            return try await DryRunPrinter(
                copies: database.copies, publisher: publisher, candidate: candidate, format: format
            )
            .run(all: all)
        }
        let isServed = try await storage.isServed(database)
        let servers = isServed ? ActivationWait(publisher, nodes: database.nodes) : nil
        try await publish(candidate, publisher, servers: servers, storage)
    }

    /// The settings of the server, or of the bot of a server whose folder was named: its flows belong into its own database.
    private var chosenSource: SettingsSource {
        get throws {
            let here = SettingsSource.here(file: config)
            guard let path, let bot = BotPlace(of: path) else { return here }
            if config == nil { return SettingsSource(project: path) }
            guard here.bot?.folder == bot.folder else {
                try Bootstrap.refuse(
                    "\(path) is the bot `\(bot.name)` of \(bot.server.file.path), and `--config` names the settings of another; leave "
                        + "one of both out")
            }
            return here
        }
    }

    private func ofFolder(_ settings: ServerSettings, _ validator: PublishValidator) async throws -> Candidate {
        let sources = try Console.orWrongUse { () throws(ProjectError) in
            let folder =
                if let path { try ProjectFolder(at: path) } else { try ProjectFolder(flows: settings.flowsPath) }
            return try FlowSources(in: folder, actions: settings.actionsPath, services: settings.servicesPath)
        }
        return try await PublishRefusal.orEnd { try validator.candidate(sources) }
    }

    /// Publishes, and waits for the answers of the running servers.
    ///
    /// - Parameter servers: `nil` when no server is running.
    private func publish(
        _ candidate: Candidate, _ publisher: Publisher, servers: ActivationWait?, _ storage: StoragePlace
    ) async throws {
        let publication = try await PublishRefusal.orEnd {
            try await publisher.publish(
                candidate, by: by ?? Self.user, note: note,
                recording: .ofCommand(.publish) { $0.object = "version \(candidate.bot.version)" })
        }
        if format == .json { print(publication.json.prettyText) } else { print("published \(publication.version)") }
        guard let servers else {
            return Console.note("no server uses \(storage); the next one activates the version when it starts")
        }
        let report = try await servers.report(of: publication)
        Console.note(report.text)
        if case .refused? = report.outcome { throw ExitCode(1) }
    }

    /// The user of this terminal.
    static var user: String {
        let environment = ProcessInfo.processInfo.environment
        return environment["SUDO_USER"] ?? environment["USER"] ?? environment["LOGNAME"] ?? "user \(getuid())"
    }
}

extension PublishRefusal {
    /// Runs `work`; reports why flows are not published and ends the command.
    static func orEnd<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let refusal as PublishRefusal {
            throw refusal.told
        }
    }

    /// Reports the reason. Returns the exit code of the command.
    var told: ExitCode {
        switch self {
        case .broken(let report):
            Console.show(report)
            Console.note("usher: \(self); nothing was published")
            return ExitCode(1)
        case .lacking(let lacks): for lack in lacks { Console.note("usher: \(lack)") }
        case .unknown:
            Console.note("usher: \(self)")
            return Console.notFound
        case .ambiguous, .unreadable: Console.note("usher: \(self)")
        }
        return ExitCode(2)
    }
}
