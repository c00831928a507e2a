import ArgumentParser

/// `usher sessions`: looking after customers' sessions.
struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Looks after customers' sessions.",
        discussion: """
            Works beside a running server or without one. A session is named by the customer's id or by its number.

            Examples:
              usher sessions list --status waiting
              usher sessions show 7
              usher sessions history 7
            """,
        subcommands: [
            ListSessions.self, ShowSession.self, ShowHistory.self, ResetSession.self, EraseCustomer.self,
        ])
}
