import Diagnostics
import Expressions
import FlowCompiler
import FlowModel

/// The bot.yaml of all flows, unless a test sets another: its people can always be reached.
let plainBot = """
    bot: Test Bot
    zone: Europe/Berlin
    start: main
    anywhere:
      agent, help, support: people/desk
    people:
      desk:
        address: front-desk
    if_silent: never
    if_other:
      say: Sorry?
      tries: 2
      then: people/desk
    if_failed: people/desk
    """

private let people = """
    flow: people
    start: desk
    steps:
      desk:
        say: One moment.
        hand_over: desk
        then: end
    """

/// Monday, 2 March 2026, 10:00 in Berlin.
let tenOClock = Moment(seconds: 1_772_442_000)

/// Compiles a bot from text: `main` without its first two lines (its first step is called `first`), and other flows by
/// name.
func bot(
    _ main: String, _ others: [String: String] = [:], bot: String = plainBot, actions: String? = nil,
    services: String? = nil, version: String = "1"
) throws -> Bot {
    var files = ["bot": bot, "people": people, "main": "flow: main\nstart: first\n" + main]
    files.merge(others) { _, written in written }
    return try FlowEngineTests.bot(
        files: files.sorted { $0.key < $1.key }.map { ("\($0.key).yaml", $0.value + "\n") }, actions: actions,
        services: services, version: version)
}

/// Compiles a bot from its files.
func bot(
    files: [(name: String, text: String)], actions: String? = nil, services: String? = nil, version: String
) throws -> Bot {
    let texts = files.map { SourceFile(path: "Flows/\($0.name)", text: $0.text) }
    let compilation = Compiler.compile(
        ProjectFiles(
            texts: texts, actions: actions.map { SourceFile(path: "Config/actions.yaml", text: $0) },
            services: services.map { SourceFile(path: "Config/services.yaml", text: $0) }, assets: [:],
            version: version), options: CompilerOptions(now: tenOClock))
    guard let bot = compilation.bot else { throw BrokenFlow(description: compilation.report.text()) }
    return bot
}

/// The error when a test's flow does not compile.
struct BrokenFlow: Error, CustomStringConvertible {
    let description: String
}
