import Channels
import ConversationRuntime
import Databases
import Expressions
import Foundation
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
            id: PaymentID(row[0]),
            conversation: ConversationKey(
                channel: row[1], customer: row[2], business: row[3]),
            question: row[4], merchant: row[5],
            amount: try Money(stored: row[7], in: row[8]),
            items: Self.items(row[9], seal), openedAt: Moment(milliseconds: row[12]),
            expiresAt: Moment(milliseconds: row[14]))
        state = State(rawValue: row[6]) ?? .opened
        reference = row[10]
        problem = row[11]
        changedAt = Moment(milliseconds: row[13])
        isTold = row[15]
        isUnclaimed = row[16]
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
    /// From `Payment.columns, key, amount, currency, shipping, request, begun_at, outcome, reference, problem` of the attempt.
    init(row: Row, _ seal: Seal) throws {
        let payment = try Payment(row: row, seal)
        let stored: String? = row[21]
        let request = try stored.map { try seal.opened(JSONValue(parsing: $0)) } ?? [:]
        self.init(
            payment,
            try PaymentAttempt(
                request: request, payment: payment.id, key: row[17],
                amount: try Money(stored: row[18], in: row[19]), shipping: row[20],
                at: Moment(milliseconds: row[22])),
            PaymentAttempt.Outcome(
                row[23], reference: row[24], problem: row[25]))
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
