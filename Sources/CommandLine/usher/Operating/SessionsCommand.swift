import ArgumentParser

/// `usher sessions`: manages customers' sessions.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List, show, move, end, export and erase sessions.",
        discussion: """
            Works with or without a running server. A session is identified by the customer's id or by its number.

            Examples:
              usher sessions list --status waiting
              usher sessions show 7
              usher sessions history 7
              usher sessions move 7 ask-day
              usher sessions export 7 > customer.json
            """,
        subcommands: [
            ListSessions.self, ShowSession.self, ShowHistory.self, MoveSession.self, ResetSession.self,
            ExportCustomer.self, EraseCustomer.self,
        ])
}
