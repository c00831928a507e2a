import GRDB

/// The tables of the first version.
///
/// Times are milliseconds since 1970, except where a column says otherwise; JSON is stored as text, so that `sqlite3`
/// can display it.
enum Migration001 {
    static let identifier = "001"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE sessions (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    channel TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    revision INTEGER NOT NULL,
                    status TEXT NOT NULL,
                    flow TEXT NOT NULL,
                    step TEXT NOT NULL,
                    version TEXT NOT NULL,
                    state TEXT NOT NULL,
                    started_at INTEGER NOT NULL,
                    updated_at INTEGER NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX sessions_by_conversation ON sessions (customer, business, channel);

                CREATE TABLE arrivals (
                    id TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    received_at INTEGER NOT NULL,
                    outcome TEXT NOT NULL,
                    PRIMARY KEY (id, channel)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX arrivals_by_time ON arrivals (received_at);

                CREATE TABLE history (
                    id INTEGER PRIMARY KEY,
                    session_id INTEGER NOT NULL,
                    turn INTEGER NOT NULL,
                    at INTEGER NOT NULL,
                    version TEXT NOT NULL,
                    event TEXT NOT NULL,
                    effects TEXT NOT NULL
                ) STRICT;
                CREATE INDEX history_by_session ON history (session_id, turn);

                CREATE TABLE deliveries (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    session_id INTEGER NOT NULL,
                    message_id TEXT NOT NULL,
                    turn INTEGER NOT NULL,
                    message TEXT NOT NULL,
                    cause TEXT,
                    created_at INTEGER NOT NULL,
                    attempts INTEGER NOT NULL,
                    failing_since INTEGER,
                    next_try INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX deliveries_by_session ON deliveries (session_id, id);

                CREATE TABLE timers (
                    session_id INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    due INTEGER NOT NULL,
                    question TEXT NOT NULL,
                    PRIMARY KEY (session_id, kind)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX timers_by_due ON timers (due);

                CREATE TABLE bubbles (
                    question TEXT PRIMARY KEY,
                    session_id INTEGER NOT NULL,
                    turn INTEGER NOT NULL,
                    flow TEXT NOT NULL,
                    step TEXT NOT NULL,
                    version TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE dead_letters (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    kind TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    at INTEGER NOT NULL,
                    reason TEXT NOT NULL,
                    content TEXT NOT NULL
                ) STRICT;
                """)
    }
}
