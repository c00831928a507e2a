import Diagnostics
import Expressions
import FlowCompiler
import FlowEngine

/// Monday, 2 March 2026, 10:00 in Berlin.
let tenOClock = Moment(seconds: 1_772_442_000)

private let shared = """
    bot: Test Bot
    zone: Europe/Berlin
    start: main
    anywhere:
      agent, help, support: people/desk
    people:
      desk:
    if_silent: never
    if_other:
      say: Sorry?
      tries: 99
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

/// Counts the customer's messages: it answers each one with a text and asks the question again.
let echo = """
    steps:
      first:
        ask: Yes?
        text: one line
        then: heard
      heard:
        say: You said {first}.
        when:
          first is enough: bye
          otherwise: first
      bye:
        say: Bye.
        then: end
    """

/// Asks for a colour, reminds once after ten minutes, and reports when a question could not be delivered.
let colours = """
    steps:
      first:
        ask: Which?
        answers: [Red, Blue]
        then: done
        if_silent:
          after: 10 minutes
          say: Still there?
          repeats: 1
          then: bye
        if_failed:
          say: That did not arrive.
          then: bye
      done:
        say: {first} it is.
        then: end
      bye:
        say: Another time, then.
        then: end
    """

/// Returns the engine of a bot whose flow `main` has these steps.
func engine(
    _ steps: String, version: String = "1", bot lines: String = "", actions: String? = nil, services: String? = nil
) throws -> Engine {
    let files = ["bot": "\(shared)\n\(lines)", "people": people, "main": "flow: main\nstart: first\n" + steps]
    let texts = files.sorted { $0.key < $1.key }.map { SourceFile(path: "Flows/\($0.key).yaml", text: $0.value + "\n") }
    let compilation = Compiler.compile(
        ProjectFiles(
            texts: texts, actions: actions.map { SourceFile(path: "Config/actions.yaml", text: $0) },
            services: services.map { SourceFile(path: "Config/services.yaml", text: $0) }, assets: [:],
            version: version), options: CompilerOptions(now: tenOClock))
    guard let bot = compilation.bot else { throw BrokenFlow(description: compilation.report.text()) }
    return Engine(bot)
}

/// The error when a test's flow does not compile.
struct BrokenFlow: Error, CustomStringConvertible {
    let description: String
}
