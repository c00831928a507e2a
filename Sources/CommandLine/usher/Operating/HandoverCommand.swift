import ArgumentParser

/// `usher handover`: manages conversations handed over to people, from the terminal.
struct HandoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handover",
        abstract: "Read and answer conversations that were handed over to people.",
        discussion: """
            Works beside a running server, which sends the answers.

            Examples:
              usher handover list
              usher handover read 7
              usher handover answer 7 "We have found your bike."
              usher handover give-back 7
              usher handover assign 7 ana
              usher handover transfer 7 billing --note "Asks for an invoice."
              usher handover queues
            """,
        subcommands: [
            ListHandovers.self, ReadHandover.self, AnswerHandover.self, GiveBackHandover.self, NoteHandover.self,
            AssignHandover.self, ReleaseHandover.self, TransferHandover.self, ListQueues.self,
        ])
}
