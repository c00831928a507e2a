import GRDB

/// The rows that flows keep for the people of a business, and the notices of them.
enum Migration019 {
    static let identifier = "019"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE results (
                    id TEXT PRIMARY KEY,
                    name TEXT NOT NULL,
                    number INTEGER NOT NULL,
                    channel TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    fields TEXT NOT NULL,
                    state TEXT NOT NULL,
                    kept_at INTEGER NOT NULL,
                    changed_at INTEGER NOT NULL,
                    expires_at INTEGER
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX results_by_number ON results (name, number);
                CREATE INDEX results_by_time ON results (kept_at, id);
                CREATE INDEX results_by_customer ON results (customer);
                CREATE INDEX results_by_expiry ON results (expires_at) WHERE expires_at IS NOT NULL;
                CREATE TABLE result_numbers (
                    name TEXT PRIMARY KEY,
                    last INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE result_notices (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    result TEXT NOT NULL REFERENCES results (id) ON DELETE CASCADE,
                    way TEXT NOT NULL,
                    occasion TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    attempts INTEGER NOT NULL,
                    next_try INTEGER,
                    reason TEXT
                ) STRICT;
                CREATE INDEX result_notices_by_time ON result_notices (next_try) WHERE next_try IS NOT NULL;
                CREATE INDEX result_notices_by_result ON result_notices (result);
                """)
    }
}
