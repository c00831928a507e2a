import Channels
import ConversationRuntime
import Expressions
import Foundation
import GRDB
import JSON

extension Payment {
    static let columns = """
        payments.id, payments.channel, payments.customer, payments.business, payments.question, payments.merchant,
        payments.state, payments.amount, payments.currency, payments.items, payments.reference, payments.problem,
        payments.opened_at, payments.changed_at, payments.expires_at, payments.is_told, payments.is_unclaimed
        """

    /// From `columns`.
    init(row: Row, _ seal: Seal) throws {
        self.init(
            id: PaymentID(row["id"]),
            conversation: ConversationKey(
                channel: row["channel"], customer: row["customer"], business: row["business"]),
            question: row["question"], merchant: row["merchant"],
            amount: try Money(stored: row["amount"], in: row["currency"]),
            items: Self.items(row["items"], seal), openedAt: Moment(milliseconds: row["opened_at"]),
            expiresAt: Moment(milliseconds: row["expires_at"]))
        state = State(rawValue: row["state"]) ?? .opened
        reference = row["reference"]
        problem = row["problem"]
        changedAt = Moment(milliseconds: row["changed_at"])
        isTold = row["is_told"]
        isUnclaimed = row["is_unclaimed"]
    }

    /// The line items; empty when they have been erased, or were sealed with a key that is missing.
    private static func items(_ stored: String?, _ seal: Seal) -> [Item] {
        guard let stored, let json = try? JSONValue(parsing: stored), let opened = try? seal.opened(json) else {
            return []
        }
        return (opened.array ?? []).compactMap { try? Item(json: $0) }
    }
}

extension UnsettledPayment {
    init(row: Row, _ seal: Seal) throws {
        let payment = try Payment(row: row, seal)
        let stored: String? = row["request"]
        let request = try stored.map { try seal.opened(JSONValue(parsing: $0)) } ?? [:]
        self.init(
            payment,
            try PaymentAttempt(
                request: request, payment: payment.id, key: row["key"],
                amount: try Money(stored: row["tried"], in: row["tried_in"]), shipping: row["shipping"],
                at: Moment(milliseconds: row["begun_at"])),
            PaymentAttempt.Outcome(
                row["outcome"], reference: row["outcome_reference"], problem: row["outcome_problem"]))
    }
}

extension PaymentEntry {
    func write(_ payment: PaymentID, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO payment_trail (payment, kind, at, detail) VALUES (?, ?, ?, ?)")
            .execute(arguments: [payment.number, kind.rawValue, at.milliseconds, detail])
    }
}

extension Money {
    init(stored amount: String, in code: String) throws {
        guard let currency = Currency(code), let amount = Decimal(plain: amount) else {
            throw JSONError("an amount of money cannot be read")
        }
        self.init(amount, currency)
    }
}
