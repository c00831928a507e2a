import ArgumentParser
import Channels
import ConversationRuntime
import CustomerRecords
import Expressions
import JSON
import SQLStorage
import SQLiteStorage
import Server

/// `usher payments show`.
struct ShowPayment: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a payment with its order and its audit log.",
        discussion: """
            Examples:
              usher payments show 12
              usher payments show ch_3Q9 --format json
            """)

    @Argument(help: "The payment's number, its request identifier, or its reference.")
    var id: String

    @OptionGroup var access: OperatorAccess

    @Option(help: "Write text for people, or json for programs.")
    var format: OutputFormat = .text

    func run() async throws {
        let database = try access.open()
        let payments = database.payments
        guard let payment = try await find(in: payments) else {
            try Bootstrap.refuse(
                "there is no payment `\(id)`; `usher payments list` lists them", code: Console.notFound)
        }
        let trail = try await payments.trail(of: payment.id)
        try await database.record(.showPayment) { entry in
            entry.customer = payment.conversation.customer.isEmpty ? nil : payment.conversation.customer
            entry.object = "payment \(payment.id.number)"
        }
        switch format {
        case .json: print(payment.shown(with: trail).prettyText)
        case .text: for line in lines(payment, trail) { print(line) }
        }
    }

    private func find(in payments: SQLPayments) async throws -> Payment? {
        if let number = Int64(id), let found = try await payments.payment(PaymentID(number)) { return found }
        if let found = try await payments.payments(PaymentFilter(reference: id), skipping: 0, limit: 1).first {
            return found
        }
        return try await payments.payments(PaymentFilter(question: id), skipping: 0, limit: 1).first
    }

    private func lines(_ payment: Payment, _ trail: [PaymentEntry]) -> [String] {
        var lines = [
            "payment    \(payment.id.number)", "state      \(payment.state.rawValue)",
            "amount     \(payment.amount.text)", "merchant   \(payment.merchant)",
            "request    \(payment.question)",
            "customer   \(payment.conversation.customer.isEmpty ? "(erased)" : payment.conversation.customer)",
            "business   \(payment.conversation.business), on \(payment.conversation.channel)",
        ]
        if let reference = payment.reference { lines.append("reference  \(reference)") }
        if let problem = payment.problem { lines.append("problem    \(problem)") }
        if payment.isUnclaimed { lines.append("unclaimed  paid after the conversation had moved on") }
        lines += payment.items.map { "  \($0.label): \($0.amount.text)" }
        return lines + trail.map { "\($0.at.iso)  \($0.kind.rawValue)\($0.detail.map { "  \($0)" } ?? "")" }
    }
}
