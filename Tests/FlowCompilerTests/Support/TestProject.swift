import Diagnostics
import Expressions
import FlowCompiler

/// A small project in memory: a bot, a flow that reaches a person, and the files of a test, which override them.
struct TestProject: Sendable {
    var files: [String: [UInt8]]
    var assets: [String: Asset] = [:]
    /// Monday 2 March 2026, 10:00 in Berlin.
    var now = Moment(seconds: 1_772_442_000)
    var isStrict = true

    init(_ files: [String: String] = [:]) {
        self.files = files.mapValues { Array($0.utf8) }
    }

    static let bot = """
        bot: Broken
        zone: Europe/Berlin
        currency: EUR
        languages: [en, de]
        start: broken
        anywhere:
          agent, help, support: people/person
        hours:
          opening hours:
            Monday to Friday: 9:00 to 17:00
        people:
          team:
          desk:
            hours: opening hours
        if_silent:
          after: 10 minutes
          say: Are you still there?
          then: people/person
        if_other:
          say: Please choose an answer.
          then: people/person
        if_failed: people/person

        """

    static let people = """
        flow: people
        start: person
        steps:
          person:
            hand_over: team

        """

    var compilation: Compilation {
        var all = files
        all["bot.yaml"] = all["bot.yaml"] ?? Array(Self.bot.utf8)
        all["people.yaml"] = all["people.yaml"] ?? Array(Self.people.utf8)
        // Without a translation the usual bot speaks one language.
        if !all.keys.contains(where: { $0.contains(".de.") }), let bot = all["bot.yaml"],
            let text = String(validating: bot, as: UTF8.self)
        {
            all["bot.yaml"] = Array(text.replacing("languages: [en, de]\n", with: "languages: [en]\n").utf8)
        }
        let sources = all.keys.sorted().map { SourceFile(path: Self.path(of: $0), bytes: all[$0] ?? []) }
        return Compiler.compile(
            ProjectFiles(
                texts: sources.filter { $0.path.hasPrefix("Flows/") },
                actions: sources.first { $0.path == "Config/actions.yaml" },
                services: sources.first { $0.path == "Config/services.yaml" },
                assets: assets, version: "test"),
            options: CompilerOptions(now: now, isStrict: isStrict))
    }

    /// Returns the path of a file: files of `Flows/` are given by name, those of `Config/` by their whole path.
    static func path(of name: String) -> String { name.hasPrefix("Config/") ? name : "Flows/\(name)" }

    var report: DiagnosticReport { compilation.report }
}
