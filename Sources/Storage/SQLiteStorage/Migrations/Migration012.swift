import GRDB

/// Files of the web chat: uploads in progress, and how much of the others viewers have downloaded.
enum Migration012 {
    static let identifier = "012"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE content ADD COLUMN chat TEXT;
                ALTER TABLE content ADD COLUMN sender TEXT;
                CREATE INDEX content_by_chat ON content (chat, stored_at) WHERE chat IS NOT NULL;
                CREATE TABLE uploads (
                    id TEXT PRIMARY KEY,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    channel TEXT NOT NULL,
                    chat TEXT,
                    sender TEXT,
                    details TEXT NOT NULL,
                    size INTEGER NOT NULL,
                    file TEXT NOT NULL UNIQUE,
                    begun_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX content_by_sender ON content (sender) WHERE sender IS NOT NULL;
                CREATE INDEX uploads_by_sender ON uploads (sender);
                CREATE INDEX uploads_by_customer ON uploads (customer);
                CREATE INDEX uploads_by_chat ON uploads (chat, begun_at);
                CREATE INDEX uploads_by_expiry ON uploads (expires_at);
                CREATE TABLE downloads (
                    content TEXT NOT NULL,
                    viewer TEXT NOT NULL,
                    received INTEGER NOT NULL,
                    PRIMARY KEY (content, viewer)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX downloads_by_viewer ON downloads (viewer);
                """)
    }
}
