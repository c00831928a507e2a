import GRDB

/// Calls whose answers are pending.
enum Migration002 {
    static let identifier = "002"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE calls (
                    id TEXT PRIMARY KEY,
                    session_id INTEGER NOT NULL,
                    action TEXT NOT NULL,
                    inputs TEXT NOT NULL,
                    cause TEXT,
                    created_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
