import GRDB

/// Support for operators' queries: step marks, and indexes to find sessions by last activity, status and step without
/// reading the sessions themselves. Indexes to find old data by time, and a mark on customers of whom bubbles were
/// deleted.
enum Migration014 {
    static let identifier = "014"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE history ADD COLUMN marks TEXT;
                ALTER TABLE customers ADD COLUMN forgot_bubbles INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE bubbles ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
                UPDATE bubbles SET at = COALESCE(
                    (SELECT at FROM history
                        WHERE history.session_id = bubbles.session_id AND history.turn = bubbles.turn),
                    (SELECT updated_at FROM sessions WHERE id = bubbles.session_id), 0);
                CREATE INDEX bubbles_by_time ON bubbles (at);
                CREATE INDEX dead_letters_by_time ON dead_letters (at);
                CREATE INDEX dead_letters_by_customer ON dead_letters (customer);
                DROP INDEX sessions_by_update;
                CREATE INDEX sessions_by_update ON sessions (updated_at, id, status, flow, step);
                CREATE INDEX sessions_with_person ON sessions (updated_at, id) WHERE status = 'with-person';
                """)
    }
}
