import GRDB

/// Since when a conversation has been with a person, so that the longest-waiting ones can be listed without reading
/// histories.
enum Migration016 {
    static let identifier = "016"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE sessions ADD COLUMN with_person_since INTEGER;
                UPDATE sessions SET with_person_since = COALESCE(
                    (SELECT MAX(at) FROM history
                        WHERE history.session_id = sessions.id AND effects LIKE '%"hand_over"%'), updated_at)
                    WHERE status = 'with-person';
                CREATE INDEX sessions_by_handover ON sessions (with_person_since, id)
                    WHERE with_person_since IS NOT NULL;
                """)
    }
}
