/// The web chat, and customers' files.
extension PostgreSQLTables {
    static let chats = """
        CREATE TABLE content (
            id text COLLATE "C" PRIMARY KEY,
            customer text COLLATE "C" NOT NULL,
            business text COLLATE "C" NOT NULL,
            channel text COLLATE "C" NOT NULL,
            details text COLLATE "C" NOT NULL,
            size bigint NOT NULL,
            checksum text COLLATE "C" NOT NULL,
            file text COLLATE "C" NOT NULL UNIQUE,
            stored_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            private bigint NOT NULL,
            chat text COLLATE "C",
            sender text COLLATE "C"
        );
        CREATE TABLE chat_customers (
            id text COLLATE "C" PRIMARY KEY,
            subject text COLLATE "C" UNIQUE,
            name text COLLATE "C",
            language text COLLATE "C",
            role text COLLATE "C" NOT NULL,
            generation bigint NOT NULL,
            seen_at bigint NOT NULL,
            revision bigint NOT NULL DEFAULT 0
        );
        CREATE TABLE chat_participants (
            conversation text COLLATE "C" NOT NULL,
            customer text COLLATE "C" NOT NULL,
            position bigint NOT NULL,
            has_left bigint NOT NULL DEFAULT 0,
            since bigint NOT NULL DEFAULT 0,
            delivered_up_to bigint NOT NULL DEFAULT 0,
            read_up_to bigint NOT NULL DEFAULT 0,
            joined_revision bigint NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (conversation, customer)
        );
        CREATE TABLE chat_conversations (
            id text COLLATE "C" PRIMARY KEY,
            customer text COLLATE "C" NOT NULL,
            business text COLLATE "C" NOT NULL,
            distinct_key text COLLATE "C" UNIQUE,
            metadata text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            updated_at bigint NOT NULL,
            last_sequence bigint NOT NULL DEFAULT 0,
            revision bigint NOT NULL,
            touched bigint NOT NULL,
            UNIQUE (customer, business)
        );
        CREATE TABLE chat_messages (
            conversation text COLLATE "C" NOT NULL,
            sequence bigint NOT NULL,
            id text COLLATE "C" NOT NULL,
            sender text COLLATE "C" NOT NULL,
            sent_at bigint NOT NULL,
            parts text COLLATE "C" NOT NULL,
            state_types text COLLATE "C" NOT NULL,
            heard text COLLATE "C",
            is_heard bigint,
            first_revision bigint NOT NULL,
            revision bigint NOT NULL,
            PRIMARY KEY (conversation, sequence),
            UNIQUE (conversation, id)
        );
        CREATE TABLE uploads (
            id text COLLATE "C" PRIMARY KEY,
            customer text COLLATE "C" NOT NULL,
            business text COLLATE "C" NOT NULL,
            channel text COLLATE "C" NOT NULL,
            chat text COLLATE "C",
            sender text COLLATE "C",
            details text COLLATE "C" NOT NULL,
            size bigint NOT NULL,
            file text COLLATE "C" NOT NULL UNIQUE,
            begun_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            writer text COLLATE "C"
        );
        CREATE TABLE content_pieces (
            file text COLLATE "C" NOT NULL,
            place bigint NOT NULL,
            bytes bytea NOT NULL,
            PRIMARY KEY (file, place)
        );
        -- Pictures are compressed already.
        ALTER TABLE content_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
        CREATE TABLE content_drafts (
            file text COLLATE "C" PRIMARY KEY,
            at bigint NOT NULL
        );
        CREATE INDEX content_drafts_by_time ON content_drafts (at);
        CREATE TABLE downloads (
            content text COLLATE "C" NOT NULL,
            viewer text COLLATE "C" NOT NULL,
            received bigint NOT NULL,
            chat text COLLATE "C",
            PRIMARY KEY (content, viewer)
        );
        CREATE TABLE content_total (
            id bigint PRIMARY KEY CHECK (id = 1),
            bytes bigint NOT NULL
        );
        CREATE TABLE chat_owners (
            name text COLLATE "C" PRIMARY KEY,
            customer text COLLATE "C" NOT NULL
        );
        CREATE INDEX content_by_customer ON content (customer, business, channel, stored_at);
        CREATE INDEX content_by_expiry ON content (expires_at);
        CREATE INDEX chat_customers_by_seen ON chat_customers (seen_at);
        CREATE INDEX chat_participants_of_customer ON chat_participants (customer);
        CREATE INDEX chat_conversations_by_time ON chat_conversations (updated_at);
        CREATE INDEX chat_messages_by_revision ON chat_messages (conversation, revision);
        CREATE INDEX chat_messages_unheard ON chat_messages (conversation, sequence) WHERE is_heard = 0;
        CREATE INDEX content_by_chat ON content (chat, stored_at) WHERE chat IS NOT NULL;
        CREATE INDEX content_by_sender ON content (sender) WHERE sender IS NOT NULL;
        CREATE INDEX uploads_by_sender ON uploads (sender);
        CREATE INDEX uploads_by_customer ON uploads (customer);
        CREATE INDEX uploads_by_chat ON uploads (chat, begun_at);
        CREATE INDEX uploads_by_expiry ON uploads (expires_at);
        CREATE INDEX downloads_by_viewer ON downloads (viewer);
        CREATE INDEX downloads_by_chat ON downloads (chat) WHERE chat IS NOT NULL;
        CREATE INDEX chat_owners_by_customer ON chat_owners (customer);
        """
}
