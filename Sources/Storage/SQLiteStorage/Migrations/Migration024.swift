import GRDB

/// Customers' files may be in the database, in pieces. A file that nothing refers to yet is noted as a draft, and the
/// writer of an upload takes it over from the writer before.
enum Migration024 {
    static let identifier = "024"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE content_pieces (
                    file TEXT NOT NULL,
                    place INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    PRIMARY KEY (file, place)
                ) STRICT;
                CREATE TABLE content_drafts (
                    file TEXT PRIMARY KEY,
                    at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX content_drafts_by_time ON content_drafts (at);
                ALTER TABLE uploads ADD COLUMN writer TEXT;
                """)
    }
}
