import GRDB

/// Each customer of the web chat has a revision of their own; before, there was one for all of them.
///
/// The customers' revisions begin where the common one ended, and what changed before keeps its revision, so a browser
/// continues after the last event that it knows.
enum Migration021 {
    static let identifier = "021"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE chat_customers ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
                UPDATE chat_customers SET revision = COALESCE((SELECT value FROM chat_revision), 0);
                DROP TABLE chat_revision;
                """)
    }
}
