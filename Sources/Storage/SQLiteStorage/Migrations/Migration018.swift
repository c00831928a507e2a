import GRDB

/// The queues in which customers wait for people: since when no person has answered, and how long the latest ones have waited.
/// And the slots that customers have taken; those of a conversation that never ended are given back with it.
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
                CREATE TABLE bookings (
                    id TEXT PRIMARY KEY,
                    calendar TEXT NOT NULL,
                    starts INTEGER NOT NULL,
                    ends INTEGER NOT NULL,
                    until INTEGER,
                    settled INTEGER NOT NULL,
                    session_id INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    booked_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX bookings_by_calendar ON bookings (calendar, ends);
                CREATE INDEX bookings_by_session ON bookings (session_id);
                CREATE INDEX bookings_by_customer ON bookings (customer);
                CREATE TRIGGER sessions_forgotten AFTER DELETE ON sessions BEGIN
                    DELETE FROM bookings WHERE session_id = old.id AND settled = 0;
                END;
                """)
    }
}
