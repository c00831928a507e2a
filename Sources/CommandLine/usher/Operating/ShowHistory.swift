import ArgumentParser
import ConversationRuntime
import JSON
import SQLStorage
import SQLiteStorage

/// `usher sessions history`.
struct ShowHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print a conversation as a transcript.",
        discussion: """
            `you:`, `tap:` and `pick:` are the customer, `bot:` is the bot; `#` lines give times and other events.

            Example:
              usher sessions history 7
            """)

    @Argument(help: "The customer's id or the number of the session.")
    var id: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let summary = try await database.operators.onlySession(id)
        let history = try await database.sessions.history(of: summary.id)
        let transcript = try Console.orWrongUse { () throws(JSONError) in
            try HistoryTranscript(history, named: "session \(summary.id.number)")
        }
        try await database.record(.readSession) { $0.concern(summary) }
        for line in transcript.lines { print(line) }
    }
}
