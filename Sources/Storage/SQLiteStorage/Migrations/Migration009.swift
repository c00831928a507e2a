import GRDB

/// Sign-ins in progress, by the hashes of their secrets, and the resulting tokens.
enum Migration009 {
    static let identifier = "009"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE sign_ins (
                    key TEXT PRIMARY KEY,
                    way TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    question TEXT NOT NULL,
                    request TEXT NOT NULL,
                    expires_at INTEGER NOT NULL,
                    wrong_digits INTEGER NOT NULL DEFAULT 0,
                    taken_at INTEGER,
                    closed_at INTEGER
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX sign_ins_of_question ON sign_ins (customer, question);
                CREATE INDEX sign_ins_by_end ON sign_ins (expires_at);
                CREATE TABLE tokens (
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    provider TEXT NOT NULL,
                    sealed TEXT NOT NULL,
                    PRIMARY KEY (customer, business, channel, provider)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
