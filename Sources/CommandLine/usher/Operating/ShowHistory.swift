import ArgumentParser
import ConversationRuntime
import JSON
import SQLiteStorage

/// `usher sessions history`.
struct ShowHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Prints a conversation as a transcript.",
        discussion: """
            `you:`, `tap:` and `pick:` are the customer, `bot:` is the bot; `#` tells when, and what else there was.

            Example:
              usher sessions history 7
            """)

    @Argument(help: "The customer's id or the session's number.")
    var id: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let summary = try await database.operators.onlySession(id)
        let history = try await database.sessions.history(of: summary.id)
        let transcript = try Console.orWrongUse { () throws(JSONError) in
            try HistoryTranscript(history, named: "session \(summary.id.number)")
        }
        for line in transcript.lines { print(line) }
    }
}
