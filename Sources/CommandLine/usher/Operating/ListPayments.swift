import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import SQLiteStorage
import Server

/// `usher payments list`.
struct ListPayments: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists payments, the newest first.",
        discussion: """
            Examples:
              usher payments list
              usher payments list --state declined --limit 50
              usher payments list --reference ch_3Q9 --format json
              usher payments list --unclaimed

            Unclaimed is what was paid when the conversation had gone on already: nobody has answered the customer, and
            somebody should. `usher payments show` tells who they are.
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Only these: opened, processing, paid, declined, cancelled, failed or expired.")
    var state: String?

    @Option(help: "Only customers whose id contains this.")
    var customer: String?

    @Option(help: "Only what the payment provider knows under this name.")
    var reference: String?

    @Flag(help: "Only what was paid without the conversation waiting for it.")
    var unclaimed = false

    @OptionGroup var list: ListOptions

    func validate() throws {
        if let state, Payment.State(rawValue: state) == nil {
            let known = Payment.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no state `\(state)`; there are \(known).")
        }
    }

    func run() async throws {
        let filter = PaymentFilter(
            state: state.flatMap(Payment.State.init), customer: customer, reference: reference, isUnclaimed: unclaimed)
        let found = try await access.open().payments(filter, skipping: list.skipping, limit: list.limit)
        list.show(found, named: "payments", line: \.line, json: \.shown)
    }
}

extension Payment {
    /// The payment as a line of a list.
    fileprivate var line: String {
        [
            "\(id.number)", state.rawValue + (isUnclaimed ? " (unclaimed)" : ""), amount.text, merchant,
            reference ?? problem ?? "-", conversation.customer.isEmpty ? "(erased)" : conversation.customer,
            changedAt.iso,
        ].joined(separator: "  ")
    }
}
