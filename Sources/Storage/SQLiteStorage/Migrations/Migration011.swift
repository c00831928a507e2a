import GRDB

/// The web chat: participants, conversations, and messages with the choices made in them.
enum Migration011 {
    static let identifier = "011"

    static func migrate(_ db: Database) throws {
        try makePeople(db)
        try makeConversations(db)
    }

    private static func makePeople(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE chat_customers (
                    id TEXT PRIMARY KEY,
                    subject TEXT UNIQUE,
                    name TEXT,
                    language TEXT,
                    role TEXT NOT NULL,
                    generation INTEGER NOT NULL,
                    seen_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX chat_customers_by_seen ON chat_customers (seen_at);
                CREATE TABLE chat_participants (
                    conversation TEXT NOT NULL,
                    customer TEXT NOT NULL,
                    position INTEGER NOT NULL,
                    has_left INTEGER NOT NULL DEFAULT 0,
                    since INTEGER NOT NULL DEFAULT 0,
                    delivered_up_to INTEGER NOT NULL DEFAULT 0,
                    read_up_to INTEGER NOT NULL DEFAULT 0,
                    joined_revision INTEGER NOT NULL,
                    revision INTEGER NOT NULL,
                    PRIMARY KEY (conversation, customer)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX chat_participants_of_customer ON chat_participants (customer);
                """)
    }

    private static func makeConversations(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE chat_conversations (
                    id TEXT PRIMARY KEY,
                    customer TEXT NOT NULL,
                    business TEXT NOT NULL,
                    distinct_key TEXT UNIQUE,
                    metadata TEXT NOT NULL,
                    created_at INTEGER NOT NULL,
                    updated_at INTEGER NOT NULL,
                    last_sequence INTEGER NOT NULL DEFAULT 0,
                    revision INTEGER NOT NULL,
                    touched INTEGER NOT NULL,
                    UNIQUE (customer, business)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX chat_conversations_by_time ON chat_conversations (updated_at);
                CREATE TABLE chat_messages (
                    conversation TEXT NOT NULL,
                    sequence INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    sender TEXT NOT NULL,
                    sent_at INTEGER NOT NULL,
                    parts TEXT NOT NULL,
                    state_types TEXT NOT NULL,
                    heard TEXT,
                    is_heard INTEGER,
                    first_revision INTEGER NOT NULL,
                    revision INTEGER NOT NULL,
                    PRIMARY KEY (conversation, sequence),
                    UNIQUE (conversation, id)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX chat_messages_by_revision ON chat_messages (conversation, revision);
                CREATE INDEX chat_messages_unheard ON chat_messages (conversation, sequence) WHERE is_heard = 0;
                CREATE TABLE chat_revision (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER NOT NULL) STRICT;
                INSERT INTO chat_revision (only, value) VALUES (1, 0);
                """)
    }
}
