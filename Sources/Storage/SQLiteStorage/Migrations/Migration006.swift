import GRDB

/// A small value sealed with `storage.key`, by which a wrong key is detected at startup.
enum Migration006 {
    static let identifier = "006"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE key_proof (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    sealed TEXT NOT NULL
                ) STRICT;
                """)
    }
}
