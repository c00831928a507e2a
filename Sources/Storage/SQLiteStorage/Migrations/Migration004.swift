import GRDB

/// Conversations are found by how long they have been quiet, and their bubbles by their session, to be forgotten.
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
