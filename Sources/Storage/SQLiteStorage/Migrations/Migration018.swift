import GRDB

/// The queues in which customers wait for people: since when nobody has answered, and how long the latest ones have waited.
enum Migration018 {
    static let identifier = "018"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE sessions ADD COLUMN queue TEXT;
                ALTER TABLE sessions ADD COLUMN unanswered_since INTEGER;
                CREATE INDEX sessions_by_queue ON sessions (queue, unanswered_since)
                    WHERE unanswered_since IS NOT NULL;
                CREATE TABLE queue_waits (
                    id INTEGER PRIMARY KEY,
                    queue TEXT NOT NULL,
                    waited INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX queue_waits_by_queue ON queue_waits (queue, id);
                """)
    }
}
