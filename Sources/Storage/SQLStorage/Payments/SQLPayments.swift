public import Channels
public import ConversationRuntime
import Databases
public import Expressions
import JSON

/// The books of payments.
public struct SQLPayments: PaymentStore {
    let database: StoredData

    public func open(_ payment: NewPayment, under key: String, _ entry: PaymentEntry) async throws {
        let items = database.seal.closed(.array(payment.items.map(\.json)), shown: database.seal.hasKey ? [:] : nil)
            .text
        try await database.perform { db in
            let id = try Int64.fetchOne(
                db,
                sql: """
                    INSERT INTO payments (channel, customer, business, question, merchant, state, amount, currency, items,
                        opened_at, changed_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, 'opened', ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (question, customer, business, channel) DO UPDATE SET
                        expires_at = excluded.expires_at,
                        state = CASE payments.state WHEN 'expired' THEN 'opened' ELSE payments.state END
                    RETURNING id
                    """,
                arguments: [
                    payment.conversation.channel, payment.conversation.customer, payment.conversation.business,
                    payment.question, payment.merchant, payment.amount.plainAmount, payment.amount.currency.code,
                    items, payment.at.milliseconds, payment.at.milliseconds, payment.expiresAt.milliseconds,
                ])
            guard let id else { return }
            try db.execute(
                sql: "INSERT INTO payment_sheets (key, payment, amount, currency, expires_at) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    key, id, payment.amount.plainAmount, payment.amount.currency.code, payment.expiresAt.milliseconds,
                ])
            try entry.write(PaymentID(id), db)
        }
    }

    public func sheet(under key: String) async throws -> KnownSheet? {
        try await database.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT \(Payment.columns), payment_sheets.expires_at AS sheet_ends,
                        payment_sheets.amount AS asked, payment_sheets.currency AS asked_in
                    FROM payment_sheets JOIN payments ON payments.id = payment WHERE key = ?
                    """, arguments: [key])
            return try row.map {
                KnownSheet(
                    try Payment(row: $0, database.seal), asked: try Money(stored: $0[18], in: $0[19]),
                    expiresAt: Moment(milliseconds: $0[17]))
            }
        }
    }

    public func tell(_ total: Money, under key: String) async throws {
        try await database.perform { db in
            try db.execute(
                sql: "UPDATE payment_sheets SET amount = ?, currency = ? WHERE key = ?",
                arguments: [total.plainAmount, total.currency.code, key])
        }
    }

    public func payment(of question: String, in conversation: ConversationKey) async throws -> Payment? {
        try await database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT \(Payment.columns) FROM payments
                    WHERE question = ? AND customer = ? AND business = ? AND channel = ?
                    """,
                arguments: [question, conversation.customer, conversation.business, conversation.channel]
            ).map { try Payment(row: $0, database.seal) }
        }
    }

    public func note(_ entry: PaymentEntry, of payment: PaymentID) async throws {
        try await database.perform { db in try entry.write(payment, db) }
    }

    public func settle(
        _ payment: PaymentID, as state: Payment.State?, isUnclaimed: Bool, at moment: Moment
    ) async throws {
        try await database.perform { db in
            try PaymentRows.settle(payment, as: state, isUnclaimed: isUnclaimed, at: moment, db)
        }
    }

    public func markUnclaimed(
        _ payment: PaymentID, reference: String?, _ detail: String, at moment: Moment
    ) async throws -> Bool {
        try await database.perform { db in
            try PaymentRows.markUnclaimed(payment, reference: reference, detail, at: moment, db)
        }
    }

    public func expirePayments(before moment: Moment, at now: Moment, limit: Int) async throws -> Int {
        try await database.perform { db in
            let over = try Int64.fetchAll(
                db,
                sql: """
                    UPDATE payments SET state = 'expired', changed_at = ? WHERE id IN
                        (SELECT id FROM payments WHERE state = 'opened' AND expires_at < ? ORDER BY expires_at LIMIT ?)
                    RETURNING id
                    """, arguments: [now.milliseconds, moment.milliseconds, limit])
            for payment in over { try PaymentEntry(.expired, at: now).write(PaymentID(payment), db) }
            return over.count
        }
    }

    // For operators.

    public func payments(_ filter: PaymentFilter, skipping: Int, limit: Int) async throws -> [Payment] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(Payment.columns) FROM payments
                    WHERE (CAST(?1 AS TEXT) IS NULL OR state = ?1) AND (CAST(?2 AS TEXT) IS NULL OR instr(customer, ?2) > 0)
                        AND (CAST(?3 AS TEXT) IS NULL OR reference = ?3)
                        AND (CAST(?4 AS TEXT) IS NULL OR question = ?4) AND is_unclaimed >= ?5
                    ORDER BY id DESC LIMIT ?6 OFFSET ?7
                    """,
                arguments: [
                    filter.state?.rawValue, filter.customer, filter.reference,
                    filter.question, filter.isUnclaimed, limit, skipping,
                ]
            ).map { try Payment(row: $0, database.seal) }
        }
    }

    public func payment(_ id: PaymentID) async throws -> Payment? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(Payment.columns) FROM payments WHERE id = ?", arguments: [id.number]
            ).map { try Payment(row: $0, database.seal) }
        }
    }

    public func trail(of payment: PaymentID) async throws -> [PaymentEntry] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT kind, at, detail FROM payment_trail WHERE payment = ? ORDER BY id",
                arguments: [payment.number]
            ).compactMap { row in
                PaymentEntry.Kind(rawValue: row[0]).map {
                    PaymentEntry($0, at: Moment(milliseconds: row[1]), row[2])
                }
            }
        }
    }
}
