import ArgumentParser
import Channels
import ConversationRuntime
import FlowModel
import JSON
import Projects
import SQLStorage
import SQLiteStorage
import Server
import Usher

/// `usher flow stats`.
struct FlowStats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Report visits, answers and drop-offs for each step of a flow.",
        discussion: """
            Counts all visits to a step that began in the time span, whenever they ended: answered; left because the customer
            was silent, exceeded the limit of invalid replies, or a call failed; closed there; left by a word such as `help`;
            or still waiting. Drop-off is the share of ended visits that were lost. The median is the time to an answer.

            Lists the steps of the published flows, or of the folder if none were published; visits to a renamed step count
            under its new name (`was`). Expired conversations (`expires`, `retention.history`) are not included.

            Examples:
              usher flow stats
              usher flow stats order --since "7 days"
              usher flow stats order --since 2026-12-01 --until 2026-12-08 --format json
            """)

    @Argument(help: "The name of a flow; without it, all flows.")
    var flow: String?

    @OptionGroup var span: VisitSpan

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let operators = try access.open().operators
        let bot = knownBot()
        if let flow, let bot, bot.start(of: flow) == nil, let mistake = bot.mistake(in: "", of: flow) {
            try Bootstrap.refuse(mistake)
        }
        let statistics = try await span.statistics(of: operators, namedAsIn: bot)
        let report = FlowReport(statistics, of: bot, only: flow)
        switch format {
        case .json: print(report.json(since: span.start, until: span.end).prettyText)
        case .text:
            for line in report.lines { print(line) }
            if report.isEmpty { Console.note("no visits in this time span") }
        }
    }

    /// Returns the bot published last, otherwise that of the settings; without one that compiles, steps are sorted by
    /// name.
    private func knownBot() -> Bot? {
        guard let settings = try? SettingsSource.here(file: access.config).settings(isServing: false) else {
            return nil
        }
        if let published = try? CompiledProject.published(in: settings.storage, settings) { return published.bot }
        let folder = try? ProjectFolder(flows: settings.flowsPath)
        return folder.flatMap { try? CompiledProject(of: $0, settings).bot }
    }
}
