import Channels
import ConversationRuntime
import Expressions
import GRDB
import MessageModel

/// A payment has come to its end for its conversation.
extension SQLiteSessionStore {
    /// A turn tells a conversation how a payment ended. The books know it with the same transaction: otherwise a crash between
    /// the two would leave a payment of which nobody knows any more that its conversation has heard of it.
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
                UPDATE payments SET is_told = 1, is_unclaimed = ?, state = COALESCE(?, state),
                    changed_at = CASE WHEN ? IS NULL THEN changed_at ELSE ? END
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
}
