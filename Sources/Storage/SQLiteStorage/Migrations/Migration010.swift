import GRDB

/// Payments: what was requested, the sheet addresses (as hashes), the attempts to pay, and the audit log.
///
/// Amounts are stored as text, so that no digit is lost. The private data of an attempt is deleted when the
/// conversation knows the outcome.
enum Migration010 {
    static let identifier = "010"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE payments (
                    id INTEGER PRIMARY KEY,
                    channel TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    question TEXT NOT NULL,
                    merchant TEXT NOT NULL,
                    state TEXT NOT NULL,
                    amount TEXT NOT NULL,
                    currency TEXT NOT NULL,
                    items TEXT,
                    reference TEXT,
                    problem TEXT,
                    opened_at INTEGER NOT NULL,
                    changed_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    is_told INTEGER NOT NULL DEFAULT 0,
                    is_unclaimed INTEGER NOT NULL DEFAULT 0,
                    is_erased INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                CREATE UNIQUE INDEX payments_of_question ON payments (question, customer, business, channel);
                CREATE INDEX payments_of_customer ON payments (customer);
                CREATE INDEX payments_open ON payments (expires_at) WHERE state = 'opened';
                CREATE INDEX payments_unsettled ON payments (id) WHERE is_told = 0 AND state <> 'opened';
                CREATE TABLE payment_sheets (
                    key TEXT PRIMARY KEY,
                    payment INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
                    amount TEXT NOT NULL,
                    currency TEXT NOT NULL,
                    expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE payment_attempts (
                    id INTEGER PRIMARY KEY,
                    key TEXT NOT NULL UNIQUE,
                    payment INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
                    amount TEXT NOT NULL,
                    currency TEXT NOT NULL,
                    shipping TEXT,
                    request TEXT,
                    begun_at INTEGER NOT NULL,
                    outcome TEXT,
                    reference TEXT,
                    problem TEXT,
                    ended_at INTEGER
                ) STRICT;
                CREATE INDEX attempts_of_payment ON payment_attempts (payment, id);
                CREATE TABLE payment_trail (
                    id INTEGER PRIMARY KEY,
                    payment INTEGER NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
                    kind TEXT NOT NULL,
                    at INTEGER NOT NULL,
                    detail TEXT
                ) STRICT;
                CREATE INDEX trail_of_payment ON payment_trail (payment, id);
                """)
    }
}
