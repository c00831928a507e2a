import GRDB

/// Messages are numbered within their conversation, and a row for each conversation that has ever sent one counts them:
/// the number of the next, and the number up to which all have been sent, given up or dropped.
///
/// `due` is the time at which the first waiting message may be tried; `NULL` when none waits. `owner` and `epoch` are for
/// the process that sends; where only one process sends, there is no owner.
enum Migration020 {
    static let identifier = "020"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE lanes (
                    session_id INTEGER PRIMARY KEY,
                    next INTEGER NOT NULL,
                    sent INTEGER NOT NULL,
                    owner TEXT,
                    epoch INTEGER NOT NULL,
                    due INTEGER
                ) STRICT;
                CREATE INDEX lanes_by_due ON lanes (due) WHERE due IS NOT NULL;
                CREATE TABLE numbered_deliveries (
                    session_id INTEGER NOT NULL,
                    number INTEGER NOT NULL,
                    message_id TEXT NOT NULL,
                    turn INTEGER NOT NULL,
                    message TEXT NOT NULL,
                    cause TEXT,
                    created_at INTEGER NOT NULL,
                    attempts INTEGER NOT NULL,
                    failing_since INTEGER,
                    next_try INTEGER NOT NULL,
                    context TEXT,
                    PRIMARY KEY (session_id, number)
                ) STRICT;
                INSERT INTO numbered_deliveries (session_id, number, message_id, turn, message, cause, created_at, attempts,
                        failing_since, next_try, context)
                    SELECT session_id, row_number() OVER (PARTITION BY session_id ORDER BY id), message_id, turn, message,
                        cause, created_at, attempts, failing_since, next_try, context
                    FROM deliveries;
                DROP TABLE deliveries;
                ALTER TABLE numbered_deliveries RENAME TO deliveries;
                INSERT INTO lanes (session_id, next, sent, epoch, due)
                    SELECT session_id, MAX(number) + 1, 0, 0, MAX(CASE WHEN number = 1 THEN next_try END)
                    FROM deliveries GROUP BY session_id;
                """)
    }
}
