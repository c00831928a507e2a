import ArgumentParser
import Channels
import ConversationRuntime
import FlowModel
import JSON
import Projects
import SQLiteStorage
import Server
import Usher

/// `usher flow stats`.
struct FlowStats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Counts how customers came through each step of a flow, and where they were lost.",
        discussion: """
            All visits to a step that began in the span of time are counted, whenever they went on: answered; left because the
            customer was silent, replied too often with what fits nothing, or something failed; closed there; gone elsewhere
            by a word such as `help`; or still waiting. Drop-off is the share that was lost, of those whose end is known. The
            median is how long an answer took.

            Steps are listed as the published flows have them, else those of the settings; those that had another name count
            under their new one (`was`). Conversations that have been forgotten (`expires`, `retention.history`) are not in it.

            Examples:
              usher flow stats
              usher flow stats order --since "7 days"
              usher flow stats order --since 2026-12-01 --until 2026-12-08 --format json
            """)

    @Argument(help: "The name of a flow; without it, all.")
    var flow: String?

    @OptionGroup var span: VisitSpan

    @OptionGroup var access: OperatorAccess

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let store = try access.open()
        let bot = knownBot()
        if let flow, let bot, bot.start(of: flow) == nil, let mistake = bot.mistake(in: "", of: flow) {
            try Bootstrap.refuse(mistake)
        }
        let statistics = try await span.statistics(of: store, namedAsIn: bot)
        let report = FlowReport(statistics, of: bot, only: flow)
        switch format {
        case .json: print(report.json(since: span.start, until: span.end).prettyText)
        case .text:
            for line in report.lines { print(line) }
            if report.isEmpty { Console.note("nobody came by a step in that time") }
        }
    }

    /// Returns the bot published last, otherwise that of the settings; without one that compiles, steps are sorted by
    /// name.
    private func knownBot() -> Bot? {
        guard let settings = try? SettingsSource(file: access.config).settings(needsApple: false) else { return nil }
        if let published = try? CompiledProject.published(in: settings.storagePath, settings) { return published.bot }
        let folder = try? ProjectFolder(flows: settings.flowsPath)
        return folder.flatMap { try? CompiledProject(of: $0, settings).bot }
    }
}
