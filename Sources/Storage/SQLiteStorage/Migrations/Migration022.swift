import GRDB

/// Notices of operators' changes are a log that every server reads for itself, so they carry the time at which they were
/// left: those that no server needs any more are deleted by age.
enum Migration022 {
    static let identifier = "022"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE notices ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
                UPDATE notices SET at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
                """)
    }
}
