import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import SQLStorage
import SQLiteStorage
import Server

/// `usher payments list`.
struct ListPayments: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List payments, newest first.",
        discussion: """
            Examples:
              usher payments list
              usher payments list --state declined --limit 50
              usher payments list --reference ch_3Q9 --format json
              usher payments list --unclaimed

            A payment is unclaimed if it was paid after the conversation had moved on: the customer has received no reply, and
            an operator should contact them. `usher payments show` shows the customer.
            """)

    @OptionGroup var access: OperatorAccess

    @Option(help: "Show only this state: opened, processing, paid, declined, cancelled, failed or expired.")
    var state: String?

    @Option(help: "Show only customers whose id contains this.")
    var customer: String?

    @Option(help: "Show only the payment with this reference of the payment processor.")
    var reference: String?

    @Flag(help: "Show only unclaimed payments.")
    var unclaimed = false

    @OptionGroup var list: ListOptions

    func validate() throws {
        if let state, Payment.State(rawValue: state) == nil {
            let known = Payment.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no state `\(state)`; the states are \(known).")
        }
    }

    func run() async throws {
        let filter = PaymentFilter(
            state: state.flatMap(Payment.State.init), customer: customer, reference: reference, isUnclaimed: unclaimed)
        let database = try access.open()
        let found = try await database.payments.payments(filter, skipping: list.skipping, limit: list.limit)
        try await database.record(.listPayments)
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
