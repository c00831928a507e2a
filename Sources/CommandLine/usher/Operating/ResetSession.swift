import ArgumentParser
import Channels
import ConversationRuntime
import SQLStorage
import SQLiteStorage

/// `usher sessions reset`.
struct ResetSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "End a conversation; the next message starts a new one.",
        discussion: """
            Queued messages and reminders are deleted. The history is kept.

            Example:
              usher sessions reset 7
            """)

    @Argument(help: "The customer's id or the number of the session.")
    var id: String

    @OptionGroup var access: OperatorAccess

    func run() async throws {
        let database = try access.open()
        let summary = try await database.operators.onlySession(id)
        do {
            let entry = AuditEntry.ofCommand(.resetSession) { $0.concern(summary) }
            _ = try await access.operations(on: database).reset(summary, recording: entry)
        } catch let error as UnreadableSession {
            try Bootstrap.refuse("\(error); `usher sessions erase \(summary.id.number)` removes it")
        }
        Console.note("session \(summary.id.number) has ended; the next message starts a new conversation")
    }
}
