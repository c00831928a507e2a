import ArgumentParser
import Channels
import ConversationRuntime
import Expressions
import JSON
import SQLiteStorage

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

    @Option(help: "How many are shown.")
    var limit = 20

    @Option(help: "Which page of so many.")
    var page = 1

    @Option(help: "text for people, json for programs.")
    var format: OutputFormat = .text

    func validate() throws {
        guard limit > 0, page > 0 else { throw ValidationError("`--limit` and `--page` begin at 1.") }
        if let state, Payment.State(rawValue: state) == nil {
            let known = Payment.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("there is no state `\(state)`; there are \(known).")
        }
    }

    func run() async throws {
        let filter = PaymentFilter(
            state: state.flatMap(Payment.State.init), customer: customer, reference: reference, isUnclaimed: unclaimed)
        let found = try await access.open().payments(filter, skipping: (page - 1) * limit, limit: limit)
        switch format {
        case .json: print(JSONValue.object(["payments": .array(found.map(\.shown))]).prettyText)
        case .text:
            for payment in found { print(payment.line) }
            if found.isEmpty { Console.note("no payments") }
            if found.count == limit { Console.note("there may be more: --page \(page + 1)") }
        }
    }
}

extension Payment {
    /// The payment in a line of a list.
    fileprivate var line: String {
        [
            "\(id.number)", state.rawValue + (isUnclaimed ? " (unclaimed)" : ""), amount.text, merchant,
            reference ?? problem ?? "-", conversation.customer.isEmpty ? "(erased)" : conversation.customer,
            changedAt.iso,
        ].joined(separator: "  ")
    }

    /// For programs.
    var shown: JSONValue {
        [
            "id": .int(Int(id.number)), "state": .string(state.rawValue),
            "amount": ["amount": .string(amount.plainAmount), "currency": .string(amount.currency.code)],
            "merchant": .string(merchant), "reference": reference.map { .string($0) } ?? .null,
            "problem": problem.map { .string($0) } ?? .null, "request_identifier": .string(question),
            "customer": conversation.customer.isEmpty ? .null : .string(conversation.customer),
            "business": .string(conversation.business), "channel": .string(conversation.channel),
            "opened_at": .string(openedAt.iso), "changed_at": .string(changedAt.iso),
            "unclaimed": .bool(isUnclaimed),
        ]
    }
}
