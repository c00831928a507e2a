import ArgumentParser
import Channels
import ConversationRuntime
import FlowEngine
import SQLiteStorage
import Server

/// `usher sessions move`.
struct MoveSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Has a conversation go on at another step.",
        discussion: """
            The customer hears what the step says, and is asked its question; a running server sends it within two seconds.
            Answers stay as they are, so the step can only be one whose texts have all they need. What was asked or called before
            is left. The published flows say where the step is, or those of the settings while none are published.

            Examples:
              usher sessions move 7 ask-day
              usher sessions move urn:mbid:3f2a-19 welcome --flow repair

            Exit code 1: it cannot be, for the reason that is told; nothing has changed.
            """)

    @Argument(help: "The customer's id or the session's number.")
    var id: String

    @Argument(help: "The step.")
    var step: String

    @Option(help: "The step's flow; without it, the one in which the conversation stands.")
    var flow: String?

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let store = try access.open()
        let summary = try await store.onlySession(id)
        let bot = try access.bot()
        let flow = flow ?? summary.flow
        if let mistake = bot.mistake(in: step, of: flow) { try Bootstrap.refuse(mistake) }
        let operations = try access.operations(on: store)
        do {
            switch try await operations.move(summary, to: step, of: flow, with: Engine(bot)) {
            case .moved: Console.note("session \(summary.id.number) goes on at \(flow)/\(step)")
            case .impossible(let reason):
                Console.note("usher: session \(summary.id.number) stays where it is: \(reason)")
                throw ExitCode(1)
            }
        } catch let error as UnreadableSession {
            try Bootstrap.refuse("\(error); `usher sessions erase \(summary.id.number)` removes it")
        }
    }
}
