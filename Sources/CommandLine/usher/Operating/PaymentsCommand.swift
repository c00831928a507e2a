import ArgumentParser

/// `usher payments`: shows the payments requested from customers.
struct PaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments",
        abstract: "Shows what customers were asked to pay, and what became of it.",
        discussion: """
            Works beside a running server or without one. Shows no addresses, names or cards: they are not kept.

            Examples:
              usher payments list --state paid
              usher payments list --unclaimed
              usher payments show 12
            """,
        subcommands: [ListPayments.self, ShowPayment.self])
}
