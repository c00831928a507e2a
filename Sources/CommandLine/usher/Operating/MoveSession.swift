import ArgumentParser
import Channels
import ConversationRuntime
import FlowEngine
import SQLStorage
import SQLiteStorage
import Server

/// `usher sessions move`.
struct MoveSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a conversation to another step.",
        discussion: """
            The customer receives the texts of the step and its question; a running server sends them within two seconds.
            Answers are kept, so all values that the texts of the step use must exist. An open question or call is abandoned.
            The step belongs to the published flows, or to those of the folder if none were published.

            Examples:
              usher sessions move 7 ask-day
              usher sessions move urn:mbid:3f2a-19 welcome --flow repair

            Exit code 0: moved. 1: it cannot be moved; the reason is shown, and nothing has changed.
            """)

    @Argument(help: "The customer's id or the number of the session.")
    var id: String

    @Argument(help: "The name of the step.")
    var step: String

    @Option(help: "Look for the step in this flow; without it, in the conversation's current flow.")
    var flow: String?

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let summary = try await database.operators.onlySession(id)
        let bot = try access.bot()
        let flow = flow ?? summary.flow
        if let mistake = bot.mistake(in: step, of: flow) { try Bootstrap.refuse(mistake) }
        let operations = try access.operations(on: database)
        let entry = AuditEntry.ofCommand(.moveSession) { entry in
            entry.concern(summary)
            entry.add("step", "\(flow)/\(step)")
        }
        do {
            switch try await operations.move(summary, to: step, of: flow, with: Engine(bot), recording: entry) {
            case .moved: Console.note("session \(summary.id.number) was moved to \(flow)/\(step)")
            case .impossible(let reason):
                Console.note("usher: session \(summary.id.number) was not moved: \(reason)")
                throw ExitCode(1)
            }
        } catch let error as UnreadableSession {
            try Bootstrap.refuse("\(error); `usher sessions erase \(summary.id.number)` removes it")
        }
    }
}
