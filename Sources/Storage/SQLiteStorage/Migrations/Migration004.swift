import GRDB

/// Indexes to find the conversations to delete by their last update, and their bubbles by session.
enum Migration004 {
    static let identifier = "004"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE INDEX sessions_by_update ON sessions (updated_at);
                CREATE INDEX bubbles_by_session ON bubbles (session_id);
                """)
    }
}
