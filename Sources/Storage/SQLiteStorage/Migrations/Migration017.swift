import GRDB

/// The total size of all customers' files, so that reading it costs the same however many there are. And the customers
/// whose sessions remain after their chat conversations were deleted, so that erasing and exporting a customer includes
/// them.
enum Migration017 {
    static let identifier = "017"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE content_total (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    bytes INTEGER NOT NULL
                ) STRICT;
                INSERT INTO content_total (id, bytes)
                    SELECT 1, bytes FROM (
                        SELECT (SELECT COALESCE(SUM(size), 0) FROM content)
                            + (SELECT COALESCE(SUM(size), 0) FROM uploads) AS bytes)
                    WHERE bytes > 0;
                """)
        try db.execute(
            sql: """
                CREATE TABLE chat_owners (
                    name TEXT PRIMARY KEY,
                    customer TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX chat_owners_by_customer ON chat_owners (customer);
                """)
        for table in ["content", "uploads"] {
            try db.execute(
                sql: """
                    CREATE TRIGGER \(table)_kept AFTER INSERT ON \(table) BEGIN
                        INSERT INTO content_total (id, bytes) VALUES (1, new.size)
                            ON CONFLICT (id) DO UPDATE SET bytes = bytes + excluded.bytes;
                    END;
                    CREATE TRIGGER \(table)_gone AFTER DELETE ON \(table) BEGIN
                        UPDATE content_total SET bytes = bytes - old.size;
                    END;
                    """)
        }
    }
}
