import ArgumentParser

/// `usher handover`: manages conversations handed over to people, from the terminal.
struct HandoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handover",
        abstract: "Conversations that the bot has given to people.",
        discussion: """
            Works beside a running server, which sends what is written here.

            Examples:
              usher handover list
              usher handover read 7
              usher handover answer 7 "We have found your bike."
              usher handover give-back 7
            """,
        subcommands: [ListHandovers.self, ReadHandover.self, AnswerHandover.self, GiveBackHandover.self])
}
