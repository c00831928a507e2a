import GRDB

/// Notices that operators' commands leave for a running server. A number is never given twice, so that what was erased is
/// not taken for something new.
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
