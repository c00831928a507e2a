import ArgumentParser
import ConversationRuntime
import Diagnostics
import Expressions
import FlowCompiler
import FlowModel
import FlowPublishing
import Forecasts
import JSON
import Projects
import Replays
import SQLStorage
import Server
import Usher

/// `usher replay`: plays kept conversations on flows as they are edited now.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play kept conversations on edited flows, and report what would have been different.",
        discussion: """
            Takes the conversations of the database, plays what their customers did on the flows of PATH, and reports how many
            go the same way, how many differ and where, and whether those would have ended better or worse. Each difference is
            shown with the transcript of a conversation, with stand-ins for private answers.

            Nothing is sent, called or changed: results of calls are the kept ones. A server may run meanwhile. The report is
            entered in the audit log.

            PATH is a project folder. The database is that of this project, or of the settings that --config names.

            Examples:
              usher replay
              usher replay --since "30 days"
              usher replay --flow booking --limit 1000
              usher replay ../shop-edited --config /etc/usher/usher.yaml
              usher replay --format json | jq '.classes[] | {step, was, is, count}'

            A conversation in which only words differ goes the same way; with --texts it goes another one.

            Exit code 0: played, whatever differs. 1: the flows have errors. 2: wrong use, or there is no database. 3: there is
            no such flow.
            """)

    @Argument(
        help: "The project folder with the edited flows; without it, the flows of the settings.", completion: .directory
    )
    var path: String?

    @OptionGroup var access: OperatorAccess

    @Option(help: "Play conversations that were active since then: a date, a time, or a duration such as \"30 days\".")
    var since: String?

    @Option(help: "Play only conversations that came by this flow.")
    var flow: String?

    @Option(help: "Play at most this many conversations, the latest ones.")
    var limit: Int?

    @Flag(help: "Count other words as another way.")
    var texts = false

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func validate() throws {
        if let since, PastMoment.reading(since, now: Console.now) == nil {
            throw ValidationError("`--since` must be \(PastMoment.expected).")
        }
        if let limit, limit < 1 { throw ValidationError("`--limit` must be at least 1.") }
    }

    func run() async throws {
        let now = Console.now
        let start = since.flatMap { PastMoment.reading($0, now: now) }
        let bot = try editedBot(now)
        if let flow, bot.start(of: flow) == nil {
            let names = bot.flows.map(\.name).joined(separator: ", ")
            try Bootstrap.refuse("there is no flow called \(flow); the flows are \(names)", code: Console.notFound)
        }
        let database = try access.open()
        try await database.record(.replay) { $0.object = "version \(bot.version)" }
        let bar = ProgressLine()
        let run = ReplayRun(
            of: bot, ReplayRun.Selection(since: start, flow: flow, limit: limit), comparesTexts: texts,
            sessions: database.sessions, operators: database.operators)
        let report = try await run.run(at: now) { bar.say("played \($0.grouped) of \($1.grouped) sessions") }
        bar.clear()
        switch format {
        case .json:
            var json = report.json
            json["version"] = .string(bot.version)
            json["since"] = start.map { .string($0.iso) } ?? .null
            print(JSONValue.object(json).prettyText)
        case .text: print(try await text(of: report, start, database))
        }
    }

    private func editedBot(_ now: Moment) throws -> Bot {
        let settings = try Bootstrap.settings(SettingsSource.here(file: access.config), isServing: false)
        let sources = try Console.orWrongUse { () throws(ProjectError) in
            let folder =
                if let path { try ProjectFolder(at: path) } else { try ProjectFolder(flows: settings.flowsPath) }
            return try FlowSources(in: folder, actions: settings.actionsPath, services: settings.servicesPath)
        }
        let compilation = sources.compile(isStrict: false, now: now)
        guard let bot = compilation.bot else {
            Console.show(compilation.report)
            Console.note("usher: nothing was played: the flows have \(compilation.report.summary)")
            throw ExitCode(1)
        }
        return bot
    }

    /// The report, and of when the earliest event is if that is later than it was asked for: earlier ones may have been
    /// removed. Of a part of the conversations it would say nothing.
    private func text(of report: ReplayReport, _ start: Moment?, _ database: StoredData) async throws -> String {
        if report.conversations == 0, !report.leavesOut {
            let latest = try await database.operators.sessions(SessionFilter(), skipping: 0, limit: 1).first?.activeAt
            guard let latest else { return "no conversation is kept in the database" }
            return "no conversation fits; the latest one that is kept was active at \(latest.iso)"
        }
        guard limit == nil, flow == nil, let earliest = report.keptSince, start.map({ earliest > $0 }) ?? true else {
            return report.text
        }
        return report.text + "\n\nthe earliest event is of \(earliest.iso)"
    }
}
