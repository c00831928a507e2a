import GRDB

/// Customers' files, which are stored beside the database.
enum Migration007 {
    static let identifier = "007"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE content (
                    id TEXT PRIMARY KEY,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    details TEXT NOT NULL,
                    size INTEGER NOT NULL,
                    checksum TEXT NOT NULL,
                    file TEXT NOT NULL UNIQUE,
                    stored_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    private INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX content_by_customer ON content (customer, business, channel, stored_at);
                CREATE INDEX content_by_expiry ON content (expires_at);
                """)
    }
}
