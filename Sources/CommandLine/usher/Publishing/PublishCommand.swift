import ArgumentParser
import Channels
import ConversationRuntime
import Diagnostics
import Expressions
import FlowPublishing
import Foundation
import JSON
import Projects
import SQLiteStorage
import Server
import Usher

/// `usher publish`: publishes flows to the server.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Lets the server answer with these flows, or tells what that would mean.",
        discussion: """
            Keeps the flows, translations, actions, services and pictures of the project with the database, under a hash of all
            of it, and makes them the published ones. A running server answers with them within two seconds, one that is started
            later from its start. Flows with an error are refused, and so are those that need a secret or a setting which is not
            there: run it where the variables of the server are set.

            --dry-run publishes nothing. It plays the new flows over every customer who waits, in a copy of the live database,
            and tells who keeps their place, who is moved by `was`, for whom something leads elsewhere, who is asked again, and
            who would be stuck.

            Examples:
              usher publish --dry-run
              usher publish --note "The winter menu"
              usher publish ../shop --config /etc/usher/usher.yaml
              usher publish --version 9f3a12c4d5e6            # back to that one; `usher versions` lists them
              usher publish --dry-run --format json | jq '.dry_run.fates'

            Exit code 0: it is published, or nobody would be stuck. 1: the flows have errors, somebody would be stuck, or the
            server refuses them. 2: wrong use, or something is missing.
            """)

    @Argument(help: "The project folder; without one, the flows of the settings.", completion: .directory)
    var path: String?

    @Option(help: "The file of settings; storage.path says where the database lies.", completion: .file())
    var config: String?

    @Option(help: "A version that was kept, by its hash or the beginning of it.")
    var version: String?

    @Option(help: "What it is about, for those who list versions.")
    var note = ""

    @Option(help: "Who publishes; without it the user of this terminal.")
    var by: String?

    @Flag(help: "Publish nothing; tell what it would mean for everybody who waits.")
    var dryRun = false

    @Flag(help: "With --dry-run: tell it of each customer.")
    var all = false

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    func validate() throws {
        if path != nil, version != nil { throw ValidationError("Name a folder or a version, not both.") }
        if all, !dryRun { throw ValidationError("`--all` goes with `--dry-run`.") }
    }

    func run() async throws {
        let source = SettingsSource(file: config)
        let settings = try Bootstrap.settings(source, needsApple: false)
        let isThere = FileManager.default.fileExists(atPath: settings.storagePath)
        if !isThere, dryRun || version != nil {
            try Bootstrap.refuse(
                "there is no database at \(settings.storagePath); name the server's settings with `--config`")
        }
        let validator = PublishValidator(needs: UsherBot.needs(source, settings), isStrict: settings.isStrict)
        // Flows that cannot be published must not create a database.
        let ofFolder = version == nil ? try await ofFolder(settings, validator) : nil
        let store = try Console.opening { () throws(StorageError) in
            try SQLiteSessionStore(path: settings.storagePath, isOwner: false, key: settings.storageKey)
        }
        let publisher = Publisher(store: store, validator: validator)
        let candidate = try await PublishRefusal.orEnd {
            if let ofFolder { ofFolder } else { try await publisher.candidate(named: version ?? "") }
        }
        for warning in candidate.warnings { Console.note("usher: \(warning)") }
        if candidate.report.warnings > 0 {
            Console.note("usher: the flows have \(candidate.report.summary); `usher check` shows them")
        }
        if dryRun {
            return try await DryRunPrinter(store: store, publisher: publisher, candidate: candidate, format: format)
                .run(all: all)
        }
        try await publish(candidate, publisher, settings.storagePath)
    }

    private func ofFolder(_ settings: ServerSettings, _ validator: PublishValidator) async throws -> Candidate {
        let sources = try Console.orWrongUse { () throws(ProjectError) in
            let folder =
                if let path { try ProjectFolder(at: path) } else { try ProjectFolder(flows: settings.flowsPath) }
            return try FlowSources(in: folder, actions: settings.actionsPath, services: settings.servicesPath)
        }
        return try await PublishRefusal.orEnd { try validator.candidate(sources) }
    }

    /// Publishes, and waits for the running server's response.
    private func publish(_ candidate: Candidate, _ publisher: Publisher, _ database: String) async throws {
        let publication = try await PublishRefusal.orEnd {
            try await publisher.publish(candidate, by: by ?? Self.user, note: note)
        }
        if format == .json { print(publication.json.prettyText) } else { print("published \(publication.version)") }
        guard SQLiteSessionStore.isOwned(database) else {
            return Console.note("no server uses \(database); the next one answers with it")
        }
        switch try await outcome(of: publication, publisher) {
        case .answers: Console.note("the server answers with it")
        case .refused(let reason):
            Console.note("usher: the server refuses it, and goes on with the version before: \(reason)")
            throw ExitCode(1)
        case nil: Console.note("the server has not taken it over yet; its log says what it waits for")
        }
    }

    /// Returns the server's response within ten seconds.
    private func outcome(of publication: Publication, _ publisher: Publisher) async throws -> Publisher.Outcome? {
        let clock = SystemClock()
        let end = clock.now + .seconds(10)
        while clock.now < end {
            if let outcome = try await publisher.outcome(of: publication) { return outcome }
            try await clock.sleep(until: clock.now + .milliseconds(100))
        }
        return nil
    }

    private static var user: String {
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
