import Channels
import ConversationRuntime
import Databases
import Expressions
import MessageModel

/// The rows of payments.
enum PaymentRows {
    /// Marks that a turn has reported the outcome of a payment to its conversation, in the same transaction as the
    /// turn: a crash between two transactions would otherwise leave a payment of which it is unknown whether its
    /// conversation was notified.
    static func settle(
        _ reply: PayReply, in conversation: ConversationKey, at moment: Moment, _ db: Database
    ) throws {
        guard let question = reply.question else { return }
        let payment = try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id FROM payments
                    WHERE question = ? AND customer = ? AND business = ? AND channel = ? AND is_told = 0
                    """),
            arguments: [question, conversation.customer, conversation.business, conversation.channel])
        guard let payment else { return }
        try settle(
            PaymentID(payment), as: reply.outcome == .cancelled ? .cancelled : nil, isUnclaimed: false, at: moment, db)
    }

    static func settle(
        _ payment: PaymentID, as state: Payment.State?, isUnclaimed: Bool, at moment: Moment, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE payments SET is_told = 1, is_unclaimed = CASE WHEN is_unclaimed = 1 THEN 1 ELSE ? END, state = COALESCE(?, state),
                    changed_at = CASE WHEN CAST(? AS TEXT) IS NULL THEN changed_at ELSE ? END
                WHERE id = ? AND is_told = 0
                """,
            arguments: [
                isUnclaimed, state?.rawValue, state?.rawValue, moment.milliseconds, payment.number,
            ])
        guard db.changesCount > 0 else { return }
        try db.execute(
            sql: "UPDATE payment_attempts SET request = NULL WHERE payment = ?", arguments: [payment.number])
        if let kind = state.flatMap({ PaymentEntry.Kind(rawValue: $0.rawValue) }) {
            try PaymentEntry(kind, at: moment).write(payment, db)
        }
        try PaymentEntry(isUnclaimed ? .unclaimed : .told, at: moment).write(payment, db)
    }

    /// Marks a payment as unclaimed that has ended, and was paid nevertheless.
    ///
    /// - Returns: whether the audit log had no entry of it.
    static func markUnclaimed(
        _ payment: PaymentID, reference: String?, _ detail: String, at moment: Moment, _ db: Database
    ) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE payments SET is_unclaimed = 1, reference = COALESCE(reference, ?)
                WHERE id = ? AND NOT EXISTS
                    (SELECT 1 FROM payment_trail WHERE payment = ? AND kind = ? AND detail = ?)
                """,
            arguments: [
                reference, payment.number, payment.number, PaymentEntry.Kind.unclaimed.rawValue, detail,
            ])
        guard db.changesCount > 0 else { return false }
        try PaymentEntry(.unclaimed, at: moment, detail).write(payment, db)
        return true
    }

    /// Deletes the customer's data from payments. The record that an amount was requested and paid is kept: it belongs
    /// to the accounts.
    ///
    /// A payment that is being charged keeps what is needed until the attempt has ended.
    static func erase(_ customer: String, at moment: Moment, _ db: Database) throws {
        let found = try Int64.fetchAll(db, sql: "SELECT id FROM payments WHERE customer = ?", arguments: [customer])
        try db.execute(
            sql: """
                UPDATE payment_attempts SET request = NULL
                WHERE outcome IS NOT NULL AND payment IN (SELECT id FROM payments WHERE customer = ?)
                """, arguments: [customer])
        try db.execute(
            sql: """
                UPDATE payments SET items = NULL, is_erased = 1,
                    is_told = CASE state WHEN 'processing' THEN is_told ELSE 1 END,
                    customer = CASE state WHEN 'processing' THEN customer ELSE '' END
                WHERE customer = ?
                """, arguments: [customer])
        for payment in found { try PaymentEntry(.erased, at: moment).write(PaymentID(payment), db) }
    }
}
