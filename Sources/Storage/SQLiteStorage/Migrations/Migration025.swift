import GRDB

/// The servers that share the database, until when each counts as running, and what one of them does for all.
enum Migration025 {
    static let identifier = "025"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE nodes (
                    name TEXT PRIMARY KEY,
                    start TEXT NOT NULL,
                    version TEXT NOT NULL,
                    seen_at INTEGER NOT NULL,
                    until INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE leases (
                    name TEXT PRIMARY KEY,
                    owner TEXT NOT NULL,
                    epoch INTEGER NOT NULL,
                    until INTEGER NOT NULL
                ) STRICT;
                """)
    }
}
