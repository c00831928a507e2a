import GRDB

/// Who has claimed a timer or a call, and until when, so that of several servers one wakes the session or makes the call.
enum Migration023 {
    static let identifier = "023"

    static func migrate(_ db: Database) throws {
        for table in ["timers", "calls"] {
            try db.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN claimed_by TEXT;
                    ALTER TABLE \(table) ADD COLUMN claimed_until INTEGER;
                    """)
        }
    }
}
