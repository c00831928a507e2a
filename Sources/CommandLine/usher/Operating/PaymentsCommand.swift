import ArgumentParser

/// `usher payments`: shows the payments requested from customers.
struct PaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments",
        abstract: "Show payments and their outcome.",
        discussion: """
            Works with or without a running server. Addresses, names and cards are not stored, and not shown.

            Examples:
              usher payments list --state paid
              usher payments list --unclaimed
              usher payments show 12
            """,
        subcommands: [ListPayments.self, ShowPayment.self])
}
