public import ConversationRuntime
import Databases
public import Expressions
import JSON

/// Payment attempts: each is recorded before the payment is charged.
extension SQLPayments {
    /// - Throws: when there is no key to seal the private data with.
    public func begin(_ attempt: PaymentAttempt) async throws -> BegunAttempt {
        guard database.seal.hasKey else { throw SealError.noKey }
        let request = database.seal.closed(attempt.request, shown: [:]).text
        let items =
            attempt.items.isEmpty ? nil : database.seal.closed(.array(attempt.items.map(\.json)), shown: [:]).text
        return try await database.perform { db in
            if let obstacle = try Self.obstacle(to: attempt, db) { return obstacle }
            try Self.write(attempt, request, items: items, db)
            return .begun
        }
    }

    /// Why an attempt may not begin; `nil` when it may.
    private static func obstacle(to attempt: PaymentAttempt, _ db: Database) throws -> BegunAttempt? {
        let known = try Row.fetchOne(
            db, sql: "SELECT outcome, reference, problem FROM payment_attempts WHERE key = ?",
            arguments: [attempt.key])
        if let known {
            return PaymentAttempt.Outcome(known[0], reference: known[1], problem: known[2]).map { .ended($0) }
                ?? .underWay
        }
        let isOver = try Bool.fetchOne(
            db,
            sql: """
                SELECT state = 'paid' OR is_told = 1 AND state IN ('declined', 'cancelled', 'failed')
                FROM payments WHERE id = ?
                """, arguments: [attempt.payment.number])
        if isOver ?? true { return .over }
        let isBusy = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM payments AS others JOIN payments AS ours
                        ON others.customer = ours.customer AND others.business = ours.business
                            AND others.channel = ours.channel
                    WHERE ours.id = ? AND (others.state = 'processing' OR others.state = 'paid' AND others.is_told = 0))
                """, arguments: [attempt.payment.number])
        return isBusy == true ? .busy : nil
    }

    /// - Parameter items: the sealed line items; `nil` keeps the existing ones.
    private static func write(
        _ attempt: PaymentAttempt, _ request: String, items: String?, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO payment_attempts (key, payment, amount, currency, shipping, request, begun_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                attempt.key, attempt.payment.number, attempt.amount.plainAmount, attempt.amount.currency.code,
                attempt.shipping, request, attempt.at.milliseconds,
            ])
        try db.execute(
            sql: """
                UPDATE payments SET state = 'processing', amount = ?, currency = ?, items = coalesce(?, items),
                    problem = NULL, changed_at = ?
                WHERE id = ?
                """,
            arguments: [
                attempt.amount.plainAmount, attempt.amount.currency.code, items, attempt.at.milliseconds,
                attempt.payment.number,
            ])
        try PaymentEntry(.authorised, at: attempt.at, attempt.amount.text).write(attempt.payment, db)
    }

    public func end(_ key: String, _ outcome: PaymentAttempt.Outcome, at moment: Moment) async throws {
        try await database.perform { db in
            let payment = try Int64.fetchOne(
                db,
                sql: """
                    UPDATE payment_attempts SET outcome = ?, reference = ?, problem = ?, ended_at = ?
                    WHERE key = ? AND outcome IS NULL RETURNING payment
                    """,
                arguments: [
                    outcome.state.rawValue, outcome.reference, outcome.problem, moment.milliseconds, key,
                ])
            guard let payment else { return }
            try db.execute(
                sql: """
                    UPDATE payments SET state = ?, reference = ?, problem = ?, changed_at = ?,
                        customer = CASE WHEN is_erased = 1 THEN '' ELSE customer END,
                        is_told = CASE WHEN is_erased = 1 THEN 1 ELSE is_told END
                    WHERE id = ?
                    """,
                arguments: [
                    outcome.state.rawValue, outcome.reference, outcome.problem, moment.milliseconds, payment,
                ])
            try db.execute(
                sql: """
                    UPDATE payment_attempts SET request = NULL
                    WHERE payment = ? AND (SELECT is_erased = 1 FROM payments WHERE payments.id = payment)
                    """, arguments: [payment])
            try PaymentEntry(outcome, at: moment).write(PaymentID(payment), db)
        }
    }

    public func outcome(of key: String) async throws -> PaymentAttempt.Outcome? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT outcome, reference, problem FROM payment_attempts WHERE key = ?", arguments: [key]
            ).flatMap { PaymentAttempt.Outcome($0[0], reference: $0[1], problem: $0[2]) }
        }
    }

    public func unsettledPayments(after payment: PaymentID?, limit: Int) async throws -> [UnsettledPayment] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Payment.columns), key, payment_attempts.amount AS tried, payment_attempts.currency AS tried_in,
                        shipping, request, begun_at, outcome, payment_attempts.reference AS outcome_reference,
                        payment_attempts.problem AS outcome_problem
                    FROM payments JOIN payment_attempts ON payment_attempts.id =
                        (SELECT MAX(id) FROM payment_attempts WHERE payment = payments.id)
                    WHERE is_told = 0 AND state <> 'opened' AND payments.id > ? ORDER BY payments.id LIMIT ?
                    """, arguments: [payment?.number ?? 0, limit])
            return try rows.map { try UnsettledPayment(row: $0, database.seal) }
        }
    }
}
