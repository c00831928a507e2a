import GRDB

/// Notices that operators' commands leave for a running server. Numbers are never reused, so that data that was erased
/// is not mistaken for new data.
enum Migration003 {
    static let identifier = "003"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE notices (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    session_id INTEGER,
                    dead_letter_id INTEGER
                ) STRICT;
                """)
    }
}
