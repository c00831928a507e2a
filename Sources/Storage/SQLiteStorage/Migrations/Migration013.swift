import GRDB

/// Versions of the flows: their files, when and by whom each was published, and which one the server runs.
///
/// A publication whose `refusal` is not empty does not count. `running_flows` has at most one row.
enum Migration013 {
    static let identifier = "013"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE flow_versions (
                    hash TEXT PRIMARY KEY,
                    kept_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE flow_files (
                    version TEXT NOT NULL,
                    path TEXT NOT NULL,
                    role TEXT NOT NULL,
                    checksum TEXT NOT NULL,
                    size INTEGER NOT NULL,
                    content BLOB,
                    PRIMARY KEY (version, path)
                ) STRICT;
                CREATE TABLE publications (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    version TEXT NOT NULL,
                    at INTEGER NOT NULL,
                    author TEXT NOT NULL,
                    note TEXT NOT NULL,
                    refusal TEXT
                ) STRICT;
                CREATE TABLE running_flows (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    version TEXT NOT NULL,
                    publication INTEGER,
                    since INTEGER NOT NULL
                ) STRICT;
                """)
    }
}
