import GRDB

/// The texts on which authors work in the studio of a server: those that are saved, common to all, and those that each
/// has typed.
enum Migration027 {
    static let identifier = "027"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE flow_texts (
                    path TEXT PRIMARY KEY,
                    content TEXT NOT NULL,
                    hash TEXT NOT NULL,
                    base TEXT NOT NULL,
                    author TEXT NOT NULL,
                    saved_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE flow_drafts (
                    author TEXT NOT NULL,
                    path TEXT NOT NULL,
                    content TEXT NOT NULL,
                    hash TEXT NOT NULL,
                    base TEXT,
                    base_text TEXT NOT NULL,
                    PRIMARY KEY (author, path)
                ) STRICT;
                """)
    }
}
